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
