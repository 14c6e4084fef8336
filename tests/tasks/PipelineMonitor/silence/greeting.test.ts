import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { findGreeting } from "../../../../tasks/PipelineMonitor/silence/greeting";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { memoryPipeline } from "../monitor-stage";
import { projectReport } from "../report-stage";
import { configWith, now } from "./silence-stage";

describe("the greeting", () => {
  const config = configWith({ greeting: true }, { c: { check_flag: false } });
  const first = { memory: undefined, startTime: undefined, skipped: [], notes: [], isUnknown: false };
  const memory = { projects: new Map(), othersUntil: now, unread: [] };
  const { ownPipeline } = memoryPipeline()(0);
  const runs = ["a", "a", "b", "c"].map((pipeline, id) => failedRun({ id, pipeline, finishTime: now - 60 }));
  const early = failedRun({ id: 9, pipeline: "early", finishTime: now - 7200 });
  const unreadable = { id: 10, buildNumber: "1", pipeline: "d", problem: "" };
  const project = projectReport({
    ...{ config, window: sinceLast(now * 1000, { until: now - 3600 }) },
    records: [...[...runs, early].map((run) => ({ run })), { unreadable }],
  });
  /** It stands below the issues, and counts as none. */
  const aside = { severity: "note", rank: 6 };
  const textOf = (...of: Parameters<typeof findGreeting>) =>
    findGreeting(...of).map(({ parts }) => plainText(parts, sanitize));

  it("names the project and how many pipelines are checked and have run, and counts the other projects", () => {
    const [note, ...others] = findGreeting([project], first, ownPipeline);
    assert.deepEqual([{ ...note, parts: [] }, others], [{ parts: [], ...aside }, []]);
    assert.deepEqual(textOf([project], first, ownPipeline), ["Watching 2 pipelines in Night Shift."]);
    const [empty, one] = [
      { ...project, records: [] },
      { ...project, records: project.records.slice(0, 1) },
    ];
    assert.deepEqual(textOf([empty, project], first, ownPipeline), [
      "Watching Night Shift and 1 more project.",
    ]);
    assert.deepEqual(textOf([one, project, project], first, ownPipeline), [
      "Watching 1 pipeline in Night Shift and 2 more projects.",
    ]);
  });

  it("is for a first report that is known to be one, where it is asked for", () => {
    for (const last of [
      { ...first, memory },
      { ...first, startTime: now },
      { ...first, isUnknown: true },
    ])
      assert.deepEqual(textOf([project], last, ownPipeline), []);
    assert.deepEqual(textOf([project], first, undefined), []);
    assert.deepEqual(textOf([], first, ownPipeline), []);
    assert.deepEqual(textOf([{ ...project, config: configWith() }], first, ownPipeline), []);
  });
});
