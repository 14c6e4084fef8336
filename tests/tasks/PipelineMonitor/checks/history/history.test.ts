import assert from "node:assert/strict";
import { parseRun, type Run, type RunRecord } from "../../../../../shared/azure-devops/records";
import { pipelinesOf, readHistories } from "../../../../../tasks/PipelineMonitor/checks/history/history";
import { failedRun } from "../../failed-run";
import { memoryContext } from "../../report-stage";

const never = new AbortController().signal;
const runOf = (definitionId: number, id: number, result: string, finishTime = id) => ({
  run: failedRun({ definitionId, id, result, finishTime }),
});

const none = () => false;

/** Asks a service for histories: its runs, newest first, by definition. */
async function histories(
  pipelines: Parameters<typeof readHistories>[0],
  limit: number,
  runsOf: (definitionId: number) => RunRecord[],
  isIgnored: (run: Run) => boolean = none,
) {
  const asked: string[] = [];
  const service = {
    async lastRuns(definitionId: number, until: number, count: number) {
      asked.push(`${definitionId} until ${until}: ${count}`);
      return runsOf(definitionId).slice(0, count);
    },
  };
  const { histories: into } = await readHistories(
    pipelines,
    { limit, isIgnored },
    memoryContext({ service }),
    never,
  );
  return { asked, into };
}

describe("pipelinesOf", () => {
  it("counts runs and failures of each pipeline by the id of its definition, and notes its last", () => {
    const runs = [runOf(7, 3, "failed"), runOf(7, 2, "succeeded"), runOf(8, 1, "succeeded")];
    assert.deepEqual(
      pipelinesOf(
        runs.map(({ run }) => run),
        none,
      ),
      [
        { definitionId: 7, runs: 2, failures: 1, lastFinish: 3 },
        { definitionId: 8, runs: 1, failures: 0, lastFinish: 1 },
      ],
    );
  });

  it("counts ignored runs only as runs, and ignores a pipeline that has no others", () => {
    const runs = [runOf(7, 3, "failed"), runOf(8, 2, "failed"), runOf(7, 1, "succeeded")];
    const isFailed = ({ result }: Run) => result === "failed";
    assert.deepEqual(
      pipelinesOf(
        runs.map(({ run }) => run),
        isFailed,
      ),
      [{ definitionId: 7, runs: 2, failures: 0, lastFinish: 1 }],
    );
  });

  it("passes over runs without an id of their definition or a time, and over more than a thousand pipelines", () => {
    const many = Array.from({ length: 1100 }, (_, definitionId) => failedRun({ definitionId }));
    const odd = [failedRun({ definitionId: undefined }), failedRun({ finishTime: undefined })];
    const seen = pipelinesOf([...odd, ...many, failedRun({ definitionId: 5 })], none);
    assert.equal(seen.length, 1000);
    assert.equal(seen.find(({ definitionId }) => definitionId === 5)?.runs, 2);
  });
});

describe("readHistories", () => {
  it("asks for the runs of the window and as many before them as it may, where one failed", async () => {
    const runs = [runOf(7, 3, "failed"), runOf(7, 2, "succeeded"), runOf(7, 1, "succeeded")];
    const failing = { definitionId: 7, runs: 1, failures: 1, lastFinish: 3 };
    const { asked, into } = await histories([failing], 50, () => runs);
    assert.deepEqual(asked, ["7 until 3: 51"]);
    assert.deepEqual(into.get(7), { runs: runs.map(({ run }) => run), isCut: false });
  });

  it("asks for one run before the window where none failed, and for more only when that one did", async () => {
    const good = { definitionId: 7, runs: 2, failures: 0, lastFinish: 3 };
    const healthy = await histories([good], 50, () => [1, 2, 3].map((id) => runOf(7, id, "succeeded")));
    assert.deepEqual([healthy.asked, healthy.into.size], [["7 until 3: 3"], 0]);
    const recovered = await histories([good], 50, () => [
      runOf(7, 3, "succeeded"),
      runOf(7, 2, "succeeded"),
      runOf(7, 1, "failed"),
    ]);
    assert.deepEqual([recovered.asked, recovered.into.size], [["7 until 3: 3", "7 until 3: 52"], 1]);
  });

  it("reads on if the run before the window is ignored, because it proves nothing", async () => {
    const good = { definitionId: 7, runs: 1, failures: 0, lastFinish: 3 };
    const all = [runOf(7, 3, "succeeded"), runOf(7, 2, "canceled"), runOf(7, 1, "failed")];
    const isCanceled = ({ result }: Run) => result === "canceled";
    const { asked, into } = await histories([good], 50, () => all, isCanceled);
    assert.deepEqual(asked, ["7 until 3: 2", "7 until 3: 51"]);
    assert.deepEqual(
      into.get(7)?.runs.map(({ id }) => id),
      [3, 1],
    );
  });

  it("knows that there may be more where it got as many as it asked for, or one that it cannot understand", async () => {
    const failing = { definitionId: 7, runs: 1, failures: 1, lastFinish: 3 };
    const full = await histories([failing], 1, () => [runOf(7, 3, "failed"), runOf(7, 2, "failed")]);
    assert.equal(full.into.get(7)?.isCut, true);
    const broken = await histories([failing], 9, () => [
      runOf(7, 3, "failed"),
      parseRun(0),
      runOf(7, 1, "failed"),
    ]);
    assert.deepEqual([broken.into.get(7)?.isCut, broken.into.get(7)?.runs.length], [true, 1]);
  });

  it("puts the last run first, whatever the order it comes in, and passes over runs without a time", async () => {
    const failing = { definitionId: 7, runs: 1, failures: 1, lastFinish: 3 };
    const timeless = { run: failedRun({ id: 9, finishTime: undefined }) };
    const { into } = await histories([failing], 50, () => [
      runOf(7, 1, "failed", 10),
      timeless,
      runOf(7, 2, "failed", 30),
      runOf(7, 4, "failed", 20),
      runOf(7, 3, "failed", 20),
    ]);
    assert.deepEqual(
      into.get(7)?.runs.map(({ id }) => id),
      [2, 4, 3, 1],
    );
  });

  it("never asks for more than the service gives", async () => {
    const flood = { definitionId: 7, runs: 9000, failures: 1, lastFinish: 3 };
    assert.deepEqual((await histories([flood], 50, () => [])).asked, ["7 until 3: 5000"]);
  });

  it("keeps the histories that it had when another cannot be had, and says so", async () => {
    const service = {
      lastRuns: (definitionId: number) =>
        definitionId === 7 ? Promise.reject(new Error("down")) : Promise.resolve([runOf(8, 1, "failed")]),
    };
    const failing = (definitionId: number) => ({ definitionId, runs: 1, failures: 1, lastFinish: 3 });
    const { histories, failures } = await readHistories(
      [failing(7), failing(8)],
      { limit: 9, isIgnored: none },
      memoryContext({ service }),
      never,
    );
    assert.deepEqual([[...histories.keys()], failures], [[8], [new Error("down")]]);
  });
});
