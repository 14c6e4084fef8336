import assert from "node:assert/strict";
import { json, type Reply } from "../sandbox/loopback";
import type { SandboxRdap } from "../sandbox/rdap";
import { domain, type RegisterStageOptions, withRegistrar } from "./register-stage";
import { useAgent } from "./use-agent";

/** Leads what the task asks of IANA to the sandbox, whose list has its registry of .org. */
const byList = (_: unknown, { address: { hostname, port } }: SandboxRdap) => ({
  env: {},
  detour: { path: "^/rdap/", protocol: "http:" as const, hostname, port: Number(port) },
});

describe("packaged DomainRegister, check of a domain without a record", () => {
  const agent = useAgent();
  const check = (name: string, reply?: Reply, inputs: Record<string, string> = { rdapUrl: "" }) => {
    const step: RegisterStageOptions["step"] = "rdapUrl" in inputs ? byList : { env: {} };
    return withRegistrar(agent(), { step }, async (stage) => {
      if (reply !== undefined)
        stage.rdap.faults.push({ when: ({ path }) => path.includes("/domain/"), reply });
      const wanted = { action: "check", maxPrice: "", requestFile: "", domain: name, ...inputs };
      const { result, outputs, log, issues } = await stage.run({ inputs: wanted });
      const warnings = issues.map(({ message }) => message);
      return { ends: [result, outputs["outcome"], outputs["stage"]], log: log.join("\n"), warnings };
    });
  };
  const absent = (error: object): Reply => ({ ...json({ errorCode: 404, ...error }), status: 404 });
  const doubt = "There is no record of the domain, but that does not show that it is released.";

  it("shows a release if the registry of exactly its ending has no record", async () => {
    const done = await check(`${domain}.`);
    assert.deepEqual([done.ends, done.warnings], [["Succeeded", "notChecked", "released"], []]);
    assert.ok(
      done.log.includes("The registry has no record of the domain, so it may be available."),
      done.log,
    );
  });

  // Each was taken for an available name in public: see the source.
  const doubtful: [source: string, name: string, reply: Reply | undefined, says: string, warning?: RegExp][] =
    [
      [
        "brandonyoungdev/tldx issue 58: a name that the registry reserves",
        domain,
        absent({ title: "Not Found", description: ["This name is reserved by the registry."] }),
        'The server says: "Not Found: This name is reserved by the registry."',
      ],
      [
        "google/nomulus: a name that a service blocks",
        domain,
        absent({ notices: [{ title: "Blocked Domain", description: ["Blocked by a GlobalBlock service"] }] }),
        'The server says: "Blocked Domain: Blocked by a GlobalBlock service"',
      ],
      [
        "publicsuffix/list issue 2223: a host within a domain",
        `www.${domain}`,
        undefined,
        `which may not know the names below ${domain}.`,
        /^domain: .* Did you mean example-to-buy\.org\?$/,
      ],
      [
        "meeb/whoisit issue 63: a name below somebody's domain",
        "example.eu.org",
        undefined,
        "which may not know the names below eu.org.",
        /^domain: Only the owner of eu\.org can give out names below it/,
      ],
    ];
  for (const [source, name, reply, says, warning] of doubtful)
    it(`shows none after other kinds of 404: ${source}`, async () => {
      const { ends, log, warnings } = await check(name, reply);
      assert.deepEqual(ends, ["Succeeded", "notChecked", ""]);
      assert.ok(log.includes(`${doubt} `) && log.includes(says), log);
      if (warning === undefined) assert.deepEqual(warnings, []);
      else assert.match(warnings.join("\n"), warning);
    });

  it("shows none if the 404 is that of `rdapUrl`, or of a web server", async () => {
    // raycast/extensions pull request 27872: a server that does not manage the ending.
    const other = await check(domain, undefined, {});
    assert.deepEqual(other.ends, ["Succeeded", "notChecked", ""]);
    assert.ok(other.log.includes(`${doubt} Only the registry knows that, and \`rdapUrl\` may`), other.log);
    const page = await check(domain, { status: 404, body: "<html>404</html>" });
    assert.deepEqual(page.ends, ["Succeeded", "notChecked", ""]);
    assert.match(page.warnings.join(), /^Could not read the public record\. .* 404 without an error of RDAP/);
  });
});
