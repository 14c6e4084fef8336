import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import type { Config } from "../../../../tasks/PipelineMonitor/config/parse";
import type { Issue, Note } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/ledger";
import { decide } from "../../../../tasks/PipelineMonitor/ledger/decide";
import { sanitize } from "../../../sanitize";
import { knownEntry } from "../known-entry";
import {
  actOf,
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
const underRepair: Issue = { ...fresh, isUnderRepair: true };
const both = <T>(one: T) => ({ [chatId]: one, [pagerId]: one });
const told = both(toldEarlier);
const toldWith = (changes: object) => ({ told: both({ ...toldEarlier, ...changes }) });
const owed = both({ since: now - hour, why: "silence" } as const);
const gone: Partial<Entry> = { last: now - 31 * day - 1 };

interface Case {
  entry: Entry;
  config?: Config | undefined;
  found?: readonly (Issue | Note)[];
  takes?: boolean;
  remembers?: boolean;
}

/** What a chat and a pager are told of an entry. */
function answers({ entry, config = usual, found = [], takes = true, remembers = true }: Case): string {
  const at = { config, now, remembers, found };
  const answer = (kind: "chat" | "pager") =>
    actOf(
      decide(
        entry,
        addressee(kind, () => takes),
        at,
      ),
    );
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

const table: Readonly<Record<string, readonly [Case, chatAndPager: string]>> = {
  "a new problem": [found(), "tell | tell"],
  "one that lasts and nobody knows": [failed(), "tell | tell"],
  "one that is known": [failed({ told }), "hold: known | hold: known"],
  "one that is known and found again": [found({ told }), "hold: known | hold: known"],
  "one that changed": [failed(toldWith({ outdated: "changed" })), "tell | hold: known"],
  "one that ended and began again": [failed(toldWith({ outdated: "ended" })), "tell | tell"],
  "one that the service did not confirm": [failed(toldWith({ isUnsure: true })), "hold: known | tell"],
  "one that another reminder is due for": [failed(toldWith({ at: now - 4 * hour })), "remind | hold: known"],
  "one whose reminder is due in five minutes": [
    failed(toldWith({ at: now - 4 * hour + 300 })),
    "remind | hold: known",
  ],
  "one whose reminder is due a second later": [
    failed(toldWith({ at: now - 4 * hour + 301 })),
    "hold: known | hold: known",
  ],
  "one that was told by a clock that has been set back by days": [
    failed(toldWith({ at: now + 3 * day })),
    "remind | hold: known",
  ],
  "one that is over and was told": [failed({ end: ended, told }), "tellEnd | tellEnd"],
  "one that is over and was never told": [failed({ end: ended }), "forget | forget"],
  "one that began and ended in this hour": [found({ end: ended }), "tell | tellEnd"],
  "one that came again and ended in this hour": [found({ end: ended, told }), "tellEnd | tellEnd"],
  "one that ended while it waited": [failed({ end: ended, owed }), "tell | forget"],
  "one that was told, waits again, and ended": [failed({ end: ended, told, owed }), "tellEnd | tellEnd"],
  "one that changed, waits, and ended": [
    failed({ ...toldWith({ outdated: "changed" }), owed, end: ended }),
    "tell | tellEnd",
  ],
  "one that is over without a word": [failed({ end: { at: now }, told }), "forget | tellEnd"],
  "a note": [once(), "tell | forget"],
  "a note that is known": [once({ told: { [chatId]: toldEarlier } }), "hold: known | forget"],
  "a pipeline near its weekly limit": [
    under(always, { entry: knownEntry(nearLimit, now) }),
    "forget | forget",
  ],

  "a pipeline that is not checked": [under(unchecked, found()), "forget | forget"],
  "a known one that is not checked": [under(unchecked, failed({ told })), "forget | tellEnd"],
  "a pipeline that did not run for 31 days": [failed({ ...gone, told }), "forget | tellEnd"],

  "one under repair": [found({}, underRepair), "tell | hold: repair"],
  "one under repair whose alert is open": [found({ told }, underRepair), "hold: known | hold: known"],
  "one under repair that is over": [found({ end: ended }, underRepair), "tell | tellEnd"],

  "a muted one": [under(muted, found()), "hold: mute | hold: mute"],
  "a known one that is muted": [under(muted, failed({ told })), "hold: mute | tellEnd"],
  "a known one that ends in a mute": [under(muted, failed({ told, end: ended })), "hold: mute | tellEnd"],

  "one of a maintenance window": [
    under(quiet, found({ isQuiet: true })),
    "hold: maintenance | hold: maintenance",
  ],
  "a known one in maintenance": [under(quiet, found({ told })), "hold: known | hold: known"],
  "a known one that changed before maintenance": [
    under(quiet, failed({ ...toldWith({ outdated: "changed" }), isQuiet: false })),
    "tell | hold: known",
  ],
  "one that began before the maintenance window": [under(quiet, failed()), "tell | tell"],
  "a known one that ends in maintenance": [
    under(quiet, failed({ told, end: ended })),
    "hold: maintenance | tellEnd",
  ],
  "a project with too few runs in maintenance": [
    under(quiet, found({}, tooFew)),
    "hold: maintenance | hold: maintenance",
  ],
  "a note on a pipeline in maintenance": [
    under(quiet, once({ pipeline: "nightly import" })),
    "hold: maintenance | forget",
  ],

  "one that goes elsewhere": [{ ...found(), takes: false }, "hold: route | hold: route"],
  "a known one that goes elsewhere now": [{ ...failed({ told }), takes: false }, "forget | tellEnd"],
  "one that waits and goes elsewhere now": [
    { ...failed({ owed }), takes: false },
    "hold: route | hold: route",
  ],
  "the same with an end, which is told where it waited": [
    { ...failed({ owed, end: ended }), takes: false },
    "tell | forget",
  ],

  "a failure below the threshold": [under(counting, found()), "hold: threshold | hold: threshold"],
  "one that reaches the threshold": [
    under(counting, found({}, { ...fresh, failuresInRow: 2 })),
    "tell | tell",
  ],
  "one that nobody has counted": [
    under(counting, found({}, { ...fresh, failuresInRow: undefined })),
    "tell | tell",
  ],
  "one that reached it and waits": [under(counting, failed({ owed, content: fresh })), "tell | tell"],

  "one that is found out of hours": [under(closed, found()), "hold: hours | hold: hours"],
  "the same without a memory": [{ ...found(), config: closed, remembers: false }, "tell | tell"],
  "a known one out of hours": [under(closed, failed({ told })), "hold: hours | hold: known"],
  "one that ends out of hours": [under(closed, failed({ told, end: ended })), "hold: hours | tellEnd"],
  "one that ended while it waited for hours": [
    under(closed, failed({ owed, end: ended })),
    "hold: hours | forget",
  ],
  "one that ended and began again out of hours": [
    under(closed, failed(toldWith({ outdated: "ended" }))),
    "hold: hours | tellEnd",
  ],
  "a project with too few runs out of hours": [under(closed, found({}, tooFew)), "tell | tell"],
  "a note out of hours": [under(closed, once()), "hold: hours | forget"],
  "a project that cannot be read, out of hours": [
    under(closed, once({ family: "state" }, { severity: "failure" })),
    "tell | forget",
  ],

  "a known one without notify": [under(always, failed({ told })), "hold: known | hold: known"],
  "a known one without notify, found again": [
    under(always, failed({ told, count: 2 })),
    "tell | hold: known",
  ],
  "an end without notify": [under(always, failed({ told, end: ended })), "forget | tellEnd"],
};

describe("decide", () => {
  for (const [name, [one, expected]] of Object.entries(table))
    it(`answers for ${name}, in a chat and at a pager: ${expected}`, () => {
      assert.equal(answers(one), expected);
    });

  it("gives the first reason that applies: not watched, mute, maintenance, route, threshold, hours, known", () => {
    const withAll = { ...found({ isQuiet: true }), takes: false };
    const entry = (settings: object) =>
      configWith(everything, { "nightly import": { after_failures: 2, ...settings } });
    const loud = (config: Config) => ({ ...config, alerts: { ...config.alerts, quiet: [] } });
    const open = (config: Config) => ({ ...config, alerts: { ...config.alerts, businessHours: undefined } });
    const all = entry({});
    const steps: [Case, string][] = [
      [{ ...withAll, config: entry({ ...muting, check_flag: false }) }, "forget"],
      [{ ...withAll, config: entry(muting) }, "hold: mute"],
      [{ ...withAll, config: all }, "hold: maintenance"],
      [{ ...withAll, config: loud(all) }, "hold: route"],
      [{ ...withAll, takes: true, config: loud(all) }, "hold: threshold"],
      [{ ...failed({ told }), config: loud(all) }, "hold: hours"],
      [{ ...failed({ told }), config: open(loud(all)) }, "hold: known"],
    ];
    assert.deepEqual(
      steps.map(([one]) => answers(one).split(" | ")[0]),
      steps.map(([, expected]) => expected),
    );
  });

  it("tells a problem of maintenance or below the threshold if one of its issues is not silenced itself", () => {
    const reached = { ...fresh, failuresInRow: 2 };
    assert.deepEqual(answers({ ...found(), config: counting, found: [fresh, reached] }), "tell | tell");
    const before = failure({ finishTime: now - hour });
    assert.equal(
      answers({ ...found({ isQuiet: true }), config: quiet, found: [before, fresh] }),
      "tell | tell",
    );
  });

  it("says when a known problem was told, and until when it is muted or waits", () => {
    const whyOf = ({ entry, config = usual }: Case) => {
      const decision = decide(entry, addressee("chat"), { config, now, remembers: true, found: [] });
      return decision.act === "hold" ? plainText(decision.why.why, sanitize) : decision.act;
    };
    assert.equal(whyOf(failed({ told })), "Already reported at 2026-11-22 02:19 UTC.");
    assert.equal(whyOf({ ...failed(), config: muted }), "Muted until 2026-12-01 00:00 UTC (moving).");
    assert.equal(whyOf({ ...failed(), config: closed }), "Waits until 2026-11-23 08:00 UTC.");
  });
});
