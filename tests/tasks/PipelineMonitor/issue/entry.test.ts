import assert from "node:assert/strict";
import { pipelineIdOf } from "../../../../shared/pipeline";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import { openEntry, withPresentNames } from "../../../../tasks/PipelineMonitor/issue/entry";
import { pathIn, subjectIn } from "../../../../tasks/PipelineMonitor/issue/finding";
import { isOwed, isTold } from "../../../../tasks/PipelineMonitor/issue/knowledge";
import { recoveryNote } from "../../../../tasks/PipelineMonitor/issue/note";
import { issueOfRecord } from "../../../../tasks/PipelineMonitor/rules/issues";
import { failedRun } from "../failed-run";
import { failedEntry, missedRun, nearLimit, noteEntry, now, tooFew } from "../ledger/ledger-stage";

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

  it("stays as it is if the name is the same, or it is about no such pipeline", () => {
    const entry = failedEntry({ end: { at: now } });
    assert.equal(withPresentNames(entry, new Map([[pipelineIdOf(pipeline), pipeline]])), entry);
    assert.deepEqual(named(entry).end, { at: now });
    for (const other of [
      noteEntry(),
      failedEntry({ content: tooFew }),
      failedEntry({ content: missedRun(now) }),
    ])
      assert.equal(named(other), other);
  });
});

describe("an entry", () => {
  it("begins with what nobody knows, that was found once and is told", () => {
    const { project, key, family, variant, content } = failedEntry();
    const place = { project, key, family, variant };
    const opened = openEntry(place, content, now);
    const { since, last, count, isQuiet, end } = opened;
    assert.deepEqual([since, last, count, isQuiet, end], [now, now, 1, false, undefined]);
    assert.deepEqual([isTold(opened), isOwed(opened)], [false, false]);
    assert.equal(openEntry(place, content, now, true).isQuiet, true);
  });

  it("has the settings of its pipeline's path, if it is of one", () => {
    const contents = [nearLimit, { ...nearLimit, about: { pipeline: present } }, tooFew, noteEntry().content];
    assert.deepEqual(contents.map(pathIn), ["nightly import", "\\Billing\\billing", undefined, undefined]);
  });
});
