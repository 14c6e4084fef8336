import assert from "node:assert/strict";
import { collectSchedules } from "../../../../../tasks/PipelineMonitor/tools/suggest/schedules";
import { failedRun } from "../../failed-run";

const day = 24 * 3600;
const start = Date.UTC(2026, 10, 1, 2) / 1000;
const never = new AbortController().signal;

describe("the schedules that --suggest lists", () => {
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
    assert.equal(await compared("steps: []"), `${line}, its YAML has no schedule`);
  });

  it("say why they are not compared", async () => {
    const lines = await linesOf(15, "schedule", async () => Promise.reject(new Error("HTTP 401")));
    assert.deepEqual(lines.slice(2), [
      line,
      "  Could not compare all pipelines with their YAML, which needs the scope Code (read): HTTP 401",
    ]);
  });
});
