import assert from "node:assert/strict";
import {
  alertsType,
  readRecorded,
  recordAlerts,
} from "../../../../../tasks/PipelineMonitor/features/paging/intents-file";
import { fullDisk, memoryAgent } from "../../../../memory-agent";
import { refusal } from "../../refusal";

const unused = () => assert.fail("nobody asks for it");
const never = new AbortController().signal;

describe("the record of the alerts that a step was about to change", () => {
  const read = (answers: Record<number, unknown>, before: Record<string, number> = {}) =>
    readRecorded(
      Object.keys(answers).map(Number),
      before,
      {
        tag: "t",
        service: {
          ...{ taggedRuns: unused, pipelineSource: unused, repositoryFile: unused },
          async attachments(run, type) {
            assert.equal(type, alertsType);
            const answer = answers[run];
            if (answer instanceof Error) throw answer;
            return [answer];
          },
        },
      },
      never,
    );

  it("is read as it was attached, and counts for its own run only", async () => {
    const attached: unknown[] = [];
    const attachReport = (_: string, __: string, text: string) => void attached.push(JSON.parse(text));
    recordAlerts(["a", "b"], { runId: "7", tag: "t" }, { ...memoryAgent(), attachReport });
    assert.deepEqual((await read({ 7: attached[0] })).alerts, ["a", "b"]);
    assert.deepEqual((await read({ 8: attached[0], 9: { run: 9, alerts: ["c"] } })).alerts, []);
  });

  it("is missing if it cannot be written, which holds up no alert", () => {
    const agent = memoryAgent();
    recordAlerts(["a"], { runId: "7", tag: "t" }, { ...agent, attachReport: fullDisk });
    assert.deepEqual(agent.warnings, ["Could not write the record of the alerts: ENOSPC"]);
    assert.deepEqual(agent.tags, []);
  });

  it("is tried by three reports if it cannot be read, and never again if it is gone", async () => {
    assert.deepEqual((await read({ 7: refusal(503) })).unread, { 7: 1 });
    assert.deepEqual((await read({ 7: refusal(503) }, { 7: 1 })).unread, { 7: 2 });
    assert.deepEqual((await read({ 7: refusal(503) }, { 7: 2 })).unread, {});
    const gone = await read({ 7: refusal(404) });
    assert.deepEqual([gone.unread, gone.problem instanceof Error], [{}, true]);
  });
});
