import assert from "node:assert/strict";
import type { Entry, Notice, PendingNotice } from "../../../../tasks/PipelineMonitor/issue/entry";
import type { Silenced } from "../../../../tasks/PipelineMonitor/issue/reason";
import type { Decision, Delivered } from "../../../../tasks/PipelineMonitor/ledger/decide";
import { settle } from "../../../../tasks/PipelineMonitor/ledger/settle";
import { reasons } from "../silences";
import { addressee, chatId, ended, failedEntry, hour, noteEntry, now, pagerId, told } from "./ledger-stage";

const silence: PendingNotice = { since: now - hour, why: "silence" };
const known: Partial<Entry> = { told: { [chatId]: told, [pagerId]: told } };
const waiting: Partial<Entry> = { owed: { [chatId]: silence, [pagerId]: silence } };
const over: Partial<Entry> = { end: ended };

type Act = Exclude<Decision["act"], "hold"> | keyof typeof reasons;

/** Such as "told", "told changed", "owed delivery"; what was told or is owed since this report is "now". */
function wordsOf(one: Notice | undefined, owed: PendingNotice | undefined): string {
  const ofTold = one && ["told", one.at === now && "now", one.outdated];
  const ofOwed = owed && ["owed", owed.why, owed.since === now && "now"];
  const all = [ofTold, ofOwed].flatMap((words) => words?.filter(Boolean).join(" ") ?? []);
  return all.join(", ") || "nothing";
}

/** What a chat and a pager know of an entry, and are owed, after it was delivered or not. */
function after(entry: Entry, act: Act, delivered: Delivered = "done"): string {
  const decisionFor = (to: string): Decision =>
    act === "tell" || act === "remind" || act === "tellEnd" || act === "tellMove" || act === "forget"
      ? { entry, to, act }
      : { entry, to, act: "hold", why: { by: reasons[act], why: [] } };
  const states = (["chat", "pager"] as const).map((kind) => {
    const { id } = addressee(kind);
    const settled = settle(entry, decisionFor(id), delivered, now);
    return wordsOf(settled.told[id], settled.owed[id]);
  });
  return [...new Set(states)].join(" | ");
}

const entries = {
  new: failedEntry(),
  known: failedEntry(known),
  changed: failedEntry({ told: { [chatId]: { ...told, outdated: "changed" } } }),
  waiting: failedEntry(waiting),
  "known waiting": failedEntry({ ...known, ...waiting }),
  over: failedEntry(over),
  "known over": failedEntry({ ...known, ...over }),
  "waiting over": failedEntry({ ...waiting, ...over }),
  note: noteEntry(),
  "known note": noteEntry(known),
  "waiting note": noteEntry(waiting),
};

/** One state if a chat and a pager have the same. */
const table: readonly (readonly [keyof typeof entries, Act, Delivered, expected: string])[] = [
  ["new", "tell", "done", "told now"],
  ["new", "tell", "failed", "owed delivery now"],
  ["new", "tell", "unsure", "told now, owed delivery now"],
  ["known", "tell", "failed", "told, owed delivery now"],
  ["known", "tell", "unsure", "told, owed delivery now"],
  ["known", "remind", "done", "told now"],
  ["known", "remind", "failed", "told, owed delivery now"],
  ["changed", "tell", "done", "told now"],
  ["changed", "tell", "failed", "told changed, owed delivery now | owed delivery now"],
  ["waiting", "tell", "done", "told now"],
  ["waiting", "tell", "failed", "owed delivery"],
  ["over", "tell", "done", "nothing"],
  ["over", "tell", "failed", "owed delivery now"],
  ["waiting over", "tell", "done", "nothing"],
  ["waiting over", "tell", "failed", "owed delivery"],
  ["known over", "tell", "done", "nothing"],
  ["note", "tell", "done", "told now"],
  ["note", "tell", "failed", "owed delivery now"],

  ["known over", "tellEnd", "done", "nothing"],
  ["known over", "tellEnd", "failed", "told"],
  ["known over", "tellEnd", "unsure", "told"],
  ["new", "tellEnd", "unsure", "told now"],
  ["known", "tellMove", "done", "nothing"],
  ["known", "forget", "done", "nothing"],
  ["known", "forget", "failed", "nothing"],
  ["waiting over", "forget", "done", "nothing"],

  ["new", "hours", "done", "owed silence now"],
  ["waiting", "hours", "done", "owed silence"],
  ["known", "hours", "done", "told"],
  ["over", "hours", "done", "owed silence now"],
  ["known over", "hours", "done", "told"],
  ["new", "mute", "done", "nothing"],
  ["known", "mute", "done", "told changed"],
  ["known over", "mute", "done", "told"],
  ["waiting", "mute", "done", "owed silence"],
  ["new", "maintenance", "done", "nothing"],
  ["known", "maintenance", "done", "told"],
  ["new", "threshold", "done", "nothing"],
  ["known", "known", "done", "told"],
  ["known waiting", "known", "done", "told"],
  ["known waiting", "route", "done", "told"],
  ["waiting", "route", "done", "nothing"],
  ["note", "hours", "done", "owed silence now"],
  ["note", "mute", "done", "owed silence now"],
  ["note", "maintenance", "done", "owed silence now"],
  ["note", "route", "done", "nothing"],
  ["waiting note", "hours", "done", "owed silence"],
  ["known note", "known", "done", "told"],
];

describe("settle", () => {
  for (const [name, act, delivered, expected] of table)
    it(`leaves a ${name} one after ${act} and ${delivered}: ${expected}`, () =>
      assert.equal(after(entries[name], act, delivered), expected));

  it("remembers how often a problem was found when it was told", () => {
    const entry = failedEntry({ count: 3 });
    const { told: after } = settle(entry, { entry, to: chatId, act: "tell" }, "done", now);
    assert.deepEqual(after, { [chatId]: { at: now, count: 3 } });
  });

  it("keeps since when a problem that came again is new to a target, while another is owed the time before", () => {
    const again = { since: now - hour, countBefore: 1 };
    const known = { told: { [chatId]: { ...told, again } }, owed: { [pagerId]: silence } };
    const entry = failedEntry({ again, count: 2, ...known });
    const settled = settle(entry, { entry, to: chatId, act: "tell" }, "done", now);
    assert.deepEqual(settled.told[chatId], { at: now, count: 2, again });
    const whole = settle(entry, { entry, to: pagerId, act: "tell" }, "done", now);
    assert.deepEqual(whole.told[pagerId], { at: now, count: 2 });
  });

  it("tells again after a mute what ended and began again in it", () => {
    const entry = failedEntry({ told: { [chatId]: { ...told, outdated: "ended" } } });
    const why: Silenced = { by: reasons.mute, why: [] };
    const settled = settle(entry, { entry, to: chatId, act: "hold", why }, "done", now);
    assert.equal(settled.told[chatId]?.outdated, "ended");
  });

  it("leaves alone what other targets know, and everything else", () => {
    const entry = failedEntry({ ...known, ...waiting });
    const settled = settle(entry, { entry, to: chatId, act: "forget" }, "done", now);
    assert.deepEqual(settled, { ...entry, told: { [pagerId]: told }, owed: { [pagerId]: silence } });
  });
});
