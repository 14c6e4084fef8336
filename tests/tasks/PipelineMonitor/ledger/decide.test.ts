import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import type { Config } from "../../../../tasks/PipelineMonitor/config/parse";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { SilenceReason } from "../../../../tasks/PipelineMonitor/issue/silenced";
import { subjectOf } from "../../../../tasks/PipelineMonitor/issue/subject";
import { decide, isWatched, withAsides } from "../../../../tasks/PipelineMonitor/ledger/decide";
import type { Silence } from "../../../../tasks/PipelineMonitor/ledger/silence";
import { issueOfRecord } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { type Changes, knownEntry } from "../known-entry";
import { noSilence } from "../silences";
import {
  type Answer,
  answers,
  type Case,
  changed,
  endedBefore,
  failed,
  found,
  fresh,
  notify,
  once,
  owed,
  told,
  toldWith,
  trackerAnswer,
  usual,
} from "./decide-stage";
import {
  addressee,
  chatId,
  configWith,
  ended as end,
  failedEntry,
  failure,
  hour,
  nearLimit,
  noteEntry,
  now,
  pagerId,
  stuckRun,
  told as toldEarlier,
  tooFew,
} from "./ledger-stage";

const day = 24 * hour;
const elsewhere = (one: Case): Case => ({ ...one, takes: false });
const unchecked = configWith(notify, { "nightly import": { check_flag: false } });
const always = configWith();
const under = (config: Config, one: Case): Case => ({ ...one, config });
const reason: SilenceReason = { state: "muted" };
const held = (one: Case): Case => ({ ...one, silence: { hold: () => ({ by: reason, why: [] }) } });
const dueAgain = { told: { [chatId]: { at: now - 4 * hour, count: 1 } } };
/** A run that waits for a person. */
const wait = (changes: Changes = {}) => once({ family: "stuck", ...changes });
const ofTag = knownEntry(failure({ branch: "refs/tags/1" }), now, dueAgain);
const stuck = knownEntry(stuckRun(), now, toldWith({ at: now - 4 * hour }));
const record = { id: undefined, buildNumber: "1", pipeline: { name: "a" }, problem: "no status" };
/** An end that is told beside something else only. */
const aside = { ...end, note: { ...(end.note ?? assert.fail()), urgency: "info" as const } };

