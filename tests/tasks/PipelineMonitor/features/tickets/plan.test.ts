import assert from "node:assert/strict";
import { alertKey } from "../../../../../tasks/PipelineMonitor/alerts/alert";
import type { Hold, Ticket } from "../../../../../tasks/PipelineMonitor/features/tickets/holds";
import {
  leftOver,
  needsClosed,
  stepsFor,
  wishOf,
} from "../../../../../tasks/PipelineMonitor/features/tickets/plan";
import type { Entry } from "../../../../../tasks/PipelineMonitor/issue/entry";
import type { Decision } from "../../../../../tasks/PipelineMonitor/ledger/decide";
import { type Changes, knownEntry } from "../../known-entry";
import { failure } from "../../ledger/ledger-stage";
import { reasons } from "../../silences";

const [own, other] = ["0123456789abcdef", "fedcba9876543210"];
const target = "a".repeat(16);
const now = 100_000;
const told = (news?: "ended") => ({ [target]: { at: now - 3600, count: 1, ...(news && { news }) } });
const entryWith = (changes: Changes) => knownEntry(failure(), now - 3600, changes);
const ticketOf = (entry: Entry, changes: Partial<Ticket>, ...holds: Hold[]): Ticket => ({
  ...{ id: 1, revision: 1, type: "Issue", state: "Done", texts: {}, stateSince: now - 1800 },
  ...{ createdBy: "robot", createdAt: now - 50_000, changedBy: "robot", isOver: true },
  mark: { key: alertKey(entry), isState: false, holds },
  ...changes,
});
const by = (monitor: string, at = now - 3600): Hold => ({ monitor, at });
const asker = { monitor: own, target, now };
const acts = (entry: Entry, closed: readonly Ticket[]) =>
  stepsFor({ act: "tell", entry, to: target }, { open: [], closed }, asker).map((step) =>
    step.act === "letGo" ? `letGo ${step.why}` : step.act,
  );

describe("the ticket of a problem that lasts and whose ticket is closed", () => {
  it("is another one only for the next time, however early the streak of failures began", () => {
    const news = { kind: "streak", since: { time: (now - 7200) * 1000 } } as const;
    const streak = entryWith({});
    const closedBefore = ticketOf(streak, { stateSince: now - 5000 }, by(own));
    assert.deepEqual(acts(streak, [closedBefore]), ["letGo ended", "open"]);
    const issue = { ...failure(), news: { ...news, count: 3 } };
    assert.deepEqual(acts(entryWith({ content: Object.assign(issue) }), [closedBefore]), []);
  });

  it("is another one if nobody held it: the last monitor that let go closed it", () => {
    const entry = entryWith({});
    assert.deepEqual(acts(entry, [ticketOf(entry, {})]), ["open"]);
    assert.deepEqual(acts(entry, [ticketOf(entry, {}, by(own))]), []);
    assert.deepEqual(acts(entry, [ticketOf(entry, {}, by(other))]), ["hold"]);
  });

  it("is none for the time before, as long as another monitor that runs holds it", () => {
    const entry = entryWith({});
    const before = { stateSince: now - 5000 };
    assert.deepEqual(acts(entry, [ticketOf(entry, before, by(other))]), ["hold"]);
    assert.deepEqual(acts(entry, [ticketOf(entry, before, by(other, now - 50_000 - 900_000))]), ["open"]);
  });

  it("is another one if the problem was told, ended and came again, and none if somebody deleted it", () => {
    assert.deepEqual(acts(entryWith({ told: told() }), []), []);
    assert.deepEqual(acts(entryWith({ told: told("ended") }), []), ["open"]);
  });
});

type Act = Exclude<Decision["act"], "hold"> | keyof typeof reasons;
const isReason = (act: Act): act is keyof typeof reasons => act in reasons;
const decided = (entry: Entry, act: Act): Decision =>
  isReason(act)
    ? { entry, to: target, act: "hold", why: { by: reasons[act], why: [] } }
    : { entry, to: target, act };

