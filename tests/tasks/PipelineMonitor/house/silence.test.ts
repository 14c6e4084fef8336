// Needs: business-hours, mutes, thresholds
import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import type { Config } from "../../../../tasks/PipelineMonitor/config/parse";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { subjectOf } from "../../../../tasks/PipelineMonitor/issue/subject";
import { decide } from "../../../../tasks/PipelineMonitor/ledger/decide";
import { sanitize } from "../../../sanitize";
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
  usual,
} from "../ledger/decide-stage";
import {
  addressee,
  configWith,
  ended as end,
  failure,
  hour,
  noteEntry,
  now,
  tooFew,
} from "../ledger/ledger-stage";
import { silenceOf } from "../silences";

/** What mutes, maintenance windows, thresholds and business hours keep from a chat and a pager. */

const muting = { mute_until: "2026-12-01", mute_reason: "moving" };
const muted = configWith(notify, { "nightly import": muting });
const quiet = configWith({ ...notify, quiet: [{ schedule: "0 3 * * *", hours: 1 }] });
const closed = configWith({ ...notify, business_hours: "Mon-Fri 08:00-18:00" });
const counting = configWith({ ...notify, history: 20 }, { "nightly *": { after_failures: 2 } });
const everything = { ...quiet.keys, history: 20, business_hours: "Mon-Fri 08:00-18:00" };
const second: Issue = { ...fresh, failuresInRow: 2 };
const uncounted: Issue = { ...fresh, failuresInRow: undefined };
const under = (config: Config, one: Case): Case => ({ ...one, config, silence: silenceOf(config) });

const table: Readonly<Record<string, readonly [Case, chatAndPager: Answer]>> = {
  "a muted one": [under(muted, found()), "muted | muted"],
  "a known one that is muted": [under(muted, failed({ told })), "muted | tellEnd"],
  "a known one that ends in a mute": [under(muted, failed({ told, end })), "muted | tellEnd"],

  "one of a maintenance window": [under(quiet, found({ isQuiet: true })), "maintenance | maintenance"],
  "a known one in maintenance": [under(quiet, found({ told })), "told | told"],
  "one that changed before maintenance": [
    under(quiet, failed({ ...changed, isQuiet: false })),
    "tell | told",
  ],
  "one that began before the maintenance window": [under(quiet, failed()), "tell | tell"],
  "a known one that ends in maintenance": [under(quiet, failed({ told, end })), "maintenance | tellEnd"],
  "too few runs in maintenance": [under(quiet, found({}, tooFew)), "maintenance | maintenance"],
  "a note in maintenance": [
    under(quiet, once({}, { subject: subjectOf({ pipeline: { name: "nightly import" } }) })),
    "maintenance | forget",
  ],

  "a failure below the threshold": [under(counting, found()), "belowThreshold | belowThreshold"],
  "one that reaches the threshold": [under(counting, found({}, second)), "tell | tell"],
  "one that nobody has counted": [under(counting, found({}, uncounted)), "tell | tell"],
  "one that reached it and waits": [under(counting, failed({ owed, content: fresh })), "tell | tell"],

  "one that is found out of hours": [under(closed, found()), "waits | waits"],
  "the same without a memory": [{ ...found(), config: closed, remembers: false }, "tell | tell"],
  "a known one out of hours": [under(closed, failed({ told })), "waits | told"],
  "one that ends out of hours": [under(closed, failed({ told, end })), "waits | tellEnd"],
  "one that ended while it waited for hours": [under(closed, failed({ owed, end })), "waits | forget"],
  "one that ended and began again out of hours": [under(closed, failed(endedBefore)), "waits | tellEnd"],
  "too few runs out of hours": [under(closed, found({}, tooFew)), "tell | tell"],
  "a note out of hours": [under(closed, once()), "waits | forget"],
  "a project that cannot be read, out of hours": [
    under(closed, once({ family: "state" }, { severity: "failure" })),
    "tell | forget",
  ],
};

describe("what keeps a problem from a message", () => {
  for (const [name, [one, expected]] of Object.entries(table))
    it(`answers for ${name}, in a chat and at a pager: ${expected}`, () =>
      assert.equal(answers(one), expected));

  it("is the first reason that applies: mute, maintenance, threshold, hours", () => {
    const withAll = found({ isQuiet: true });
    const entry = (settings: object, keys: object = {}) =>
      configWith({ ...everything, ...keys }, { "nightly import": { after_failures: 2, ...settings } });
    const loud = { quiet: undefined };
    const rows: [Config, Case, string][] = [
      [entry(muting), withAll, "muted"],
      [entry({}), withAll, "maintenance"],
      [entry({}, loud), withAll, "belowThreshold"],
      [entry({}, loud), failed({ told }), "waits"],
      [entry({}, { ...loud, business_hours: undefined }), failed({ told }), "told"],
    ];
    for (const [config, one, expected] of rows)
      assert.equal(answers(under(config, one)).split(" | ")[0], expected);
  });

  it("keeps nothing of a problem if one of its issues is not silenced itself", () => {
    assert.equal(answers(under(counting, { ...found(), found: [fresh, second] })), "tell | tell");
    const before = failure({ finishTime: now - hour });
    const inBoth = { ...found({ isQuiet: true }), found: [before, fresh] };
    assert.equal(answers(under(quiet, inBoth)), "tell | tell");
  });

  it("says until when", () => {
    const whyOf = (config: Config) => {
      const at = { config, now, remembers: true, findings: [], silence: silenceOf(config) };
      const decision = decide(failed().entry, addressee("chat"), at);
      return decision.act === "hold" ? plainText(decision.why.why, sanitize) : decision.act;
    };
    assert.equal(whyOf(muted), "Muted until 2026-12-01 00:00 UTC (moving).");
    assert.equal(whyOf(closed), "Waits until 2026-11-23 08:00 UTC.");
  });

  it("silences issues one by one: in maintenance, then below the threshold", () => {
    const config = configWith(everything, { "nightly import": { after_failures: 2 } });
    const by = (issue: Parameters<ReturnType<typeof silenceOf>["quiet"]>[0], of = config) =>
      silenceOf(of).quiet(issue, now)?.by.state;
    assert.deepEqual([by(fresh), by({ ...fresh, at: now - hour })], ["maintenance", "belowThreshold"]);
    assert.deepEqual([by(fresh, usual), by(noteEntry().content)], [undefined, undefined]);
  });
});
