import assert from "node:assert/strict";
import { parse } from "yaml";
import { terminalAdvice } from "../../../../shared/agent/advice";
import type { PublicRecord } from "../../../../shared/rdap/record";
import { renderLifecycle } from "../../../../tasks/DomainRegister/render/lifecycle";
import { renderWhen, whenTool } from "../../../../tasks/DomainRegister/tools/when";
import { memoryAgent } from "../../../memory-agent";
import { startRdap } from "../../../sandbox/rdap";
import { testClock } from "../../../test-clock";

const day = 24 * 3600 * 1000;
const now = Date.UTC(2026, 10, 20, 3);
const record = {
  registeredAt: Date.UTC(2020, 0, 1),
  expiresAt: now - 50 * day,
  changedAt: now - 10 * day,
  statuses: ["redemption period", "pending delete"],
  registrar: "Example Registrar, Inc.",
};
const catching =
  "Names that many people want are caught by drop-catching services within milliseconds, or auctioned before.";

describe("--when", () => {
  it("says when the domain is released, its stages and its record, then which pipelines wait for it", () => {
    const pipeline = (cron: string) => [
      ...["trigger: none", "pr: none", "schedules:", `  - cron: "${cron}"`],
      "    displayName: Wait for example.org",
      ...["    branches: { include: [main] }", "    always: true"],
    ];
    assert.deepEqual(renderWhen("example.org", record, now), [
      "example.org is in the redemption grace period. If nobody renews it, it is released between 2026-11-25 and 2026-12-15.",
      ...renderLifecycle("example.org", record, now).slice(1),
      "According to the record: sold by Example Registrar, Inc., registered on 2020-01-01, record changed last on 2026-11-10.",
      "",
      'Until 2026-11-24, a daily run is enough (cron "0 6 * * *"). From then on, run it every hour (cron "0 * * * *"). ' +
        "Names were seen to be released from 13:30 to 15:00 UTC.",
      ...["", "# azure-pipelines.yml, until 2026-11-24", ...pipeline("0 6 * * *")],
      ...["", "# azure-pipelines.yml", ...pipeline("0 * * * *")],
      "",
      `${catching} Whether example.org is one of them cannot be seen from its name.`,
      "Registrars differ in who can use them and how fast they may be asked: docs/domain/registrars.md.",
    ]);
    const anyMoment = renderWhen("example.org", { ...record, statuses: [] }, now);
    const crons = anyMoment.filter((line) => line.includes("- cron:") || line.startsWith("#"));
    assert.deepEqual(crons, ["# azure-pipelines.yml", '  - cron: "0 * * * *"']);
    const schedule = { cron: "0 6 * * *", displayName: "Wait for example.org", always: true };
    assert.deepEqual(parse(pipeline("0 6 * * *").join("\n")), {
      ...{ trigger: "none", pr: "none", schedules: [{ ...schedule, branches: { include: ["main"] } }] },
    });
  });

  it("says only what the record has", () => {
    const nothing = { registeredAt: undefined, changedAt: undefined, registrar: undefined };
    const said = (facts: Partial<PublicRecord>) =>
      renderWhen("example.org", { ...record, ...nothing, ...facts }, now).filter((line) =>
        /^According/.test(line),
      );
    assert.deepEqual(said({ registeredAt: record.registeredAt }), [
      "According to the record: registered on 2020-01-01.",
    ]);
    assert.deepEqual(said({ registrar: record.registrar }), [
      "According to the record: sold by Example Registrar, Inc.",
    ]);
    assert.deepEqual(said({}), []);
  });

  it("says when the registry of the ending releases names, if that is known", () => {
    const hours = (domain: string) =>
      renderWhen(domain, record, now)
        .find((line) => /cron "/.test(line))
        ?.split(").")
        .at(-1);
    const seen = (from: string, to: string) => ` Names were seen to be released from ${from} to ${to} UTC.`;
    const stated = " Its registry releases names from 04:00 UTC.";
    assert.deepEqual(
      ["com", "net", "nz", "co.nz", "se", "nu", "de"].map((ending) => hours(`example.${ending}`)),
      [
        ...[seen("18:00", "20:00"), seen("18:00", "20:00"), seen("02:00", "03:00"), seen("02:00", "03:00")],
        ...[stated, stated, ""],
      ],
    );
  });

  it("says only what the name alone tells about rivals", () => {
    const last = (domain: string) => renderWhen(domain, record, now).at(-2);
    const probably = (domain: string, reasons: string) =>
      `${domain} ${reasons}, so it is probably one of those. ${catching}`;
    assert.equal(last("abcde.org"), probably("abcde.org", "has 5 characters only"));
    assert.equal(last("1.org"), probably("1.org", "has 1 character only and consists of digits only"));
    assert.equal(last("123456.co.uk"), probably("123456.co.uk", "consists of digits only"));
    for (const domain of ["abcdef.org", "a12345.org", "12345a.org"])
      assert.equal(
        last(domain),
        `${catching} Whether ${domain} is one of them cannot be seen from its name.`,
      );
  });
});

describe("whenTool", () => {
  const when = async (inputs: Record<string, string>, cancelled = new AbortController().signal) => {
    const registry = await startRdap(
      { "example.org": () => ({ status: ["pending delete"], expiresAt: now - 77 * day }) },
      () => now,
    );
    const agent = memoryAgent({
      inputs: { rdapUrl: registry.server.href, ...inputs },
      advice: terminalAdvice,
    });
    const clock = testClock({ startsAt: now, passes: (milliseconds) => milliseconds < 10_000 });
    try {
      const outcome = await whenTool.act({ agent, clock, cancelled });
      return { outcome, printed: agent.printed, records: registry.asked().records };
    } finally {
      await registry.close();
    }
  };

  it("asks the registry once, and prints what the record shows", async () => {
    const { outcome, printed, records } = await when({ domain: " Example.ORG " });
    const seen = { ...record, statuses: ["pending delete"], expiresAt: now - 77 * day };
    const unknown = { registeredAt: undefined, changedAt: undefined };
    assert.deepEqual([...printed, outcome.message], renderWhen("example.org", { ...seen, ...unknown }, now));
    assert.deepEqual([outcome.result, outcome.exitCode, records], ["Succeeded", 0, 1]);
  });

  it("sends people to a check if the registry has no record", async () => {
    const { outcome, printed } = await when({ domain: "our-project.org" });
    assert.deepEqual(
      [printed, outcome.message],
      [
        ["The registry has no record of our-project.org: it may be available. Check it: --action check."],
        `${catching} Whether our-project.org is one of them cannot be seen from its name.`,
      ],
    );
  });

  it("names everything that is wrong, and fails if the record cannot be read", async () => {
    await assert.rejects(when({ domain: "example", rdapUrl: "ftp://x" }), {
      message: /^2 problems found:\n- --when: has no top-level domain.*\n- --rdapUrl: .*$/,
    });
    await assert.rejects(when({ domain: "example.org", rdapUrl: "ftp://x" }), { message: /^--rdapUrl: / });
    await assert.rejects(when({ domain: "" }), { message: "--when: is not a domain name" });
    const stopped = AbortSignal.abort(new Error("stopped"));
    await assert.rejects(when({ domain: "example.org", rdapUrl: "" }, stopped), { message: "stopped" });
    await assert.rejects(when({ domain: "example.org", rdapUrl: "http://127.0.0.1:1/" }), {
      message: /^Could not read the public record of example\.org\. public record: GET /,
    });
  });
});
