import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Attempt } from "../../../tasks/DomainRegister/registration/receipt";
import { openReceiptFile } from "../../../tasks/DomainRegister/registration/receipt-file";
import { readDomainSetup } from "../../../tasks/DomainRegister/setup";
import { memoryAgent, type SketchedConnection } from "../../memory-agent";
import { exampleRequest } from "../../packaged/register-stage";
import { filledRequest } from "../../sandbox/filled-request";
import { sanitize } from "../../sanitize";
import { suggestion } from "../../sentences";
import { temporaryFolder } from "../../temporary-folder";
import { keyedAttempt } from "./registration/context-stage";

const ownConnection: SketchedConnection = {
  address: "https://one.example/",
  parameters: { username: "the-key", password: "the-secret" },
  fields: { registrar: "own" },
};
const keyAndSecret = { REGISTRAR_API_KEY: "pk1_the-key", REGISTRAR_API_SECRET: "the-secret" };

const withKey = (key: string) => ({ ...keyAndSecret, REGISTRAR_API_KEY: key });

type Inputs = Record<string, string>;

describe("inputs of DomainRegister", () => {
  const folder = temporaryFolder();

  /** The setup of a purchase from these inputs, as `set` returns it, and the warnings. */
  function setUp(inputs: Inputs, environment: Inputs = keyAndSecret, file: unknown = filledRequest) {
    const requestFile = join(folder(), "domain.json");
    writeFileSync(requestFile, typeof file === "string" ? file : JSON.stringify(file, null, 1));
    const usual = { action: "register", domain: "example-to-buy.org", requestFile, maxPrice: "12.00 USD" };
    const agent = memoryAgent({
      inputs: { ...usual, ...inputs },
      environment,
      connections: { registrar: ownConnection },
      variables: { "System.DefaultWorkingDirectory": folder() },
    });
    return { set: () => readDomainSetup(agent), agent };
  }

  const example = Object(filledRequest);
  const consent = { agreementKeys: ["API_DPA"] };
  const wrongFiles: [file: unknown, RegExp, registrar?: string][] = [
    ['{\n"a":}', /domain\.json is not valid JSON: line 2, column 5/],
    ['{"period": 1, "period": 2}', /line 1, column 15: "period" appears twice/],
    [
      { ...example, period: 11, privacy: "x" },
      /^2 problems found:\n- domain\.json, line 4: privacy: .*\n- domain\.json, line 6: period: /,
    ],
    [
      { ...example, domain: "other.org" },
      /domain: expected example-to-buy\.org, the domain of the input, got/,
    ],
    [{ ...example, Domain: "evil.org" }, /: Domain: write domain, /],
    [
      { ...example, privacy: true },
      /^domain\.json, line 4: privacy: .* its price is in no offer, so maxPrice cannot cover it\. Set `privacy` to false, or `maxPrice: any`$/,
    ],
    [
      { period: 1, consent: { agreementKeys: ["$(KEY)"] } },
      /^domain\.json, line 5: consent\.agreementKeys\.1: contains a token that nothing has replaced$/,
      "godaddyV3",
    ],
    [
      { ...example, period: 11, nameServers: ["ns1.example.net"] },
      /^2 problems found:\n- .*: period: .*\n- .*: nameServers\.1: expected your own, not one of an example$/,
    ],
    [
      { ...example, nameServers: ["\ud800"] },
      /line \d+, column \d+: "\\ud800" contains half of a surrogate pair/,
    ],
    [{ consent: 5 }, /: consent: expected an object, got 5$/, "godaddyV3"],
    [
      { consent: { ...consent, acknowledgedFees: {} }, period: 1 },
      /: consent\.acknowledgedFees: expected an array of fees, got an object$/,
      "godaddyV3",
    ],
    [{ period: 1 }, /consent\.agreementKeys: missing; expected the agreements that you accept/, "godaddyV3"],
    [{ consent }, /period: missing; expected a whole number of years, 1 to 10/, "godaddyV3"],
    [
      { consent: { ...consent, acknowledgedFees: [{ type: "FEE", fee: { value: 39.5 } }] } },
      /acknowledgedFees.*value: expected a whole number in the currency's smallest unit/,
      "godaddyV3",
    ],
  ];
  it("come with a warning if the registrar gives no price for the years that are ordered", () => {
    const warningsOf = (inputs: Inputs, environment?: Inputs, file: unknown = { ...example, period: 2 }) => {
      const { set, agent } = setUp(inputs, environment, file);
      set();
      return agent.warnings.filter((warning) => warning.startsWith("maxPrice")).join("\n");
    };
    const said =
      "maxPrice: godaddy usually gives the price of one year, which says nothing about 2 years. The step buys only if " +
      "it gives a price for 2 years or more. To buy at any price, set `maxPrice: any`; to buy one year, set `period` to 1.";
    assert.equal(warningsOf({}), said);
    assert.equal(warningsOf({ maxPrice: "any" }), "");
    assert.equal(warningsOf({}, keyAndSecret, example), "");
    const v3 = { registrar: "godaddyV3" };
    assert.equal(warningsOf(v3, { REGISTRAR_TOKEN: "the-token" }, { consent, period: 2 }), "");
  });

  it("come with a warning if privacy may cost more than any offer says, or if the name reads as another", () => {
    const warningsOf = (inputs: Inputs, file: unknown) => {
      const { set, agent } = setUp(inputs, keyAndSecret, file);
      set();
      return agent.warnings.filter((warning) => /^domain\b/.test(warning)).join("\n");
    };
    const any = { maxPrice: "any" };
    assert.match(warningsOf(any, { ...example, privacy: true }), /: privacy: .*more than the log shows\.$/);
    assert.equal(warningsOf(any, example), "");
    const domain = "ex\u0430mple-to-buy.org";
    const named =
      /^domain: xn--exmple-to-buy-x1k\.org is "ex\u0430mple-to-buy\.org" in its own letters, .* reads as example-to-buy/;
    assert.match(warningsOf({ ...any, domain }, { ...example, domain }), named);
  });

  it("are refused with every problem of the request file", () => {
    for (const [file, message, registrar = "godaddy"] of wrongFiles) {
      const environment = registrar === "godaddyV3" ? { REGISTRAR_TOKEN: "the-token" } : keyAndSecret;
      assert.throws(setUp({ registrar }, environment, file).set, { message });
    }
  });

  const apiUrl = "https://one.example/";
  const wrong: [Inputs, RegExp, environment?: Inputs][] = [
    [{ requestFile: "" }, /requestFile: missing\. Name the registration request/],
    [{ requestFile: "none.json" }, /requestFile: .*none\.json does not exist/],
    [{ action: "steal" }, /action: expected check, validate or register, got "steal"/],
    [{ domain: "" }, /^domain: missing\. Name the domain, such as example\.org$/],
    [{ domain: "exa mple.org" }, /domain: expected a plain name/],
    [{ maxPrice: "11.69", apiUrl }, /maxPrice: expected a whole number .*, got "11\.69"/],
    [{ maxPrice: "", apiUrl }, /maxPrice: missing; .* \(usually millionths: 12000000 is 12\.00\), or any/],
    [{ maxPrice: "12.00 EUR", registrar: "porkbun" }, /currency: porkbun sells in USD only, not in EUR/],
    [{ requireDefinitive: "true", registrar: "porkbun" }, /requireDefinitive: porkbun does not say whether/],
    [{ receiptFolder: "receipts" }, /receiptFolder: expected an absolute path, got "receipts"/],
    [{ currency: "dollars" }, /currency: expected a three-letter code/],
    [{ pollSeconds: "0.4" }, /pollSeconds: expected a number from 0\.5 to 3600, got "0\.4"/],
    [{ waitMinutes: "1441" }, /waitMinutes: expected a number from 0 to 1440, got "1441"/],
    [{ requestsPerMinute: "2" }, /requestsPerMinute: expected a whole number from 3 to 6000/],
    [{ dryRun: "maybe" }, /dryRun: expected true or false, got "maybe"/],
    [{ checkType: "SLOW" }, /checkType: expected FULL or FAST, got "SLOW"/],
    [{ environment: "staging" }, /environment: expected production or test/],
    [{ onNotAvailable: "x" }, /onNotAvailable: expected succeed, warn or fail/],
    [{ expirationDate: "soon" }, /expirationDate: expected a date such as 2026-01-31, got "soon"/],
    [{ action: "check", expirationDate: "2026-02-30" }, /expirationDate: expected a date .*"2026-02-30"/],
    [{ rdapUrl: "http://one.example/" }, /rdapUrl: must start with https/],
    [{ registrar: "namecheap" }, /registrar: expected godaddy, godaddyV3 or porkbun, got "namecheap"/],
    [{}, /REGISTRAR_API_KEY: missing from the environment; .*\n- REGISTRAR_API_SECRET: missing/, {}],
    [{}, /REGISTRAR_API_KEY: contains a space or a line break/, withKey("k\n")],
    [{}, /REGISTRAR_API_KEY: still reads \$\(KEY\)/, withKey("$(KEY)")],
    [
      { maxPrice: "$(MAX)", domain: "$(NO)" },
      /domain: still reads \$\(NO\)[\s\S]*maxPrice: still reads \$\(MAX\)/,
    ],
    [{ registrarConnection: "registrar", maxPrice: "" }, /maxPrice: missing/],
    [{ registrarConnection: "other" }, /there is no such service connection/],
  ];
  it("warn before the purchase about values of an example, which `register` refuses, also in a dry run", () => {
    const warned = setUp({ action: "validate" }, keyAndSecret, exampleRequest);
    warned.set();
    assert.equal(warned.agent.warnings.length, 10);
    const warning =
      /^domain\.json, line \d+: consent\.agreedBy: expected your own, .*\. `register` refuses it$/;
    assert.match(warned.agent.warnings[0] ?? "", warning);
    for (const inputs of [{}, { dryRun: "true" }]) {
      const { set, agent } = setUp(inputs, keyAndSecret, exampleRequest);
      assert.throws(
        set,
        /^InputErrors: 10 problems found:\n- .*: consent\.agreedBy: [\s\S]*\n- .*: contactAdmin\.nameFirst: /,
      );
      assert.ok(!agent.warnings.some((text) => text.startsWith("domain.json")));
    }
    assert.equal(setUp({ action: "check" }, keyAndSecret, exampleRequest).set().action, "check");
  });

  it("are refused with what was expected", () => {
    for (const [inputs, message, environment] of wrong)
      assert.throws(setUp(inputs, environment).set, { message });
  });

  it("are refused after the receipt is read: an open purchase, or a receipt that cannot be used, comes first", () => {
    const name = "example-to-buy.org";
    const file = openReceiptFile(folder(), name, "production", sanitize);
    const { set } = setUp({ receiptFolder: folder(), maxPrice: "cheap" });
    const write = (outcome: Attempt["outcome"]) =>
      file.write({ domain: name, environment: "production", attempts: [{ ...keyedAttempt, outcome }] });
    write("notBought");
    assert.throws(set, /^InputErrors: maxPrice: /);
    write("sending");
    const setup = set();
    const sent = `A purchase was sent at ${keyedAttempt.sentAt}, and its outcome is unknown.`;
    assert.equal(setup.action, "doubt");
    assert.ok(setup.doubt.startsWith(`${sent} Also, this run failed: maxPrice: expected`), setup.doubt);
    assert.equal(setUp({ receiptFolder: folder() }).set().action, "register");
    assert.throws(setUp({ action: "validate", receiptFolder: folder(), maxPrice: "cheap" }).set, /maxPrice/);
    writeFileSync(file.path, "{}");
    const unusable = set();
    assert.ok(unusable.action === "doubt");
    assert.match(unusable.doubt, /^Cannot use the receipt .* not a receipt\./);
  });

  it("start checks no closer than the budget of requests allows, with a warning", () => {
    const { set, agent } = setUp({ pollSeconds: "0.5", requestsPerMinute: "12" });
    const setup = set();
    assert.ok(setup.action === "register" && setup.wanted.pollSeconds === 6.6);
    const warning = /0\.5 is shorter than requestsPerMinute 12 allows\. Checks start 6\.6 s apart/;
    assert.match(agent.warnings.join(), warning);
    const fitting = setUp({ pollSeconds: "6.6", requestsPerMinute: "12" });
    fitting.set();
    assert.ok(!fitting.agent.warnings.join().includes("pollSeconds"));
  });

  it("take an expiration date with or without a time", () => {
    for (const time of ["", "T06:07Z", "T06:07:08Z", "T06:07:08.9Z"]) {
      const text = `2026-01-31${time}`;
      const setup = setUp({ action: "check", expirationDate: text }).set();
      assert.deepEqual(setup.action === "check" && setup.given.expiresAt, Date.parse(text));
    }
  });

  it("read the statuses of a record in any spelling, and warn about an unknown one", () => {
    const given = (recordStatuses: string) => {
      const { set, agent } = setUp({ action: "check", recordStatuses });
      const setup = set();
      assert.ok(setup.action === "check");
      return [setup.given.statuses, ...agent.warnings];
    };
    assert.deepEqual(given("ok; pendingDelet"), [
      ["ok", "pendingDelet"],
      `recordStatuses: "pendingDelet" is not a known status, so it shows no stage${suggestion("pendingDelete")}`,
    ]);
    // HariSekhon/Nagios-Plugins issue 33: whois lines have the status's URL behind it.
    const lines = ["redemptionPeriod", "pendingDelete"].map(
      (status) => `Domain Status: ${status} https://icann.org/epp#${status}`,
    );
    for (const ending of ["\n", "\r\n", " "])
      assert.deepEqual(given(lines.join(ending)), [["redemptionPeriod", "pendingDelete"]]);
  });

  it("take the period and nothing else of a whole request file where the account has the contacts", () => {
    const { set, agent } = setUp({ registrar: "porkbun" }, keyAndSecret, { period: 1, renewAuto: true });
    const setup = set();
    assert.deepEqual(setup.action === "register" && setup.request.period, 1);
    const warning = /^domain\.json, line 3: renewAuto: ignored, because this registrar takes it from/;
    assert.match(agent.warnings.at(-1) ?? "", warning);
  });
});
