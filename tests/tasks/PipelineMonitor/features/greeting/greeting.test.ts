import assert from "node:assert/strict";
import { plainText } from "../../../../../shared/chat/message";
import type { Config } from "../../../../../tasks/PipelineMonitor/config/parse";
import { nothingBefore } from "../../../../../tasks/PipelineMonitor/feature";
import { greeting } from "../../../../../tasks/PipelineMonitor/features/greeting/greeting";
import type { ProjectReport } from "../../../../../tasks/PipelineMonitor/issue/report";
import { sinceLast } from "../../../../../tasks/PipelineMonitor/issue/window";
import { openFeatures, readFeatures } from "../../../../../tasks/PipelineMonitor/open-features";
import { partsOfNote } from "../../../../../tasks/PipelineMonitor/render/notes";
import { issueOfRunCount } from "../../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../../sanitize";
import { failedRun } from "../../failed-run";
import { configWith, now } from "../../ledger/ledger-stage";
import { changes, ended, memoryPipeline, playHours, watch } from "../../monitor-stage";
import { memoryContext, projectReport } from "../../report-stage";

const window = sinceLast(now * 1000, { until: now - 3600 });

const { ownPipeline } = memoryPipeline()(0);

/** The notes of a first report. */
function textsOf({
  config,
  projects,
  before = {},
}: {
  config: Config;
  projects: readonly ProjectReport[];
  before?: Partial<typeof nothingBefore>;
}) {
  const context = memoryContext();
  const on = readFeatures([greeting], { config, value: config.keys });
  const { notesOnAll } = openFeatures(on, { ...nothingBefore, own: ownPipeline, ...before }, context);
  return notesOnAll(projects, context).notes.map((note) => plainText(partsOfNote(note), sanitize));
}

describe("greetings", () => {
  it("begin the first report if the key asks for it, and are not repeated", async () => {
    const runs = [1, 2, 3].map((id) => ended(0, -0.5, { id, pipeline: `pipeline ${id % 2}` }));
    const text = (what: string) =>
      `**Recent pipeline issues**\nWatching ${what}Night Shift. All is well so far.`;
    const texts = await playHours({ greeting: true }, [{ at: 0, runs }, { at: 1 }]);
    assert.deepEqual(texts, [text("2 pipelines in "), ""]);
    assert.deepEqual(await playHours({ greeting: true }, [{ at: 0 }]), [text("")]);
    assert.deepEqual(await playHours({}, [{ at: 0, runs }]), [""]);
  });

  it("count two pipelines of one name in two folders as two", async () => {
    const twin = (id: number, path: string) =>
      ended(0, -0.5, {
        id,
        definitionId: id,
        pipeline: "deploy",
        record: { definition: { id, name: "deploy", path } },
      });
    const runs = [twin(7, "\\Billing"), twin(8, "\\Shop")];
    const [text] = await playHours({ greeting: true }, [{ at: 0, runs }]);
    assert.match(text ?? "", /Watching 2 pipelines/);
  });

  it("are not posted outside a pipeline, or if the last report cannot be read", async () => {
    const keys = { ...changes, greeting: true };
    assert.deepEqual((await watch([], { keys })).posted, []);
    const { posted } = await watch([], { keys, ownPipeline: { unknown: "no token" } });
    assert.doesNotMatch(posted.join(), /Watching/);
  });

  it("name the project, the pipelines that ran, and the other projects", () => {
    const config = configWith({ greeting: true }, { c: { check_flag: false } });
    const runs = ["a", "a", "b", "c"].map((pipeline, id) =>
      failedRun({ id, pipeline, finishTime: now - 60 }),
    );
    const early = failedRun({ id: 9, pipeline: "early", finishTime: now - 7200 });
    const unreadable = { id: 10, buildNumber: "1", pipeline: { name: "d" }, problem: "" };
    const records = [...[...runs, early].map((run) => ({ run })), { unreadable }];
    const project = projectReport({ config, window, records });
    const first = { config };
    assert.deepEqual(textsOf({ ...first, projects: [project] }), [
      "Watching 2 pipelines in Night Shift. All is well so far.",
    ]);
    assert.deepEqual(textsOf({ ...first, projects: [{ ...project, records: [] }, project] }), [
      "Watching Night Shift and 1 more project. All is well so far.",
    ]);
    const one = { ...project, records: records.slice(0, 1) };
    const watching = "Watching 1 pipeline in Night Shift and 2 more projects.";
    const issues = [issueOfRunCount(0, 5)];
    for (const changes of [{ issues }, { isWhole: false }]) {
      const other = { ...one, ...changes };
      assert.deepEqual(textsOf({ ...first, projects: [one, other, one] }), [watching]);
    }
    for (const changes of [
      { before: { own: undefined } },
      { before: { remembered: "read" as const } },
      { config: configWith() },
      { projects: [] },
    ])
      assert.deepEqual(textsOf({ ...first, projects: [project], ...changes }), []);
  });
});
