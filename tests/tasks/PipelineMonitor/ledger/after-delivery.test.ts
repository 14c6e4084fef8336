import assert from "node:assert/strict";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import { isOwed, lastTold, newTo } from "../../../../tasks/PipelineMonitor/issue/knowledge";
import type { Silenced } from "../../../../tasks/PipelineMonitor/issue/silenced";
import { afterDelivery } from "../../../../tasks/PipelineMonitor/ledger/after-delivery";
import type { Decision, Delivered } from "../../../../tasks/PipelineMonitor/ledger/decide";
import type { Changes } from "../known-entry";
import { reasons } from "../silences";
import { addressee, chatId, ended, failedEntry, hour, noteEntry, now, pagerId, told } from "./ledger-stage";

const known: Changes = { told: { [chatId]: told, [pagerId]: told } };
const waiting: Changes = { owed: { [chatId]: {}, [pagerId]: {} } };
const over: Changes = { end: ended };

type Act = Exclude<Decision["act"], "hold"> | keyof typeof reasons;

/** Such as "told", "told changed", "owed"; what was told since this report is "now". */
function wordsOf(entry: Entry, to: string): string {
  const one = lastTold(entry, to);
  const told = one && ["told", one.at === now && "now", one.news].filter(Boolean).join(" ");
  return [told, isOwed(entry, to) && "owed"].filter(Boolean).join(", ") || "nothing";
}

/** What a chat and a pager know of an entry, and are owed, after it was delivered or not. */
function after(entry: Entry, act: Act, delivered: Delivered = "done"): string {
  const decisionFor = (to: string): Decision =>
    act === "tell" || act === "remind" || act === "tellEnd" || act === "tellMove" || act === "forget"
      ? { entry, to, act }
      : { entry, to, act: "hold", why: { by: reasons[act], why: [] } };
  const states = (["chat", "pager"] as const).map((kind) => {
    const { id } = addressee(kind);
    return wordsOf(afterDelivery(entry, decisionFor(id), delivered, now), id);
  });
  return [...new Set(states)].join(" | ");
}

const entries = {
  new: failedEntry(),
  known: failedEntry(known),
  changed: failedEntry({ told: { [chatId]: { ...told, news: "changed" } } }),
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
  ["new", "tell", "failed", "owed"],
  ["new", "tell", "unsure", "told now, owed"],
  ["known", "tell", "failed", "told, owed"],
  ["known", "tell", "unsure", "told, owed"],
  ["known", "remind", "done", "told now"],
  ["known", "remind", "failed", "told, owed"],
  ["changed", "tell", "done", "told now"],
  ["changed", "tell", "failed", "told changed, owed | owed"],
  ["waiting", "tell", "done", "told now"],
  ["waiting", "tell", "failed", "owed"],
  ["over", "tell", "done", "nothing"],
  ["over", "tell", "failed", "owed"],
  ["waiting over", "tell", "done", "nothing"],
  ["waiting over", "tell", "failed", "owed"],
  ["known over", "tell", "done", "nothing"],
  ["note", "tell", "done", "told now"],
  ["note", "tell", "failed", "owed"],

  ["known over", "tellEnd", "done", "nothing"],
  ["known over", "tellEnd", "failed", "told"],
  ["known over", "tellEnd", "unsure", "told"],
  ["new", "tellEnd", "unsure", "told now"],
  ["known", "tellMove", "done", "nothing"],
  ["known", "forget", "done", "nothing"],
  ["known", "forget", "failed", "nothing"],
  ["waiting over", "forget", "done", "nothing"],

  ["new", "hours", "done", "owed"],
  ["waiting", "hours", "done", "owed"],
  ["known", "hours", "done", "told"],
  ["over", "hours", "done", "owed"],
  ["known over", "hours", "done", "told"],
  ["new", "mute", "done", "nothing"],
  ["known", "mute", "done", "told changed"],
  ["known over", "mute", "done", "told"],
  ["waiting", "mute", "done", "owed"],
  ["new", "maintenance", "done", "nothing"],
  ["known", "maintenance", "done", "told"],
  ["new", "threshold", "done", "nothing"],
  ["known", "known", "done", "told"],
  ["known waiting", "known", "done", "told"],
  ["known waiting", "route", "done", "told"],
  ["waiting", "route", "done", "nothing"],
  ["note", "hours", "done", "owed"],
  ["note", "mute", "done", "owed"],
  ["note", "maintenance", "done", "owed"],
  ["note", "route", "done", "nothing"],
  ["waiting note", "hours", "done", "owed"],
  ["known note", "known", "done", "told"],
];

describe("afterDelivery", () => {
  for (const [name, act, delivered, expected] of table)
    it(`leaves a ${name} one after ${act} and ${delivered}: ${expected}`, () =>
      assert.equal(after(entries[name], act, delivered), expected));

  it("remembers how often a problem was found when it was told", () => {
    const entry = failedEntry({ count: 3 });
    const settled = afterDelivery(entry, { entry, to: chatId, act: "tell" }, "done", now);
    assert.deepEqual(lastTold(settled, chatId), { at: now, count: 3 });
  });

  it("keeps since when a problem that came again is new to a target, while another is owed the time before", () => {
    const present = { since: now - hour, countBefore: 1 };
    const entry = failedEntry({ present, count: 2, told: { [chatId]: told }, owed: { [pagerId]: {} } });
    for (const delivered of ["done", "failed"] as const) {
      const settled = afterDelivery(entry, { entry, to: chatId, act: "tell" }, delivered, now);
      const since = [chatId, pagerId].map((to) => newTo(settled, to)).map((one) => [one.since, one.count]);
      assert.deepEqual(since, [
        [now - hour, 1],
        [now - 2 * hour, 2],
      ]);
    }
  });

  it("tells again after a mute what ended and began again in it", () => {
    const entry = failedEntry({ told: { [chatId]: { ...told, news: "ended" } } });
    const why: Silenced = { by: reasons.mute, why: [] };
    const settled = afterDelivery(entry, { entry, to: chatId, act: "hold", why }, "done", now);
    assert.equal(lastTold(settled, chatId)?.news, "ended");
  });

  it("leaves alone what other targets know, and everything else", () => {
    const entry = failedEntry({ ...known, ...waiting });
    const settled = afterDelivery(entry, { entry, to: chatId, act: "forget" }, "done", now);
    const knowledge = { told: { [pagerId]: told }, owed: { [pagerId]: {} } };
    assert.deepEqual(settled, { ...entry, knowledge });
    const why: Silenced = { by: reasons.mute, why: [] };
    const muted = afterDelivery(entries.known, { entry, to: chatId, act: "hold", why }, "done", now);
    assert.deepEqual(lastTold(muted, pagerId), told);
  });
});
