import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { fingerprint } from "../../../../tasks/PipelineMonitor/config/fingerprint";
import { groupedBlocks } from "../../../../tasks/PipelineMonitor/render/block-groups";
import { blockOfNote } from "../../../../tasks/PipelineMonitor/render/notes";
import { didNotStart } from "../../../did-not-start";
import { sanitize } from "../../../sanitize";
import { fewerThan, fewRuns, verdict } from "../../../sentences";
import { usual } from "../ledger/fold-stage";
import {
  configWith,
  failedEntry,
  failure,
  hour,
  missedRun,
  nearLimit,
  noteEntry,
  now,
  stuckRun,
  tooFew,
  worked,
} from "../ledger/ledger-stage";
import { failed, line, missed, over, owed, recovered, state, stuck, told, view } from "./view-stage";

const all = configWith(
  { notify: "changes", check_unfinished: true, runs_per_week_max: 1000 },
  { "nightly import": { schedule: "0 3 * * *" } },
);
const always = configWith();
const slow = [{ words: "ran too long" }];
const named = {
  sentence: [{ words: "Why?" }],
  line: "",
  name: [{ words: "no space" }],
  group: undefined,
};

describe("the view of a target", () => {
  it("has what is new as it was found, every issue of a problem", () => {
    const issues = [failure(), failure({ id: 813 }), tooFew, stuckRun(), nearLimit, missedRun(now)];
    const owned = configWith({}, { "nightly import": { owner: "@ops" } });
    assert.equal(view([], { config: owned, issues }, () => true).issues[0]?.alert?.mention, "@ops");
    assert.deepEqual(view([], { config: all, issues }).lines, [
      ...[failed, failed, fewerThan(5, 2)],
      ...["nightly import [20261120.3] stuck.", "nightly import is near its limit."],
      `nightly import ${didNotStart}.`,
    ]);
  });

  it("has what waited in one line, since the first and with the count, whether it was found again or not", () => {
    const waiting = failedEntry({ ...owed, count: 3 });
    assert.deepEqual(view([waiting]).lines, [line("failed 3 times since 01:19 UTC")]);
    const again = [failure({ id: 813 }), failure({ id: 814 })];
    const { lines, issues } = view([waiting], { issues: again });
    assert.deepEqual(lines, [line("failed 5 times since 01:19 UTC")]);
    assert.equal(issues[0]?.about, again[1]?.about, "the latest");
    const [yesterday] = view([failedEntry({ ...owed, since: now - 24 * hour })]).lines;
    assert.equal(yesterday, line("failed at 03:19 UTC"));
  });

  it("has what waited without the news of the hour in which it was found, but with a row of failures", () => {
    const moment = { time: now * 1000, zone: usual.zone };
    const news = [
      { kind: "first", successes: 3, orMore: false } as const,
      { kind: "streak", nth: 4, since: moment, orMore: false } as const,
    ];
    const [first, streak] = news.map((one) => {
      const content = { ...failure(), news: one, failedAt: moment };
      return view([failedEntry({ ...owed, content })]).issues[0];
    });
    assert.deepEqual([first?.news, first?.failedAt, first?.waited?.count], [undefined, undefined, 1]);
    assert.deepEqual([streak?.news?.kind, streak?.waited], ["streak", undefined]);
  });

  it("names the earlier problems of a row of failures, too", () => {
    const moment = { time: now * 1000, zone: usual.zone };
    const news = { kind: "streak", nth: 2, since: moment, orMore: false } as const;
    const earlier = [{ ...failure(), words: slow, at: now - 2 * hour }];
    const { lines } = view([failedEntry({ ...owed, content: { ...failure(), news }, earlier, count: 2 })]);
    assert.match(lines.join(), /failed 2 times since .* Before that: ran too long\.$/);
  });

  it("counts problems where what waited were failures and crossed limits, and names the earlier ones", () => {
    const failedThen = failure({ id: 814, finishTime: now - 3600 });
    const slowThen = { ...failure({ id: 815, finishTime: now - 1800 }), code: "ranTooLong", words: slow };
    const waiting = failedEntry({ ...owed, since: now - 5400, count: 1 });
    const { lines } = view([waiting], { issues: [failedThen, slowThen] });
    const last = line(`had 3 problems since 01:49 UTC: ${verdict}`);
    assert.deepEqual(lines, [`${last} Before that: failed.`]);
  });

  it("names the earlier problems to a chat to which they moved while another was owed them", () => {
    const elsewhere = { owed: { [fingerprint(["other"])]: {} } };
    const earlier = [{ ...failure(), words: slow, at: now - 2 * hour }];
    const { lines } = view([failedEntry({ ...elsewhere, earlier, count: 2 })]);
    assert.match(lines.join(), /failed 2 times since .* Before that: ran too long\.$/);
  });

  it("has the times between which runs were missed, in both forms", () => {
    const { issues, lines } = view([missed({ ...owed, since: now - 3 * hour, count: 3 })], { config: all });
    assert.deepEqual(lines, [`nightly import ${didNotStart} 3 times, 00:19 to 02:19 UTC.`]);
    const blocks = groupedBlocks(issues, sanitize).map(({ parts }) => plainText(parts, sanitize));
    assert.deepEqual(blocks, [`nightly import ${didNotStart} 3 times, 00:19 to 02:19 UTC`]);
  });

  it("has a state, a stuck run and a note that waited as they were found last", () => {
    const note = noteEntry(owed);
    const hour = { config: all, issues: [tooFew], mayLast: ["stuck"] } as const;
    const { issues, notes } = view([state(owed), stuck(owed), note], hour);
    const found = issues.map(({ code, waited }) => `${code} ${waited}`);
    assert.deepEqual(found, ["tooFewRuns undefined", "stuckRunning undefined"]);
    assert.deepEqual(notes, [note.content]);
  });

  it("has in the past tense what began and ended while it waited", () => {
    const run = "nightly import 20261120.3 failed";
    const works = "It has worked again since 03:09 UTC.";
    const end = { at: now - 600 };
    const explained = { ...failure(), explanation: named };
    for (const [entry, told] of [
      [over(failedEntry({ ...owed, count: 3 })), `${run} 3 times since 01:19 UTC. ${works}`],
      [over(failedEntry(owed)), `${run} at 01:19 UTC. ${works}`],
      [over(failedEntry({ ...owed, content: explained })), `${run} at 01:19 UTC: no space. ${works}`],
      [
        over(failedEntry({ ...owed, family: "limit", content: { ...failure(), words: slow } })),
        "nightly import 20261120.3 ran too long at 01:19 UTC. It has been within its limits since 03:09 UTC.",
      ],
      [over(missed(owed)), `nightly import ${didNotStart}. It has run again since 03:09 UTC.`],
      [
        over(missed({ ...owed, since: now - 2 * hour, count: 2 })),
        `nightly import ${didNotStart} 2 times, 01:19 to 02:19 UTC. It has run again since 03:09 UTC.`,
      ],
      [over(stuck(owed)), "nightly import [20261120.3] was stuck. It finished at 03:09 UTC."],
      [stuck({ ...owed, end }), "nightly import [20261120.3] was stuck. It was over by 03:09 UTC."],
      [
        state({ ...owed, count: 2, end }),
        `${fewRuns} at 02:19 UTC: expected more than 5, found 2. As many as expected by 03:09 UTC.`,
      ],
    ] as const)
      assert.deepEqual(view([entry], { config: all }).texts, [told]);
  });

  it("has the end of what was told, and beside it the issue of this hour that was not", () => {
    const known = failedEntry(told);
    const runs = [worked(now - 60)];
    assert.deepEqual(view([known], { runs }).texts, [recovered(1)]);
    const both = view([known], { runs, issues: [failure({ id: 813 })] });
    assert.deepEqual([both.lines, both.texts], [[`(known) ${failed}`], [recovered(2)]]);
    const why = both.issues[0]?.silenced?.why ?? [];
    assert.equal(plainText(why, sanitize), "Already reported at 2026-11-22 02:19 UTC.");
    const changed = view([known], { runs, issues: [failure({ id: 813 }, "no memory")] });
    assert.deepEqual([changed.lines, changed.texts], [[failed], [recovered(2)]]);
    const fresh = view([], { runs, issues: [failure()] });
    assert.deepEqual([fresh.lines, fresh.texts], [[failed], [recovered(1, "9 min")]]);
    assert.deepEqual(view([], { config: always, runs, issues: [failure()] }).texts, [], "without notify");
  });

  it("says in a product's form what is over, without the number of the run", () => {
    const blocks = [failedEntry(owed), state(owed)].map((entry) => {
      const [note = assert.fail()] = view([over(entry)]).notes;
      const { subject, severity, run } = note;
      const block = blockOfNote(note);
      return [
        plainText(block.parts, sanitize),
        block.links?.length,
        subject?.pipeline?.name,
        severity,
        run?.id,
      ];
    });
    const text = "nightly import failed at 01:19 UTC. It has worked again since 03:09 UTC";
    const fewer = `${fewRuns} at 02:19 UTC: expected more than 5, found 2. As many as expected by 03:09 UTC`;
    assert.deepEqual(blocks, [
      [text, 1, undefined, "recovery", 812],
      [fewer, 0, undefined, "recovery", undefined],
    ]);
  });

  it("has a known problem with the reason, and counts it until its reminder", () => {
    const known = failedEntry(told);
    const { lines, texts, notRepeated } = view([known], { issues: [failure({ id: 813 })] });
    assert.deepEqual([lines, texts, [...notRepeated.values()]], [[`(known) ${failed}`], [], [now - hour]]);
    assert.deepEqual([...view([known]).notRepeated.values()], [now - hour], "found or not");
    assert.equal(view([known], { runs: [worked(now - 60)] }).notRepeated.size, 0);
    assert.equal(view([noteEntry(told)]).notRepeated.size, 0);
  });

  it("reminds of what lasts: as it is found, or since when if it is not found now", () => {
    const known = failedEntry(told);
    assert.deepEqual(view([known], { at: 24 }).lines, [`Reminder: ${line("failed at 01:19 UTC")}`]);
    const again = failure({ id: 813, finishTime: now + 23.5 * hour });
    assert.deepEqual(view([known], { at: 24, issues: [again] }).lines, [`Reminder: ${failed}`]);
    assert.equal(view([known], { at: 24 }).notRepeated.size, 0);
  });
});
