import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { json, type Reply } from "../sandbox/loopback";
import { temporaryFolder } from "../temporary-folder";
import {
  isAvailability,
  now,
  type RegisterStageOptions,
  releasedAtCheck,
  withRegistrar,
} from "./register-stage";
import { useAgent } from "./use-agent";

const minute = 60_000;
const day = 24 * 60 * minute;

describe("packaged DomainRegister at the pace of the record", () => {
  const agent = useAgent();
  const folder = temporaryFolder();

  /** Registers with services that go by the task's clock. `reply` replaces every response of the registry. */
  const register = (options: RegisterStageOptions, reply?: Reply) => {
    const clockShownIn = join(folder(), "clock");
    const taskTime = () => Number(readFileSync(clockShownIn, "utf8"));
    return withRegistrar(
      agent(),
      { ...options, registrar: { ...options.registrar, now: taskTime } },
      async (stage) => {
        if (reply !== undefined) stage.rdap.faults.push({ when: () => true, reply });
        const checkedAt: number[] = [];
        stage.registrar.faults.push({
          when: (request) => isAvailability(request) && checkedAt.push(taskTime() - now) < 0,
          reply: {},
        });
        const inputs = { pace: "record", ...options.inputs };
        const step = await stage.run({ inputs, step: { clockShownIn } });
        return { ...step, checkedAt, asked: stage.rdap.asked(), charges: stage.registrar.charges };
      },
    );
  };
  const pendingDelete = { status: ["pending delete"], changedAt: now - 2 * day };

  it("ends early in redemption, after one check and one look, and says when to come back", async () => {
    const record = () => ({ status: ["redemption period", "pending delete"], expiresAt: now - 30 * day });
    const done = await register({ record, registrar: { domains: [releasedAtCheck(99)] } });
    assert.deepEqual([done.result, done.exitCode, done.outputs["outcome"]], ["Succeeded", 0, "tooEarly"]);
    assert.deepEqual([done.checkedAt.length, done.asked], [1, { list: 0, records: 1 }]);
    assert.deepEqual(
      [done.outputs["stage"], done.outputs["releaseEarliest"]],
      ["redemptionGracePeriod", "2026-11-25"],
    );
    assert.match(
      done.log.at(-1) ?? "",
      /Until 2026-11-24, a daily run is enough \(cron "0 6 \* \* \*"\)\. From then on, run it every hour/,
    );
    const summary = done.summaries["Domain Register"] ?? "";
    assert.match(summary, /^\| Outcome \| tooEarly \|$/m);
    assert.match(
      summary.replaceAll("\\", ""),
      /Until 2026-11-24, a daily run is enough \(cron "0 6 \* \* \*"\)/,
    );
    assert.ok((done.testimony?.seconds ?? 99) < 5, "it takes longer than a few seconds");
  });

  it("buys in redemption all the same if the registrar says twice that the domain is available", async () => {
    const record = () => ({ status: ["redemption period"] });
    const done = await register({ record, registrar: { domains: [releasedAtCheck(1)] } });
    assert.deepEqual([done.outputs["outcome"], done.charges.length], ["registered", 1]);
  });

  it("checks pending delete slowly outside of the hours in which names drop", async () => {
    // It is 03:00 UTC. Names of .org drop from 13:30 UTC.
    const done = await register({
      record: () => pendingDelete,
      inputs: { waitMinutes: "180" },
      registrar: { domains: [releasedAtCheck(99)] },
    });
    assert.equal(done.outputs["outcome"], "notAvailable");
    assert.deepEqual(
      done.checkedAt.map((at) => Math.round(at / minute)),
      [0, 30, 60, 90, 120, 150, 180],
    );
    assert.ok(done.asked.records <= 13, `${done.asked.records} looks`);
  });

  it("checks at the steady pace as soon as the record has vanished, and buys", async () => {
    const goneAt = now + 40 * minute;
    const done = await register({
      record: (at) => (at < goneAt ? pendingDelete : undefined),
      inputs: { waitMinutes: "180" },
      registrar: { domains: [{ ...releasedAtCheck(0), released: (at) => at >= goneAt + 2 * minute }] },
    });
    assert.deepEqual([done.outputs["outcome"], done.charges.length], ["registered", 1]);
    assert.deepEqual([done.outputs["stage"], done.outputs["releaseEarliest"]], ["released", ""]);
    assert.ok(
      done.log.includes(
        "The public record has vanished: the registry may have released the domain. Checking every 30 s.",
      ),
    );
    const [first, second, ...steady] = done.checkedAt.map((at) => at / minute);
    assert.deepEqual(
      [first, second].map((at) => Math.round(at ?? -1)),
      [0, 30],
    );
    // The look at 45 minutes sees that the record is gone. The check follows at once.
    assert.deepEqual(
      steady.map((at) => Math.round(at * 10) / 10),
      [45, 45],
    );
  });

  it("warns once if the record cannot be read, and is steady then", async () => {
    const done = await register(
      {},
      { status: 200, headers: { "content-type": "text/html" }, body: "<html>" },
    );
    assert.deepEqual(
      [done.result, done.outputs["outcome"], done.outputs["checks"]],
      ["Succeeded", "registered", "4"],
    );
    const warnings = done.issues.map(({ message }) => message);
    assert.equal(warnings.length, 1, warnings.join("\n"));
    assert.match(
      warnings[0] ?? "",
      /^Could not read the public record, so it does not set the pace\. public record: GET /,
    );
    assert.equal(done.asked.records, 1);
    assert.equal(done.outputs["stage"], "");
  });

  it("keeps the pause that the registry asks for", async () => {
    const later = { ...json({}), status: 429, headers: { "retry-after": "7200" } };
    const done = await withRegistrar(agent(), { record: () => pendingDelete }, async (stage) => {
      stage.rdap.faults.push({ when: () => stage.rdap.requests.length > 1, reply: later });
      await stage.run({ inputs: { pace: "record", waitMinutes: "90" } });
      return stage.rdap.asked();
    });
    assert.equal(done.records, 2);
  });

  it("asks no registry at the steady pace, which was the only one before", async () => {
    const done = await register({ record: () => pendingDelete, inputs: { pace: "steady" } });
    assert.deepEqual([done.outputs["outcome"], done.asked], ["registered", { list: 0, records: 0 }]);
    assert.deepEqual([done.outputs["stage"], done.outputs["releaseLatest"]], ["", ""]);
  });

  it("finds the registry in IANA's list, and keeps the list for the next job", async () => {
    await withRegistrar(agent(), { record: () => pendingDelete }, async ({ run, rdap }) => {
      const { hostname, port } = rdap.address;
      const step = {
        detour: {
          path: "^/rdap/dns\\.json$",
          protocol: "http:" as const,
          hostname,
          port: Number(port),
        },
        variables: { "Agent.ToolsDirectory": folder() },
      };
      const inputs = { pace: "record", rdapUrl: "", waitMinutes: "0" };
      for (let runs = 1; runs <= 2; runs++) {
        assert.deepEqual((await run({ inputs, step })).issues, []);
        assert.deepEqual(rdap.asked(), { list: 1, records: runs });
      }
    });
  });
});
