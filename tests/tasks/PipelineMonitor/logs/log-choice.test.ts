import assert from "node:assert/strict";
import fc from "fast-check";
import { chooseLog, consideredLogs } from "../../../../tasks/PipelineMonitor/logs/log-choice";

type LogFinding = Awaited<ReturnType<Parameters<typeof chooseLog>[1]>>;

interface SketchedLog {
  id: number;
  lineCount: number;
  finding: LogFinding;
}

const sketchedLogs = (findings: readonly LogFinding[]) =>
  fc
    .array(fc.record({ lineCount: fc.nat(5), finding: fc.constantFrom(...findings) }), { maxLength: 12 })
    .map((logs) => logs.map((log, index): SketchedLog => ({ ...log, id: 10 + 3 * index })));

const inspect = async (log: { id: number }) => {
  assert.ok("finding" in log);
  return log.finding as LogFinding;
};

/** Rule 6 word by word: fetch each considered log, remember the last with an error, track the longest. */
function byTheLetter(logs: readonly SketchedLog[]): number | undefined {
  let errorLog: number | undefined;
  let longest: SketchedLog | undefined;
  for (const log of consideredLogs(logs)) {
    if (log.finding === "error") errorLog = log.id;
    if (longest === undefined || log.lineCount > longest.lineCount) longest = log;
  }
  return errorLog !== undefined && errorLog !== longest?.id ? errorLog : longest?.id;
}

describe("chooseLog", () => {
  it("chooses from the end what rule 6, word by word, chooses from the beginning", async () => {
    await fc.assert(
      fc.asyncProperty(sketchedLogs(["error", "noError", "unreadable"]), async (logs) => {
        const { logId } = await chooseLog(logs, inspect);
        assert.equal(logId, byTheLetter(logs));
      }),
    );
  });

  it("inspects no log before the last one that holds error", async () => {
    await fc.assert(
      fc.asyncProperty(sketchedLogs(["error", "noError"]), async (logs) => {
        let inspected = 0;
        await chooseLog(logs, (log) => {
          inspected++;
          return inspect(log);
        });
        const considered = consideredLogs(logs);
        const lastError = considered.map(({ finding }) => finding).lastIndexOf("error");
        assert.equal(inspected, lastError === -1 ? considered.length : considered.length - lastError);
      }),
    );
  });

  it("counts what it could not read, entries without an id among them (decision 2)", async () => {
    const four = Array.from({ length: 4 }, (_, id) => ({ id, lineCount: 1 }));
    const logs = [...four, undefined, { id: 5, lineCount: 0 }, undefined];
    const unreadable = async ({ id }: { id: number }) => (id === 5 ? "unreadable" : "noError");
    const { logId, unreadableLogs } = await chooseLog(logs, unreadable);
    assert.deepEqual([logId, unreadableLogs], [5, 3]);
  });

  it("says why it chose", async () => {
    const logs = Array.from({ length: 7 }, (_, id) => ({ id, lineCount: 10 * id }));
    const errorIn = (...ids: number[]) =>
      chooseLog(logs, async ({ id }) => (ids.includes(id) ? "error" : "noError"));
    const counts = { unreadableLogs: 0, logs: 7, considered: 3 };
    assert.deepEqual(await errorIn(1, 4, 5), { logId: 5, lineCount: 50, holdsError: true, ...counts });
    assert.deepEqual(await errorIn(1), { logId: 6, lineCount: 60, holdsError: false, ...counts });
    const none = { logId: undefined, lineCount: 0, holdsError: false };
    const counted = { unreadableLogs: 0, logs: 0, considered: 0 };
    assert.deepEqual(await chooseLog([], async () => "error"), { ...none, ...counted });
  });
});

describe("consideredLogs", () => {
  it("are the entries from the fifth on, or all when there are fewer than five (rule 6.1, decision 2)", () => {
    assert.deepEqual(consideredLogs([1, 2, 3, 4, 5, 6]), [5, 6]);
    assert.deepEqual(consideredLogs([1, 2, 3, 4]), [1, 2, 3, 4]);
  });
});
