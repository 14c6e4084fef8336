import assert from "node:assert/strict";
import { alertKey } from "../../../../../tasks/PipelineMonitor/alerts/alert";
import type { Hold, Ticket } from "../../../../../tasks/PipelineMonitor/features/tickets/holds";
import { leftOver, stepsFor } from "../../../../../tasks/PipelineMonitor/features/tickets/plan";
import type { Entry } from "../../../../../tasks/PipelineMonitor/issue/entry";
import { type Changes, knownEntry } from "../../known-entry";
import { failure } from "../../ledger/ledger-stage";

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

describe("tickets of monitors that are gone", () => {
  const left = (act: "forget" | "tell" | undefined, ...holds: Hold[]) => {
    const entry = entryWith({});
    const open = ticketOf(entry, { isOver: false, state: "To Do", createdAt: Number.NaN }, ...holds);
    const decisions = act === undefined ? [] : [{ act, entry, to: target }];
    return leftOver(new Map([[alertKey(entry), [open]]]), decisions, () => false, {
      monitor: own,
      target: "",
      now,
    });
  };
  const old = now - 900_000;

  it("are closed by another one, unless its own decision does so", () => {
    assert.deepEqual(
      [undefined, "forget" as const].map((act) => left(act, by(other, old)).length),
      [1, 1],
    );
    assert.deepEqual(
      [left("forget", by(own, old)), left("tell", by(other, old)), left(undefined, by(other))],
      [[], [], []],
    );
  });
});
