import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Reply } from "../sandbox/loopback";
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
    const record = () => ({
      status: ["redemption period", "pending delete"],
      expiresAt: now - 30 * day,
      changedAt: now - 20 * day,
    });
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

  it("checks pending delete at the steady pace at every hour of the day, and looks at the record once", async () => {
    // It is 03:00 UTC. Names of .org were seen to drop from 13:30 UTC.
    const done = await register({
      record: () => pendingDelete,
      inputs: { waitMinutes: "5" },
      registrar: { domains: [releasedAtCheck(99)] },
    });
    assert.equal(done.outputs["outcome"], "notAvailable");
    assert.deepEqual(
      done.checkedAt.map((at) => Math.round((2 * at) / minute)),
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
    assert.deepEqual([done.outputs["stage"], done.asked.records], ["pendingDelete", 1]);
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
      /^Could not read the public record, so the wait cannot end early\. public record: GET /,
    );
    assert.equal(done.asked.records, 1);
    assert.equal(done.outputs["stage"], "");
  });

  it("loses no check to a registry that hangs", async () => {
    const done = await register({ inputs: { waitMinutes: "5" } }, { ending: "hang" });
    assert.equal(done.outputs["outcome"], "registered");
    const [first = 0, ...others] = done.checkedAt;
    assert.ok(first <= 11_000, `${first} ms`);
    assert.deepEqual(
      others.map((at) => Math.round((at - first) / 1000)),
      [30, 60, 60],
    );
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
