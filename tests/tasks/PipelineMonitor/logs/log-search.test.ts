import assert from "node:assert/strict";
import { StepCancelled } from "../../../../shared/agent/task";
import { type Issue, issueOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { findLogs, holdsError, runIdOf } from "../../../../tasks/PipelineMonitor/logs/log-search";
import {
  issueOfRecord,
  issueOfResult,
  issueOfRunCount,
} from "../../../../tasks/PipelineMonitor/rules/issues";
import { testClock } from "../../../test-clock";
import { failedRun } from "../failed-run";
import { hanging, memoryContext } from "../report-stage";

const failed = (id: number) => issueOfResult(failedRun({ id }));
const tooFew = issueOfRunCount(0, 1);
const unreadable = (id: number | undefined) =>
  issueOfRecord({ id, buildNumber: "", pipeline: undefined, problem: "x" });
const missed = issueOf(
  { code: "missed", severity: "failure", rank: 1, tally: "" },
  { pipeline: { name: "a" } },
  [],
);

describe("findLogs", () => {
  const logs = [1, 2, 3].map((id) => ({ id, lineCount: 10 * id }));

  async function found(issues: readonly Issue[], service: object = {}, cancelled?: AbortSignal) {
    const progress: [number, string][] = [];
    const asked: number[] = [];
    const context = memoryContext({
      ...(cancelled === undefined ? {} : { cancelled }),
      progress: (percent, what) => progress.push([percent, what]),
      service: {
        logsOf: async (id: number) => {
          asked.push(id);
          return logs;
        },
        readLog: async (_: number, logId: number) => ({ holdsError: logId === 2 }),
        ...service,
      },
    });
    const after = await findLogs(issues, holdsError, context);
    return { after, asked, progress, printed: context.agent.printed };
  }

  it("adds the page and the log to each issue about a run whose id is known, unless it has links", async () => {
    const linked = { ...failed(5), links: { ...failed(5).links, runPage: new URL("https://h/5") } };
    const [nameless, one, two] = [unreadable(undefined), failed(1), unreadable(2)];
    const { after, asked } = await found([tooFew, one, missed, linked, two, nameless]);
    const withLinks = (issue: Issue, id: number) => ({
      ...issue,
      links: {
        runPage: new URL(`https://h/o/p/_build/results?buildId=${id}`),
        log: new URL(`https://h/o/p/_apis/build/builds/${id}/logs/2`),
        note: "",
        lineNumber: undefined,
        choice: { logId: 2, lineCount: 20, holdsError: true, logs: 3, considered: 3, unreadableLogs: 0 },
      },
    });
    assert.deepEqual(after, [tooFew, withLinks(one, 1), missed, linked, withLinks(two, 2), nameless]);
    assert.deepEqual(asked, [1, 2]);
  });

  it("shows its progress through what it searches, each percent once", async () => {
    const percents = async (count: number) =>
      (await found([tooFew, missed, ...Array.from({ length: count }, (_, id) => failed(id))])).progress;
    assert.deepEqual(await percents(0), []);
    const shown = (percent: number) => [percent, "Searching the logs"];
    assert.deepEqual(await percents(3), [33, 66, 100].map(shown));
    assert.deepEqual(
      await percents(250),
      Array.from({ length: 100 }, (_, index) => shown(index + 1)),
    );
  });

  it("says why a log or the list of logs of a run cannot be read", async () => {
    const fail = () => Promise.reject(new Error("down"));
    const one = await found([failed(1)], { readLog: fail });
    const printed = [3, 2, 1].map((id) => `Log ${id} of run 1 could not be read: down`);
    assert.deepEqual([one.printed, one.after[0]?.links.note], [printed, "3 of its logs could not be read"]);
    const all = await found([failed(1)], { logsOf: fail });
    assert.deepEqual(all.printed, ["The logs of run 1 could not be listed: down"]);
    const { log, note } = all.after[0]?.links ?? {};
    assert.deepEqual([log, note], [undefined, "its logs could not be listed"]);
  });

  it("goes on without the logs when the time for them is up, which is printed once", async () => {
    const readLog = (_run: number, _log: number, _read: unknown, signal: AbortSignal) => hanging(signal);
    for (const [service, note] of [
      [{ logsOf: async () => logs, readLog }, "3 of its logs could not be read"],
      [{ logsOf: hanging }, "its logs could not be listed"],
    ] as const) {
      const context = memoryContext({ clock: testClock({ passes: () => true }), service });
      const after = await findLogs([failed(1), failed(2)], holdsError, context);
      for (const { links } of after) assert.equal(links.note, note);
      assert.deepEqual(context.agent.printed, [
        "The time for the log search is up; later logs were not read.",
      ]);
    }
  });

  it("ends with a cancelled step, and prints nothing then", async () => {
    const step = new AbortController();
    const cancelled = new StepCancelled();
    const lasting = (...given: unknown[]) => {
      setImmediate(() => step.abort(cancelled));
      return hanging(...given);
    };
    const service = { logsOf: async () => logs, readLog: lasting };
    const context = memoryContext({ cancelled: step.signal, service });
    await assert.rejects(findLogs([failed(1)], holdsError, context), cancelled);
    assert.deepEqual(context.agent.printed, []);
    await assert.rejects(found([failed(1)], { logsOf: hanging }, step.signal), cancelled);
  });
});

describe("runIdOf", () => {
  it("is the id of the run that an issue is about, if it is known", () => {
    const ids = [failed(7), unreadable(8), unreadable(undefined), tooFew, missed].map(runIdOf);
    assert.deepEqual(ids, [7, 8, undefined, undefined, undefined]);
  });
});
