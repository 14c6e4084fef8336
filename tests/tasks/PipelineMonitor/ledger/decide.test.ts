import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import type { Config } from "../../../../tasks/PipelineMonitor/config/parse";
import type { Issue, Note } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/ledger";
import { decide, isWatched, silencedAlone } from "../../../../tasks/PipelineMonitor/ledger/decide";
import { noSilence, type Silence } from "../../../../tasks/PipelineMonitor/ledger/silence";
import { sanitize } from "../../../sanitize";
import { knownEntry } from "../known-entry";
import { nameOf, reasons, silenceOf } from "../silences";
import {
  addressee,
  chatId,
  configWith,
  ended,
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
const notify = { notify: "changes", remind_hours: 4 };
const usual = configWith(notify);
const muting = { mute_until: "2026-12-01", mute_reason: "moving" };
const [muted, unchecked] = [muting, { check_flag: false }].map((settings) =>
  configWith(notify, { "nightly import": settings }),
);
const quiet = configWith({ ...notify, quiet: [{ schedule: "0 3 * * *", hours: 1 }] });
const closed = configWith({ ...notify, business_hours: "Mon-Fri 08:00-18:00" });
const counting = configWith({ ...notify, history: 20 }, { "nightly *": { after_failures: 2 } });
const everything = { ...quiet.keys, history: 20, business_hours: "Mon-Fri 08:00-18:00" };
const always = configWith();

/** A failure of this hour, which is the first of its row. */
const fresh: Issue = { ...failure({ finishTime: now - 600 }), failuresInRow: 1 };
const second: Issue = { ...fresh, failuresInRow: 2 };
const uncounted: Issue = { ...fresh, failuresInRow: undefined };
const both = <T>(one: T) => ({ [chatId]: one, [pagerId]: one });
const told = both(toldEarlier);
const toldWith = (changes: object) => ({ told: both({ ...toldEarlier, ...changes }) });
const changed = toldWith({ outdated: "changed" });
const endedBefore = toldWith({ outdated: "ended" });
const owed = both({ since: now - hour, why: "silence" } as const);
const end = ended;

const why = { by: { ...reasons.mute, closes: false }, why: [] };

interface Case {
  entry: Entry;
  config?: Config | undefined;
  found?: readonly (Issue | Note)[];
  takes?: boolean;
  hold?: Silence["hold"];
  remembers?: boolean;
}

/** What a chat and a pager are told of an entry, or the reason why they are not. */
function answers({ entry, config = usual, found = [], takes = true, hold, remembers = true }: Case): string {
  const silence = hold === undefined ? silenceOf(config) : { ...noSilence, hold };
  const at = { config, now, remembers, found, silence };
  const answer = (kind: "chat" | "pager") => {
    const decision = decide(
      entry,
      addressee(kind, () => takes),
      at,
    );
    return decision.act === "hold" ? nameOf(decision.why.by) : decision.act;
  };
  return `${answer("chat")} | ${answer("pager")}`;
}

const failed = (changes: Partial<Entry> = {}): Case => ({ entry: failedEntry(changes) });
const found = (changes: Partial<Entry> = {}, issue = fresh): Case => ({
  entry: knownEntry(issue, now - 600, changes),
  found: [issue],
});
const once = (changes: Partial<Entry> = {}, note: Partial<Note> = {}): Case => ({
  entry: noteEntry(changes, note),
});
const under = (config: Config | undefined, one: Case): Case => ({ ...one, config });
const elsewhere = (one: Case): Case => ({ ...one, takes: false });

type Answer = `${string} | ${string}`;
const table: Readonly<Record<string, readonly [Case, chatAndPager: Answer]>> = {
  "a new problem": [found(), "tell | tell"],
  "one that lasts and nobody knows": [failed(), "tell | tell"],
  "one that is known": [failed({ told }), "known | known"],
  "one that is known and found again": [found({ told }), "known | known"],
  "one that changed": [failed(changed), "tell | known"],
  "one that ended and began again": [failed(endedBefore), "tell | tell"],
  "one that the service did not confirm": [failed(toldWith({ isUnsure: true })), "known | tell"],
  "one that another reminder is due for": [failed(toldWith({ at: now - 4 * hour })), "remind | known"],
  "one to remind of in five minutes": [failed(toldWith({ at: now - 4 * hour + 300 })), "remind | known"],
  "one to remind of a second later": [failed(toldWith({ at: now - 4 * hour + 301 })), "known | known"],
  "one that was told days ahead of now": [failed(toldWith({ at: now + 72 * hour })), "remind | known"],
  "one that is over and was told": [failed({ end, told }), "tellEnd | tellEnd"],
  "one that is over and was never told": [failed({ end }), "forget | forget"],
  "one that began and ended in this hour": [found({ end }), "tell | tellEnd"],
  "one that came again and ended in this hour": [found({ end, told }), "tellEnd | tellEnd"],
  "one that ended while it waited": [failed({ end, owed }), "tell | forget"],
  "one that was told, waits again, and ended": [failed({ end, told, owed }), "tellEnd | tellEnd"],
  "one that changed, waits, and ended": [failed({ ...changed, owed, end }), "tell | tellEnd"],
  "one that is over without a word": [failed({ end: { at: now }, told }), "forget | tellEnd"],
  "a note": [once(), "tell | forget"],
  "a note that is known": [once({ told: { [chatId]: toldEarlier } }), "known | forget"],
  "a pipeline near its limit": [{ entry: knownEntry(nearLimit, now) }, "tell | forget"],
  "a pipeline that is known to be near it": [
    { entry: knownEntry(nearLimit, now, { told }) },
    "known | tellEnd",
  ],
  "the same without reminders": [
    under(always, { entry: knownEntry(nearLimit, now, { told }) }),
    "known | tellEnd",
  ],

  "a pipeline that is not checked": [under(unchecked, found()), "forget | forget"],
  "a known one that is not checked": [under(unchecked, failed({ told })), "forget | tellEnd"],
  "a pipeline that did not run for 31 days": [failed({ last: now - 31 * day - 1, told }), "forget | tellEnd"],

  "one that a feature holds": [{ ...found(), hold: () => why }, "mute | mute"],
  "one that a feature holds at a pager": [
    { ...found(), hold: (_, { kind }) => (kind === "pager" ? why : undefined) },
    "tell | mute",
  ],

  "a muted one": [under(muted, found()), "mute | mute"],
  "a known one that is muted": [under(muted, failed({ told })), "mute | tellEnd"],
  "a known one that ends in a mute": [under(muted, failed({ told, end })), "mute | tellEnd"],

  "one of a maintenance window": [under(quiet, found({ isQuiet: true })), "maintenance | maintenance"],
  "a known one in maintenance": [under(quiet, found({ told })), "known | known"],
  "one that changed before maintenance": [
    under(quiet, failed({ ...changed, isQuiet: false })),
    "tell | known",
  ],
  "one that began before the maintenance window": [under(quiet, failed()), "tell | tell"],
  "a known one that ends in maintenance": [under(quiet, failed({ told, end })), "maintenance | tellEnd"],
  "too few runs in maintenance": [under(quiet, found({}, tooFew)), "maintenance | maintenance"],
  "a note in maintenance": [under(quiet, once({ pipeline: "nightly import" })), "maintenance | forget"],

  "one that goes elsewhere": [elsewhere(found()), "route | route"],
  "a known one that goes elsewhere now": [elsewhere(failed({ told })), "forget | tellEnd"],
  "one that waits and goes elsewhere now": [elsewhere(failed({ owed })), "route | route"],
  "the same with an end, which is told where it waited": [elsewhere(failed({ owed, end })), "tell | forget"],

  "a failure below the threshold": [under(counting, found()), "threshold | threshold"],
  "one that reaches the threshold": [under(counting, found({}, second)), "tell | tell"],
  "one that nobody has counted": [under(counting, found({}, uncounted)), "tell | tell"],
  "one that reached it and waits": [under(counting, failed({ owed, content: fresh })), "tell | tell"],

  "one that is found out of hours": [under(closed, found()), "hours | hours"],
  "the same without a memory": [{ ...found(), config: closed, remembers: false }, "tell | tell"],
  "a known one out of hours": [under(closed, failed({ told })), "hours | known"],
  "one that ends out of hours": [under(closed, failed({ told, end })), "hours | tellEnd"],
  "one that ended while it waited for hours": [under(closed, failed({ owed, end })), "hours | forget"],
  "one that ended and began again out of hours": [under(closed, failed(endedBefore)), "hours | tellEnd"],
  "too few runs out of hours": [under(closed, found({}, tooFew)), "tell | tell"],
  "a note out of hours": [under(closed, once()), "hours | forget"],
  "a project that cannot be read, out of hours": [
    under(closed, once({ family: "state" }, { severity: "failure" })),
    "tell | forget",
  ],

  "a known one without notify": [under(always, failed({ told })), "known | known"],
  "a known one without notify, found again": [under(always, failed({ told, count: 2 })), "tell | known"],
  "an end without notify": [under(always, failed({ told, end })), "forget | tellEnd"],
};

describe("decide", () => {
  for (const [name, [one, expected]] of Object.entries(table))
    it(`answers for ${name}, in a chat and at a pager: ${expected}`, () =>
      assert.equal(answers(one), expected));

  it("gives the first reason that applies: not watched, mute, maintenance, route, threshold, hours, known", () => {
    const withAll = { ...found({ isQuiet: true }), takes: false };
    const entry = (settings: object) =>
      configWith(everything, { "nightly import": { after_failures: 2, ...settings } });
    const loud = (config: Config) => ({ ...config, keys: { ...config.keys, quiet: [] } });
    const open = (config: Config) => ({ ...config, alerts: { ...config.alerts, businessHours: undefined } });
    const all = entry({});
    for (const [one, expected] of [
      [{ ...withAll, config: entry({ ...muting, check_flag: false }) }, "forget"],
      [{ ...withAll, config: entry(muting) }, "mute"],
      [{ ...withAll, config: all }, "maintenance"],
      [{ ...withAll, config: loud(all) }, "route"],
      [{ ...withAll, takes: true, config: loud(all) }, "threshold"],
      [{ ...failed({ told }), config: loud(all) }, "hours"],
      [{ ...failed({ told }), config: open(loud(all)) }, "known"],
    ] as const)
      assert.equal(answers(one).split(" | ")[0], expected);
  });

  it("tells a problem of maintenance or below the threshold if one of its issues is not silenced itself", () => {
    assert.equal(answers({ ...found(), config: counting, found: [fresh, second] }), "tell | tell");
    const before = failure({ finishTime: now - hour });
    const inBoth = { ...found({ isQuiet: true }), config: quiet, found: [before, fresh] };
    assert.equal(answers(inBoth), "tell | tell");
  });

  it("says when a known problem was told, and until when it is muted or waits", () => {
    const whyOf = ({ entry, config = usual }: Case) => {
      const decision = decide(entry, addressee("chat"), {
        config,
        now,
        remembers: true,
        found: [],
        silence: silenceOf(config),
      });
      return decision.act === "hold" ? plainText(decision.why.why, sanitize) : decision.act;
    };
    assert.equal(whyOf(failed({ told })), "Already reported at 2026-11-22 02:19 UTC.");
    assert.equal(whyOf({ ...failed(), config: muted }), "Muted until 2026-12-01 00:00 UTC (moving).");
    assert.equal(whyOf({ ...failed(), config: closed }), "Waits until 2026-11-23 08:00 UTC.");
  });
});

describe("isWatched", () => {
  const stuck = knownEntry(stuckRun(), now);

  it("holds for what the configuration still checks", () => {
    const rows: [entry: Entry | undefined, keys: object, settings: object, expected: boolean][] = [
      [stuck, {}, {}, true],
      [stuck, {}, { check_flag: false }, false],
      [knownEntry(tooFew, now), {}, { check_flag: false }, true],
      [failedEntry(), { branches: ["main"] }, {}, true],
      [knownEntry(failure({ branch: "refs/heads/main" }), now), { branches: ["main"] }, {}, true],
      [knownEntry(failure({ branch: "refs/heads/b" }), now), { branches: ["main"] }, {}, false],
      [noteEntry({ pipeline: "nightly import" }), {}, { check_flag: false }, true],
    ];
    for (const [index, [entry, keys, settings, expected]] of rows.entries()) {
      const config = configWith({ ...notify, ...keys }, { "nightly import": settings });
      assert.equal(entry && isWatched(entry, config, now), expected, `row ${index}`);
    }
  });

  it("lasts for 31 days after a problem was found last", () => {
    const at = (last: number) => isWatched(failedEntry({ last }), usual, now);
    assert.deepEqual([at(now - 31 * day), at(now - 31 * day - 1)], [true, false]);
  });
});

describe("silencedAlone", () => {
  it("names maintenance before the threshold, for issues only", () => {
    const config = configWith(everything, { "nightly import": { after_failures: 2 } });
    const by = (issue: Issue | Note, of = config) => {
      const silenced = silencedAlone(issue, silenceOf(of), of, now);
      return silenced && nameOf(silenced.by);
    };
    assert.deepEqual([by(fresh), by({ ...fresh, at: now - hour })], ["maintenance", "threshold"]);
    assert.deepEqual([by(fresh, usual), by(noteEntry().content)], [undefined, undefined]);
  });
});
