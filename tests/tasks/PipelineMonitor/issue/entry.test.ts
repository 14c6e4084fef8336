import assert from "node:assert/strict";
import { pipelineIdOf } from "../../../../shared/pipeline";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import { withPresentNames } from "../../../../tasks/PipelineMonitor/issue/entry";
import { subjectIn } from "../../../../tasks/PipelineMonitor/issue/finding";
import { recoveryNote } from "../../../../tasks/PipelineMonitor/issue/note";
import { issueOfRecord } from "../../../../tasks/PipelineMonitor/rules/issues";
import { failedRun } from "../failed-run";
import { failedEntry, nearLimit, noteEntry, now } from "../ledger/ledger-stage";

const run = failedRun({ branch: "refs/heads/main" });
const { pipeline } = run;
const present = { ...pipeline, name: "billing", folder: "\\Billing" };
const named = (entry: Entry) => withPresentNames(entry, new Map([[pipelineIdOf(pipeline), present]]));
const note = recoveryNote(run, new URL("https://h/"), "works again");

describe("an entry of a pipeline that was renamed", () => {
  for (const [what, entry] of Object.entries({
    "an issue of a run": failedEntry({ content: { ...nearLimit, about: { run } } }),
    "an issue of a branch": failedEntry({
      content: { ...nearLimit, about: { pipeline, branch: "refs/heads/main" } },
    }),
    "an issue of a record": failedEntry({
      content: issueOfRecord({ id: run.id, buildNumber: "1", pipeline, problem: "no times" }),
    }),
    "a note on a run": noteEntry({}, note),
    "a note on a branch": noteEntry({}, { subject: { pipeline, branch: "refs/heads/main", run: undefined } }),
  }))
    it(`has its new name, and else is what it was: ${what}`, () => {
      const before = subjectIn(entry.content);
      assert.deepEqual(subjectIn(named(entry).content), { ...before, pipeline: present });
    });

  it("keeps the run that a note names", () => {
    assert.deepEqual(named(noteEntry({}, note)).content, {
      ...note,
      run: { ...run, pipeline: present },
    });
  });

  it("ends under its new name", () => {
    const { end } = named(failedEntry({ end: { at: now, note } }));
    assert.deepEqual(end, { at: now, note: { ...note, run: { ...run, pipeline: present } } });
  });

  it("stays as it is if the name is the same", () => {
    const entry = failedEntry({ end: { at: now } });
    assert.equal(withPresentNames(entry, new Map([[pipelineIdOf(pipeline), pipeline]])), entry);
    assert.deepEqual(named(entry).end, { at: now });
  });
});
