import assert from "node:assert/strict";
import { suggestSchedules } from "../../../../../tasks/PipelineMonitor/features/missed-runs/suggest-schedules";
import { testClock } from "../../../../test-clock";
import { failedRun, type RunChanges } from "../../failed-run";
import { memoryContext } from "../../report-stage";

const day = 24 * 3600;
const start = Date.UTC(2026, 10, 1, 2) / 1000;
const never = new AbortController().signal;

describe("the schedules that suggest lists", () => {
  type Yaml = (id: number) => Promise<string | undefined>;
  const withoutYaml: Yaml = async () => undefined;
  /** The lines on pipelines that ran daily. */
  const linesFor = (runs: readonly RunChanges[], count: number, pipelineYaml: Yaml, signal = never) => {
    const schedules = suggestSchedules();
    for (const run of runs)
      for (let index = 0; index < count; index++)
        schedules.count({ run: failedRun({ reason: "schedule", ...run, queueTime: start + index * day }) });
    const clock = testClock({ startsAt: (start + 15 * day) * 1000 });
    return schedules.lines(memoryContext({ clock, service: { pipelineYaml }, cancelled: signal }));
  };
  const linesOf = (count: number, reason: string, yaml = withoutYaml) => linesFor([{ reason }], count, yaml);
  const line = `  nightly import: "schedule": "0 2 * * *" (every day at 02:00 UTC, 2 weeks)`;

  it("are those of two weeks without a gap, as cron to be pasted", async () => {
    assert.deepEqual(await linesOf(15, "schedule"), ["", "Schedules that the runs show:", line]);
  });

  it("are not those of less, or of runs that people started", async () => {
    assert.deepEqual(await linesOf(13, "schedule"), []);
    assert.deepEqual(await linesOf(15, "manual"), []);
  });

  it("are compared with the YAML where it can be read", async () => {
    const yaml = (cron: string, more = "") =>
      `trigger: none\nschedules:\n  - cron: "${cron}"\n${more}steps: []\n`;
    const [always, second] = ["    always: true\n", `  - cron: "0 4 * * *"\n`];
    for (const [text, comparison] of [
      [yaml("0 2 * * *", always), "as in its YAML"],
      [yaml("0 2 * * *"), "as in its YAML, without always: true"],
      [yaml("0 3 * * *", always), "its YAML has 0 3 * * *"],
      [yaml("0 2 * * 0,2-6", `${always}  - cron: "0 2 * * 1"\n`), "as in its YAML, without always: true"],
      [yaml("0 3 * * *", second), "its YAML has 0 3 * * *; 0 4 * * *, without always: true"],
      ...["steps: []", "text", "schedules: 5", "schedules:\n  - cron: 5", "5"].map(
        (one) => [one, "its YAML has no schedule"] as const,
      ),
      ["", "its YAML could not be parsed"],
      ["a: b: c", "its YAML could not be parsed"],
    ] as const) {
      const lines = await linesOf(15, "schedule", async () => text);
      assert.equal(lines.at(-1), `${line}, ${comparison}`);
    }
  });

  it("say why they are not compared, and ask no more after a failure, of more than 50 pipelines, or without an id", async () => {
    const ids: number[] = [];
    const refuse: Yaml = async (id) => {
      ids.push(id);
      throw new Error("HTTP 401");
    };
    const of = (pipeline: string, definitionId?: number) => ({ pipeline, definitionId });
    const said = line.replace("  nightly import", "");
    assert.deepEqual((await linesFor([of("b", 2), of("c"), of("a", 1)], 15, refuse)).slice(2), [
      ...["a", "b", "c"].map((name) => `  ${name}${said}`),
      "  Could not compare all pipelines with their YAML, which needs the scope Code (read): HTTP 401",
    ]);
    assert.deepEqual(ids.splice(0), [1]);
    const signal = AbortSignal.abort(new Error("canceled"));
    await assert.rejects(linesFor([of("a", 1)], 15, refuse, signal), { message: "canceled" });
    ids.length = 0;
    const many = Array.from({ length: 51 }, (_, index) => of(String(100 + index), index));
    await linesFor([of("-"), ...many], 15, async (id) => {
      ids.push(id);
      return undefined;
    });
    assert.deepEqual([ids.length, ids[0], ids.at(-1)], [49, 0, 48]);
  });
});