describe("what a monitor wants of a ticket", () => {
  const entry = entryWith({ told: told() });
  const openBy = (id: number, ...holds: Hold[]) =>
    ticketOf(entry, { id, isOver: false, state: "To Do" }, ...holds);
  const [mine, theirs] = [openBy(1, by(own)), openBy(1, by(other))];
  const due = { ...openBy(1, by(own, now - 259_200)), createdAt: now - 300_000 };
  const twin = openBy(2, by(own));
  const copy = { ...openBy(3, by(own)), createdBy: "Ann" };
  const closed = [ticketOf(entry, { id: 4 }, by(own)), ticketOf(entry, { id: 5 }, by(other))];

  it("is to have it, to keep it or to end it", () => {
    const acts: Act[] = [
      "tell",
      "remind",
      "known",
      "mute",
      "hours",
      "route",
      "forget",
      "tellEnd",
      "tellMove",
    ];
    const wishes = acts.map((act) => wishOf(decided(entry, act)));
    assert.deepEqual(wishes, [...Array(3).fill("wants"), "keeps", "keeps", ...Array(4).fill("ends")]);
  });

  it("depends on closed ones if none is open, and it wants one or may hold one", () => {
    const rows: [Act, Entry, readonly Ticket[], boolean][] = [
      ["tell", entryWith({}), [], true],
      ["tell", entry, [mine], false],
      ["mute", entry, [], false],
      ["forget", entry, [], true],
      ["forget", entryWith({}), [], false],
    ];
    for (const [act, one, open, expected] of rows)
      assert.equal(needsClosed(decided(one, act), open, target), expected);
  });

  it("takes these steps", () => {
    const long = entryWith({ told: { [target]: { at: now - 86_400, count: 1 } } });
    const rows: [Entry, Act, readonly Ticket[], string][] = [
      [entry, "forget", [mine, twin, copy], "letGo 1 ended, letGo 2 twin of 1, letGo 3 copy, letGo 4 ended"],
      [entry, "forget", [theirs], "letGo 4 ended"],
      [entry, "mute", [mine], ""],
      [entry, "mute", [theirs], ""],
      [entry, "mute", [due], "hold 1"],
      [entry, "known", [mine], ""],
      [entry, "known", [theirs], "hold 1"],
      [entry, "known", [mine, twin, copy], "letGo 2 twin of 1, letGo 3 copy"],
      [entry, "known", [due], "hold 1"],
      [entry, "tell", [mine], ""],
      [long, "tell", [mine], "hold 1 with a comment"],
      [long, "known", [mine], ""],
      [entryWith({}), "tell", [mine], ""],
    ];
    for (const [one, act, open, expected] of rows) {
      const steps = stepsFor(decided(one, act), { open, closed }, asker).map((step) => {
        if (step.act === "open") return "open";
        if (step.act === "hold") return `hold ${step.ticket.id}${step.comments ? " with a comment" : ""}`;
        return `${step.act} ${step.ticket.id} ${step.why}${"main" in step ? ` of ${step.main}` : ""}`;
      });
      assert.equal(steps.join(", "), expected, `${act} ${expected}`);
    }
  });
});

describe("tickets that no decision is about", () => {
  const entry = entryWith({});
  const [fresh, old] = [now - 3600, now - 900_000];
  const left = (act: Act | undefined, hold: Hold | undefined, isShownOver = false) => {
    const changes = { isOver: false, state: "To Do", createdAt: Number.NaN };
    const open = ticketOf(entry, changes, ...(hold ? [hold] : []));
    const decisions = act === undefined ? [] : [decided(entry, act)];
    const steps = leftOver(new Map([[alertKey(entry), [open]]]), decisions, () => isShownOver, asker);
    return steps.map((step) => "why" in step && `${step.act} ${step.why}`);
  };

  it("are let go once if the report shows that their problems are over", () => {
    for (const at of [fresh, old]) assert.deepEqual(left(undefined, by(own, at), true), ["letGo ended"]);
    assert.deepEqual(left(undefined, by(own), false), []);
    assert.deepEqual(left(undefined, by(other), true), [], "another monitor holds it");
  });

  it("are closed if their monitors are gone, by another one, unless its own decision does so", () => {
    for (const isShownOver of [false, true])
      assert.deepEqual(left(undefined, by(other, old), isShownOver), ["letGo lapsed"]);
    assert.deepEqual(left(undefined, by(own, old)), ["letGo lapsed"]);
    assert.deepEqual(left("forget", by(other, old)), ["letGo lapsed"]);
    for (const act of ["tell", "mute"] as const) assert.deepEqual(left(act, by(other, old)), []);
    assert.deepEqual(left("forget", by(own, old)), []);
    assert.deepEqual(left(undefined, undefined), [], "a person opened it again");
  });
});
