import assert from "node:assert/strict";
import { isSandboxKey } from "../../../../shared/registrar/porkbun/client";
import { json, type Reply } from "../../../sandbox/loopback";
import { porkbunError, porkbunKeys } from "../../../sandbox/porkbun-account";
import { pauseOf } from "../../../sentences";
import { anyTime, domain, fullCheck, never, porkbunStage, request, success } from "./porkbun-stage";

const error = (status: number, code: string) => porkbunError(status, code, "No.");
const available = { avail: "yes", type: "registration", price: "11.08", premium: "no", minDuration: 1 };

describe("Porkbun's client", () => {
  const stage = porkbunStage();

  it("checks with the documented request, and returns the price in cents", async () => {
    assert.deepEqual(await stage.check(), {
      ...{ available: true, definitive: undefined, price: 1108, currency: "USD", period: 1 },
    });
    const [sent] = stage.sandbox.requests;
    assert.equal(`${sent?.method} ${sent?.target}`, `POST /api/json/v3/domain/checkDomain/${domain}`);
    assert.equal(sent?.body, "{}");
    const { "x-api-key": key, "x-secret-api-key": secret } = sent?.headers ?? {};
    assert.deepEqual({ key, secret }, porkbunKeys.production);
  });

  it("says how long to rest, after which the next check is welcome", async () => {
    const first = await stage.registrar.availability(fullCheck);
    assert.equal(first.restSeconds, 10);
    stage.clock.advance(first.restSeconds * 1000);
    await stage.check();
    assert.equal(stage.sandbox.earlyChecks(), 0);
    await stage.restart({ checkLimit: { limit: 2, TTL: 10 } });
    const roomy = await stage.registrar.availability({ ...fullCheck, checkType: "FAST" });
    assert.equal(roomy.restSeconds, 0);
  });

  for (const [name, options] of [
    ["429 Too Many Requests", {}],
    ["400 Bad Request", { errorStatus: 400 }],
    ["200 OK", { errorStatus: 200 }],
  ] as const)
    it(`keeps the pause after a check too many, reported with status ${name}`, async () => {
      await stage.restart(options);
      await stage.check();
      const pause = `(RATE_LIMIT_EXCEEDED: Rate limit exceeded) and ${pauseOf(9)}.`;
      const advice = "Porkbun allows one check and one purchase in 10 seconds by default.";
      await assert.rejects(stage.check(), ({ message }: Error) =>
        message.includes(`returned ${name} ${pause} ${advice}`),
      );
      assert.equal(stage.registrar.pauseSeconds(), 9);
    });

  it("rejects a body that claims neither success nor an error", async () => {
    stage.instead(json({ response: available }));
    await assert.rejects(stage.check(), {
      message: `registrar: POST ${stage.sandbox.base.href}/domain/checkDomain/${domain} returned 200 with JSON whose status is neither SUCCESS nor ERROR.`,
    });
  });

  it("reads whether a top-level domain is sold", async () => {
    assert.deepEqual(await stage.registrar.terms(domain, never), { kind: "sold", years: 1 });
    const [sent] = stage.sandbox.requests;
    assert.equal(sent?.target, "/api/json/v3/domain/getRegistrationRequirements/org");
    for (const [name, words] of [
      ["example.us", /does not sell \.us names through its API\. Register it through the website\./],
      ["example.co.zz", /\/co\.zz returned 400 Bad Request \(INVALID_TLD: Unsupported TLD\)/],
    ] as const) {
      const terms = await stage.registrar.terms(name, never);
      assert.match(terms.kind === "notSold" ? terms.message : "", words);
    }
  });

  it("throws if it cannot know whether a top-level domain is sold", async () => {
    for (const reply of [
      ...[error(400, "INVALID_API_KEYS_001"), error(200, "INVALID_USER"), error(403, "OTHER")],
      ...[success({ tld: "org" }), success({ tld: "com", apiRegisterable: true })],
    ]) {
      stage.instead(reply);
      await assert.rejects(stage.registrar.terms(domain, never), /^Error: registrar: GET /);
    }
  });

  it("reads from the code of an error whether the account holds a domain", async () => {
    const cases: [Reply, string][] = [
      [success({ domain, status: "ACTIVE" }), "unprovable"],
      [error(404, "DOMAIN_NOT_FOUND"), "notOwned"],
      [error(400, "DOMAIN_NOT_FOUND"), "notOwned"],
      [error(200, "DOMAIN_NOT_FOUND"), "notOwned"],
      [error(500, "DOMAIN_NOT_FOUND"), "unprovable"],
      [error(400, "INVALID_DOMAIN"), "unprovable"],
      [error(200, "INVALID_DOMAIN"), "unprovable"],
      [error(403, "DOMAIN_NOT_ALLOWED"), "unprovable"],
    ];
    for (const [reply, kind] of cases) {
      stage.instead(reply);
      assert.equal((await stage.registrar.ownership(domain, never)).kind, kind, JSON.stringify(reply));
    }
    stage.instead(error(400, "INVALID_API_KEYS_001"));
    await assert.rejects(stage.registrar.ownership(domain, never), /are not valid/);
  });

  it("knows keys of the sandbox, which buy on an account of their own", async () => {
    assert.deepEqual(["pk1_sb_x", "pk1_x", ""].map(isSandboxKey), [true, false, false]);
    const inSandbox = stage.connect({ credential: { kind: "keyAndSecret", ...porkbunKeys.test } });
    assert.equal((await inSandbox.purchase(request, never, anyTime)).kind, "bought");
    assert.equal((await inSandbox.ownership(domain, never)).kind, "owned");
    assert.equal((await stage.connect().ownership(domain, never)).kind, "notOwned");
    assert.equal(stage.sandbox.charges.map(({ environment }) => environment).join(), "test");
  });

  it("sends one request a second and a tenth from the first one on, and a purchase at once: its key repairs what is lost", async () => {
    const sent: [path: string, at: number][] = [];
    stage.sandbox.faults.push({
      when: ({ path }) => !sent.push([path.split("/").at(-2) ?? "", stage.clock.now()]),
      reply: {},
    });
    const { ownership, terms, funds, purchase, keyed } = stage.registrar;
    // As a step begins, all of it within a moment (jungaretti/bacon#45: the third or fourth request fails).
    await ownership(domain, never);
    await terms(domain, never);
    await funds(never);
    await stage.check();
    assert.equal((await purchase(request, never, anyTime)).kind, "bought");
    assert.equal((await keyed.replay(request, never)).kind, "bought");
    const seconds = sent.map(([path, at]) => `${path} at ${at / 1000}`);
    const expected = ["get at 0", "getRegistrationRequirements at 1.1", "account at 2.2", "account at 3.3"];
    assert.deepEqual(seconds, [...expected, "checkDomain at 4.4", "create at 4.4", "create at 5.5"]);
  });

  it("asks for a credential if it has none", async () => {
    const { ownership } = stage.connect({ credential: { kind: "none" } });
    const words =
      /\(API_KEY_REQUIRED: No API key was .*\)\. Provide a credential: set KEY in the environment\.$/;
    await assert.rejects(ownership(domain, never), words);
  });

  it("tells what the account can spend, and only what it understands", async () => {
    await stage.restart({ balance: 4200, spendLimit: 10_000 });
    await stage.buy();
    assert.deepEqual(await stage.registrar.funds(never), { credit: 4200 - 1108, limit: 10_000 - 1108 });
    stage.instead(success({ balance: "4200", spendLimit: null }));
    assert.deepEqual(await stage.registrar.funds(never), { credit: undefined, limit: undefined });
  });

  it("tells the rest if one of them cannot be read, and lets no pause for it hold up a check", async () => {
    await stage.restart({ balance: 4200 });
    const reply = { status: 429, headers: { "retry-after": "7200" } };
    stage.sandbox.faults.push({ when: ({ path }) => path.endsWith("/apiSettings"), reply });
    assert.deepEqual(await stage.registrar.funds(never), { credit: 4200, limit: undefined });
    assert.equal(stage.registrar.pauseSeconds(), 0);
    assert.equal(stage.sandbox.requests.length, 2, "neither is asked for again");
  });

  it("reads the text of its purchases, and no other", () => {
    const { parse } = stage.registrar.keyed;
    const nothing = { domain: undefined, period: undefined, agreements: [], fees: [] };
    assert.deepEqual(parse(request.body), { ...nothing, price: 1108 });
    for (const other of [
      ...["", "{", "[]", '{"cost":1108}', '{"cost":1108.5,"agreeToTerms":"yes"}'],
      ...['{"cost":0,"agreeToTerms":"yes"}', '{"cost":1108,"agreeToTerms":"yes","years":10}'],
    ])
      assert.equal(parse(other), undefined, other);
  });
});
