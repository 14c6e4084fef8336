import assert from "node:assert/strict";
import { collectSchedules } from "../../../../../tasks/PipelineMonitor/actions/suggest/schedules";
import { failedRun } from "../../failed-run";

const day = 24 * 3600;
const start = Date.UTC(2026, 10, 1, 2) / 1000;
const never = new AbortController().signal;

describe("the schedules that suggest lists", () => {
  const linesOf = (
    count: number,
    reason: string,
    pipelineYaml = async (): Promise<string | undefined> => undefined,
  ) => {
    const schedules = collectSchedules();
    for (let index = 0; index < count; index++)
      schedules.count({ run: failedRun({ reason, definitionId: 7, queueTime: start + index * day }) });
    return schedules.lines((start + 15 * day) * 1000, { pipelineYaml }, never);
  };
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
    const compared = async (text: string) => (await linesOf(15, "schedule", async () => text)).at(-1);
    assert.equal(await compared(yaml("0 2 * * *", "    always: true\n")), `${line}, as in its YAML`);
    assert.equal(await compared(yaml("0 2 * * *")), `${line}, as in its YAML, without always: true`);
    assert.equal(await compared(yaml("0 3 * * *", "    always: true\n")), `${line}, its YAML has 0 3 * * *`);
    const two = `    always: true\n  - cron: "0 2 * * 1"\n`;
    assert.equal(await compared(yaml("0 2 * * 0,2-6", two)), `${line}, as in its YAML, without always: true`);
    assert.equal(
      await compared(yaml("0 3 * * *", `  - cron: "0 4 * * *"\n`)),
      `${line}, its YAML has 0 3 * * *; 0 4 * * *, without always: true`,
    );
    for (const text of ["steps: []", "text", "schedules: 5", "schedules:\n  - cron: 5", "5"])
      assert.equal(await compared(text), `${line}, its YAML has no schedule`);
    for (const text of ["", "a: b: c"])
      assert.equal(await compared(text), `${line}, its YAML could not be parsed`);
  });

  it("say why they are not compared, and ask no more after a failure, of more than 50 pipelines, or without an id", async () => {
    const ids: number[] = [];
    const linesFor = (
      pipelines: readonly [name: string, definitionId?: number][],
      pipelineYaml: typeof refuse,
      signal = never,
    ) => {
      const schedules = collectSchedules();
      for (const [pipeline, definitionId] of pipelines)
        for (let index = 0; index < 15; index++)
          schedules.count({
            run: failedRun({ pipeline, reason: "schedule", definitionId, queueTime: start + index * day }),
          });
      return schedules.lines((start + 15 * day) * 1000, { pipelineYaml }, signal);
    };
    const refuse = async (id: number): Promise<string | undefined> => {
      ids.push(id);
      throw new Error("HTTP 401");
    };
    const said = line.replace("  nightly import", "");
    assert.deepEqual((await linesFor([["b", 2], ["c"], ["a", 1]], refuse)).slice(2), [
      ...["a", "b", "c"].map((name) => `  ${name}${said}`),
      "  Could not compare all pipelines with their YAML, which needs the scope Code (read): HTTP 401",
    ]);
    assert.deepEqual(ids.splice(0), [1]);
    const signal = AbortSignal.abort(new Error("canceled"));
    await assert.rejects(linesFor([["a", 1]], refuse, signal), { message: "canceled" });
    ids.length = 0;
    const many = Array.from({ length: 51 }, (_, index): [string, number] => [String(100 + index), index]);
    await linesFor([["-"], ...many], async (id) => {
      ids.push(id);
      return undefined;
    });
    assert.deepEqual(
      ids,
      many.slice(0, 49).map(([, id]) => id),
    );
  });
});