const table: Readonly<Record<string, readonly [Case, chatAndPager: Answer]>> = {
  "a new problem": [found(), "tell | tell"],
  "one that lasts and nobody knows": [failed(), "tell | tell"],
  "one that is known": [failed({ told }), "told | told"],
  "one that is known and found again": [found({ told }), "told | told"],
  "one that changed": [failed(changed), "tell | told"],
  "one that ended and began again": [failed(endedBefore), "tell | tell"],
  "one that another reminder is due for": [failed(toldWith({ at: now - 4 * hour })), "remind | told"],
  "one to remind of in five minutes": [failed(toldWith({ at: now - 4 * hour + 300 })), "remind | told"],
  "one to remind of a second later": [failed(toldWith({ at: now - 4 * hour + 301 })), "told | told"],
  "one that was told days ahead of now": [failed(toldWith({ at: now + 72 * hour })), "remind | told"],
  "one that is over and was told": [failed({ end, told }), "tellEnd | tellEnd"],
  "one that is over and was never told": [failed({ end }), "forget | forget"],
  "one that began and ended in this hour": [found({ end }), "tell | tellEnd"],
  "one that came again and ended in this hour": [found({ end, told }), "tellEnd | tellEnd"],
  "one that ended while it waited": [failed({ end, owed }), "tell | forget"],
  "one that was told, waits again, and ended": [failed({ end, told, owed }), "tellEnd | tellEnd"],
  "one that changed, waits, and ended": [failed({ ...changed, owed, end }), "tell | tellEnd"],
  "one that changed and is over": [failed({ ...changed, end }), "tellEnd | tellEnd"],
  "one that is over without a word": [failed({ end: { at: now }, told }), "forget | tellEnd"],
  "one whose branch is gone": [failed({ end: aside, told }), "waits | tellEnd"],
  "one whose branch is gone, and that waited": [failed({ end: aside, owed }), "tell | forget"],
  "a stuck run that another reminder is due for": [{ entry: stuck }, "remind | told"],
  "one of a tag that was told long ago": [{ entry: ofTag }, "told | tell"],
  "a run that waits for a person": [wait(), "tell | forget"],
  "one that is known to wait, however long": [wait(dueAgain), "told | forget"],
  "one that waits no more, and is owed": [wait({ end: { at: now }, owed }), "forget | forget"],
  "a wait that goes elsewhere now": [elsewhere(wait(dueAgain)), "forget | forget"],
  "a project that could not be read": [once({ family: "state" }), "tell | forget"],
  "a record that is known by nothing": [{ entry: knownEntry(issueOfRecord(record), now) }, "tell | forget"],
  "a note": [once(), "tell | forget"],
  "a note that was told long ago": [once(dueAgain), "told | forget"],
  "a note that is known": [once({ told: { [chatId]: toldEarlier } }), "told | forget"],
  "a pipeline near its limit": [{ entry: knownEntry(nearLimit, now) }, "tell | forget"],
  "a pipeline that is known to be near it": [
    { entry: knownEntry(nearLimit, now, { told }) },
    "told | tellEnd",
  ],
  "the same without reminders": [
    under(always, { entry: knownEntry(nearLimit, now, { told }) }),
    "told | tellEnd",
  ],

  "a pipeline that is not checked": [under(unchecked, found()), "forget | forget"],
  "a known one that is not checked": [under(unchecked, failed({ told })), "forget | tellEnd"],
  "a pipeline that did not run for 35 days": [failed({ last: now - 35 * day - 1, told }), "forget | tellEnd"],
  "one of 35 days ago that is found now": [found({ last: now - 35 * day - 1 }), "tell | tell"],

  "one that goes elsewhere": [elsewhere(found()), "otherChannel | otherChannel"],
  "a known one that goes elsewhere now": [elsewhere(failed({ told })), "tellMove | tellEnd"],
  "the same found again": [elsewhere(found({ told })), "tellMove | tellEnd"],
  "the same held back, which is told afterwards": [held(elsewhere(failed({ told }))), "muted | tellEnd"],
  "the same over": [elsewhere(failed({ told, end })), "tellEnd | tellEnd"],
  "the same over without a word": [elsewhere(failed({ told, end: { at: now } })), "forget | tellEnd"],
  "the same over, which changed while it waited": [
    elsewhere(failed({ owed, end, ...toldWith({ news: "changed" }) })),
    "tell | tellEnd",
  ],
  "the same without notify": [under(always, elsewhere(failed({ told }))), "forget | tellEnd"],
  "a known note that goes elsewhere now": [elsewhere(once({ told })), "forget | tellEnd"],
  "one that waits and goes elsewhere now": [elsewhere(failed({ owed })), "otherChannel | otherChannel"],
  "the same with an end": [elsewhere(failed({ owed, end })), "otherChannel | otherChannel"],

  "a known one without notify": [under(always, failed({ told })), "told | told"],
  "a known one without notify, found again": [under(always, failed({ told, count: 2 })), "tell | told"],
  "an end without notify": [under(always, failed({ told, end })), "forget | tellEnd"],

  "one that is held back": [held(found()), "muted | muted"],
  "a known one that is held back": [held(failed({ told })), "muted | told"],
  "one that ends while it is held back": [held(failed({ told, end })), "muted | tellEnd"],
  "one that ended before anybody was told, held back": [held(failed({ end })), "forget | forget"],
  "one that ended and began again, held back": [held(failed(endedBefore)), "muted | tellEnd"],
  "one that is held back only at a pager": [
    {
      ...found(),
      silence: { hold: (_, { kind }) => (kind === "pager" ? { by: reason, why: [] } : undefined) },
    },
    "tell | muted",
  ],
  "a known one whose page closes while it is held back": [
    { ...failed({ told }), silence: { hold: () => ({ by: { ...reason, closes: true }, why: [] }) } },
    "muted | tellEnd",
  ],
  "one that goes elsewhere and is held back": [held(elsewhere(found())), "otherChannel | otherChannel"],
};

