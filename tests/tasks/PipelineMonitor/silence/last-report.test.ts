import assert from "node:assert/strict";
import type { Run, TaggedRun } from "../../../../shared/azure-devops/records";
import { reportTag } from "../../../../tasks/PipelineMonitor/config/own-pipeline";
import type { SinceLast, Window } from "../../../../tasks/PipelineMonitor/issue/window";
import { readReports, windowSince } from "../../../../tasks/PipelineMonitor/silence/last-report";
import { failedRun } from "../failed-run";

const never = new AbortController().signal;
const now = Date.UTC(2026, 10, 20, 3, 19, 40);
const second = now / 1000;
const runStarted = (id: number, seconds: number) => failedRun({ id, startTime: second - seconds });
const startedAgo = (id: number, seconds: number, tags = ["reported", "reported-whole"]): TaggedRun => ({
  id,
  startTime: second - seconds,
  tags,
});

/** A window since the last report. */
function since(window: Window): SinceLast {
  return window.kind === "sinceLast" ? window : assert.fail();
}

describe("the window since the last report", () => {
  const ask = async (tagged: TaggedRun[], own: Run) => {
    const reports = await readReports(
      {
        definitionId: "12",
        runId: "900",
        tag: "reported",
        service: {
          taggedRuns: async (...[definitionId, tag, count]) => {
            assert.deepEqual([definitionId, tag, count], ["12", "reported", 1]);
            return tagged;
          },
          run: async (id) => {
            assert.equal(id, "900");
            return own;
          },
          attachments: async () => [],
          dispose: () => undefined,
        },
      },
      never,
    );
    return since(windowSince(reports, now));
  };

  it("goes back a day for a project that the last report could not read, for missed runs, too", () => {
    const reports = {
      ...{ lastStart: second - 3600, ownStart: second - 30, seenDigests: [], wasPartial: false },
      unread: ["0123456789abcdef"],
    };
    const { from, stuckFrom, dueFrom } = since(windowSince(reports, now, "0123456789abcdef"));
    assert.deepEqual([from, stuckFrom, dueFrom], [undefined, undefined, Math.floor(now / 1000) - 86_400]);
    assert.equal(since(windowSince(reports, now, "fedcba9876543210")).from, second - 3600);
  });

  it("begins where the last run of the tag started, and ends where this one did", async () => {
    const { from, until } = await ask([startedAgo(899, 7200)], runStarted(900, 20));
    assert.deepEqual([from, until], [second - 7200, second - 20]);
  });

  it("tells nothing twice when it is run again: its window begins where it had started, and has no end", async () => {
    const { from, until } = await ask([startedAgo(900, 20)], runStarted(900, 20));
    assert.deepEqual([from, until], [second - 20, undefined]);
  });

  it("has no beginning where there is no such run", async () => {
    const { from, stuckFrom, until } = await ask([], failedRun({ startTime: undefined }));
    assert.deepEqual([from, stuckFrom, until], [undefined, undefined, undefined]);
  });

  it("tells of what hangs and of a day's missing runs, where the last run could not see that", async () => {
    const seen = await ask([startedAgo(899, 7200)], runStarted(900, 20));
    assert.deepEqual([seen.from, seen.stuckFrom], [second - 7200, second - 7200]);
    const unseen = await ask([startedAgo(899, 7200, ["reported"])], runStarted(900, 20));
    assert.deepEqual([unseen.from, unseen.stuckFrom], [second - 7200, undefined]);
    assert.deepEqual([seen.dueFrom, unseen.dueFrom], [second - 7200, second - 24 * 3600]);
  });
});

describe("reportTag", () => {
  it("is the same for the same monitor, and another for any other", () => {
    const parts = ["watch", "Job", "PipelineMonitor", "monitor.json"];
    assert.equal(reportTag(parts), reportTag([...parts]));
    assert.match(reportTag(parts), /^monitor-reported-[0-9a-f]{12}$/);
    for (const index of parts.keys())
      assert.notEqual(
        reportTag(parts.map((part, at) => (at === index ? `${part}1` : part))),
        reportTag(parts),
      );
    assert.notEqual(reportTag(["ab", "c"]), reportTag(["a", "bc"]));
  });
});
