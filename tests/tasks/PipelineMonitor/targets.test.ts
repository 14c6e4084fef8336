import assert from "node:assert/strict";
import {
  type Issue,
  issueOf,
  missedCode,
  type Note,
  pipelineNameOf,
} from "../../../tasks/PipelineMonitor/issue/issue";
import type { OptionalStage } from "../../../tasks/PipelineMonitor/issue/report";
import { lastHour } from "../../../tasks/PipelineMonitor/issue/window";
import { notesOfAll, viewsOf } from "../../../tasks/PipelineMonitor/targets";
import { failedRun } from "./failed-run";
import { memoryContext, projectReport } from "./report-stage";
import { failure, now, tooFew } from "./silence/silence-stage";

const last = { memory: undefined, startTime: undefined, skipped: [], notes: [], isUnknown: false };
const window = lastHour(now * 1000);
const elsewhere = { by: "route", why: [] } as const;
const addressee = (id: string, names: readonly string[]) => ({
  ...{ id, name: id, isMention: (owner: string) => owner === id, opensLogPages: false },
  takes: (name?: string) => name !== undefined && names.includes(name),
});
const chat = (id: string, ...names: string[]) => ({
  target: { ...addressee(id, names), form: "specification" as const, post: async () => {} },
  ...{ last, window },
});
const paged = (...names: string[]) => ({
  target: { ...addressee("paging", names), pager: { open: async () => {}, close: async () => {} } },
  ...{ last, window },
});
/** Marks what a target does not take, and names it. */
const marks: OptionalStage = {
  name: "marks",
  isEnabled: () => true,
  async run(report, { takes, isMention, service, cancelled }) {
    await service.timeline(5, cancelled);
    const issues = report.issues.map((issue) =>
      takes(pipelineNameOf(issue)) ? issue : { ...issue, silenced: elsewhere },
    );
    const skipped = [...report.skipped, ["a", "b", "paging"].find(isMention) ?? "nobody"];
    return { ...report, issues, skipped, isWhole: isMention("a"), notRepeated: [issues.length] };
  },
};

async function views(issues: readonly Issue[], ...targets: Parameters<typeof viewsOf>[1]) {
  let timelines = 0;
  const timeline = async () => ({ records: [], errors: ++timelines });
  const found = projectReport({ issues, skipped: ["a check"] });
  const views = await viewsOf(found, targets, [marks, marks], memoryContext({ service: { timeline } }));
  return { ...views, timelines };
}
const idsOf = (issues: readonly Issue[]) =>
  issues.map(
    ({ silenced, ...issue }) => `${pipelineNameOf(issue)} ${issue.code}${silenced ? " silenced" : ""}`,
  );

describe("the views of targets", () => {
  const [a, b] = ["a", "b"].map((pipeline, id) => failure({ id, pipeline }));
  assert.ok(a && b);

  it("are that of the one target, with its own marks", async () => {
    const { byTarget, whole, timelines } = await views([a, b], chat("a", "a"));
    assert.deepEqual([byTarget.length, byTarget[0], timelines], [1, whole, 2]);
    assert.deepEqual(
      [idsOf(whole.issues), whole.skipped],
      [
        ["a failed", "b failed silenced"],
        ["a check", "a", "a"],
      ],
    );
  });

  it("read the timeline of a run once, and show all that goes to chats", async () => {
    const slow = { ...a, code: "slow" };
    const kind = { code: missedCode, severity: "failure", rank: 1, tally: "" } as const;
    const missed = issueOf(kind, { pipeline: "c" }, [], { at: now - 60 });
    const other = { ...missed, about: { pipeline: "d" } };
    const all = [a, b, slow, missed, other, tooFew];
    const { byTarget, whole, timelines } = await views(
      all,
      chat("a", "a", "b", "c"),
      chat("b", "b", "d"),
      paged("a"),
    );
    assert.equal(timelines, 1);
    assert.deepEqual(
      byTarget.map(({ issues }) => idsOf(issues).filter((text) => !text.endsWith("silenced"))),
      [
        ["a failed", "b failed", "a slow", "c missed"],
        ["b failed", "d missed"],
        ["a failed", "a slow"],
      ],
    );
    assert.deepEqual(idsOf(whole.issues), ["a failed", "b failed", "a slow", "c missed", "d missed"]);
    assert.deepEqual(
      [whole.skipped, whole.isWhole, whole.notRepeated],
      [["a check", "a", "b"], false, [6, 6]],
    );
  });

  it("are the chat's alone if there is a paging service besides it", async () => {
    const { byTarget, whole } = await views([a, b], chat("a", "a"), paged("b"));
    assert.deepEqual(whole, byTarget[0]);
  });

  it("show an issue or note as a target is told of it, else with the reason why none is", () => {
    const note = (changes: Partial<Note>): Note => ({ parts: [], severity: "note", rank: 1, ...changes });
    const held = { silenced: elsewhere };
    const [one, other] = [failedRun({ id: 1 }), failedRun({ id: 2 })];
    const words = (text: string) => ({ parts: [{ words: text }] });
    const notes = [
      ...[
        note({ run: one, ...held }),
        note({ run: one }),
        note({ run: other }),
        note({ run: other, ...held }),
      ],
      ...[note({ key: "k", ...held }), note({ key: "k", ...held, rank: 2 }), note({ key: "l" })],
      ...[note(words("x")), note(words("x")), note(words("y"))],
    ];
    const told = [1, 2, 4, 6, 8, 9].map((index) => notes[index]);
    assert.deepEqual(notesOfAll([{ notes: notes.slice(0, 3) }, { notes: notes.slice(3) }]), told);
  });
});
