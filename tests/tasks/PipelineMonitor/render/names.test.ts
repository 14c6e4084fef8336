import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { emptyJournal } from "../../../../shared/journal/schema";
import type { NameOf } from "../../../../shared/subject";
import type { ToldProject } from "../../../../tasks/PipelineMonitor/issue/report";
import { subjectOf } from "../../../../tasks/PipelineMonitor/issue/subject";
import { noteRuns } from "../../../../tasks/PipelineMonitor/journal/note";
import { composeMessage } from "../../../../tasks/PipelineMonitor/render/message";
import {
  definitionOf,
  namesForGood,
  namesInMessage,
  pipelineNames,
  wholeNames,
} from "../../../../tasks/PipelineMonitor/render/names";
import { issueOfResult } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { failedRun, type RunChanges } from "../failed-run";
import { knownEntry } from "../known-entry";
import { projectReport, reportOn } from "../report-stage";

const deploy = (id: number, folder: string, branch?: string): RunChanges => ({
  ...{ id, pipeline: { id, name: "deploy", folder } },
  ...(branch && { branch: `refs/heads/${branch}` }),
});
const main = deploy(1, "\\A", "main");
const dev = deploy(1, "\\A", "dev");
const other = deploy(2, "\\B");

/** The name of a run's pipeline in a report that knows these runs from somewhere. */
const named = (names: (project: ToldProject) => NameOf, run: RunChanges, where: Partial<ToldProject>) =>
  names(projectReport(where))(subjectOf(failedRun(run)));
const places = (...runs: RunChanges[]): Partial<ToldProject>[] => {
  const [all, { config }] = [runs.map(failedRun), projectReport()];
  return [
    { issues: all.map(issueOfResult) },
    { lasting: all.map((run) => ({ entry: knownEntry(issueOfResult(run), 0) })) },
    { journal: noteRuns(emptyJournal, all, config) },
    { records: all.map((run) => ({ run })) },
  ];
};

describe("the name of a pipeline", () => {
  it("has the folder wherever the reader may take it for another one", () => {
    for (const names of [namesInMessage, namesForGood, pipelineNames, wholeNames]) {
      assert.equal(named(names, other, {}), "deploy");
      for (const where of places(main, other).filter((place) => names !== wholeNames || !place.lasting))
        assert.equal(named(names, other, where), "\\B\\deploy");
    }
  });

  it("has the branch where several are told, or it is no usual one and others have run; in a ticket always, and never on a page of pipelines", () => {
    for (const where of places(main, dev)) {
      const isTold = (where.issues ?? where.lasting) !== undefined;
      assert.equal(named(namesInMessage, main, where), isTold ? "deploy on main" : "deploy");
      assert.equal(named(namesInMessage, dev, where), "deploy on dev");
      assert.equal(named(pipelineNames, dev, where), "deploy");
    }
    for (const where of places(main, dev).filter(({ lasting, journal }) => lasting ?? journal))
      assert.equal(named(namesForGood, dev, where), "deploy on dev");
    assert.equal(named(wholeNames, dev, {}), "deploy on dev");
    for (const where of places(dev)) assert.equal(named(namesInMessage, dev, where), "deploy");
  });

  it("is the same in the line for what has no room", () => {
    const [where = {}] = places(main, dev);
    const { lines, rest } = composeMessage(reportOn([projectReport(where)]), "product", undefined, sanitize);
    assert.match(plainText(rest?.(lines)(9).parts ?? [], sanitize), /: deploy ×2$/);
  });

  it("is that of the pipeline of a schedule, if only one has the name", () => {
    const pipeline = { name: "deploy" };
    const idIn = (...runs: RunChanges[]) =>
      places(...runs).map((where) => definitionOf(pipeline, projectReport(where)));
    assert.deepEqual(new Set(idIn(main, dev)), new Set([1]));
    assert.deepEqual(new Set(idIn(main, other)), new Set([undefined]));
    assert.deepEqual(new Set(idIn({ pipeline: "b" })), new Set([undefined]));
  });
});