describe("decide", () => {
  for (const [name, [one, expected]] of Object.entries(table))
    it(`answers for ${name}, in a chat and at a pager: ${expected}`, () =>
      assert.equal(answers(one), expected));

  it("tells a tracker what has changed, once a day, and of an end even if nobody wants to hear of it", () => {
    const at = (daysAgo: number, news?: "changed" | "ended") => {
      const about = { at: now - daysAgo * 86_400 + 300, count: 1, ...(news && { news }) };
      return { [pagerId]: about };
    };
    const muted = { hold: () => ({ by: { ...reason, closes: true }, why: [] }) };
    const rows: [Case, string][] = [
      [failed({ told: at(2) }), "told"],
      [failed({ told: at(0.9, "changed") }), "told"],
      [failed({ told: at(1, "changed") }), "tell"],
      [failed({ told: at(0.1, "ended") }), "tell"],
      [{ ...failed({ told: at(2, "changed") }), silence: muted }, "told"],
      [{ ...failed({ told: at(2, "ended") }), silence: muted }, "muted"],
      [{ ...failed({ told: at(2), end }), silence: muted }, "tellEnd"],
      [{ ...failed({}), silence: muted }, "muted"],
      [elsewhere(failed({ told: at(2) })), "tellEnd"],
    ];
    for (const [one, expected] of rows) assert.equal(trackerAnswer(one), expected);
  });

  it("gives the first reason that applies: not watched, another target's, what features hold, told before", () => {
    const all = held(elsewhere(found({ told: {} })));
    const rows: [Case, string][] = [
      [under(unchecked, all), "forget"],
      [all, "otherChannel"],
      [held(failed({ told })), "muted"],
      [failed({ told }), "told"],
    ];
    for (const [one, expected] of rows) assert.equal(answers(one).split(" | ")[0], expected);
  });

  it("says what holds an entry back whether the report has found something of it that nothing silences", () => {
    const before: Issue = { ...fresh, at: now - hour };
    const quiet: Silence["quiet"] = (one) => (one === fresh ? { by: reason, why: [] } : undefined);
    const loudness = (all: readonly Issue[]) => {
      const asked: boolean[] = [];
      const hold: Silence["hold"] = (_, __, { isLoud }) => {
        asked.push(isLoud);
        return undefined;
      };
      answers({ ...found(), found: all, silence: { quiet, hold } });
      return asked[0];
    };
    assert.deepEqual([loudness([fresh]), loudness([before, fresh]), loudness([])], [false, true, false]);
  });

  it("says when a known problem was told", () => {
    const at = { config: usual, now, remembers: true, findings: [], silence: noSilence };
    const decision = decide(failedEntry({ told }), addressee("chat"), at);
    assert.equal(
      decision.act === "hold" && plainText(decision.why.why, sanitize),
      "Already reported at 2026-11-22 02:19 UTC.",
    );
  });
});

describe("withAsides", () => {
  it("tells an end that waits with any message, and leaves what is held for another reason", () => {
    const at = { config: usual, now, remembers: true, findings: [], silence: noSilence };
    const decided = (changes: Changes) => decide(failedEntry(changes), addressee("chat"), at);
    const [waiting, known] = [decided({ end: aside, told }), decided({ told })];
    const acts = (...more: Changes[]) =>
      withAsides([waiting, known, ...more.map(decided)]).map(({ act }) => act);
    assert.deepEqual(acts({ end }), ["hold", "hold", "forget"]);
    assert.deepEqual(acts({}), ["tellEnd", "hold", "tell"]);
  });
});

describe("isWatched", () => {
  it("holds for what the configuration still checks", () => {
    const rows: [entry: Entry | undefined, keys: object, settings: object, expected: boolean][] = [
      [stuck, {}, {}, true],
      [stuck, {}, { check_flag: false }, false],
      [knownEntry(tooFew, now), {}, { check_flag: false }, true],
      [failedEntry(), { branches: ["main"] }, {}, true],
      [knownEntry(failure({ branch: "refs/heads/main" }), now), { branches: ["main"] }, {}, true],
      [knownEntry(failure({ branch: "refs/heads/b" }), now), { branches: ["main"] }, {}, false],
      [
        noteEntry({}, { subject: subjectOf({ pipeline: { name: "nightly import" } }) }),
        {},
        { check_flag: false },
        true,
      ],
    ];
    for (const [index, [entry, keys, settings, expected]] of rows.entries()) {
      const config = configWith({ ...notify, ...keys }, { "nightly import": settings });
      assert.equal(entry && isWatched(entry, config, now), expected, `row ${index}`);
    }
  });

  it("lasts from one run to the next of a pipeline that runs once a month, and late", () => {
    const after = (days: number) => isWatched(failedEntry({ last: now - days * day }), usual, now);
    assert.deepEqual([31.5, 35, 35.1].map(after), [true, true, false]);
  });
});
