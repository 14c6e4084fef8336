import type { RecordAt, SandboxRdap, SandboxRecord } from "../sandbox/rdap";

const dayMilliseconds = 24 * 3600 * 1000;

/** How the public record of a domain lies. "hanging" does not answer at all. */
export type RecordLie = (typeof recordLies)[number];

export const recordLies = [
  ...(["an old change", "a change in the future", "no dates", "no statuses"] as const),
  ...(["ordinary statuses after the expiration", "statuses that contradict each other"] as const),
  ...(["a status in a spelling of its own", "a status that nobody knows"] as const),
  ...(["absent too early", "redemption until the drop", "registered yesterday", "hanging"] as const),
] as const;

/** Records that are wrong or prove nothing, of a domain that is about to be released. */
const lies: Record<RecordLie, (now: number) => SandboxRecord | undefined> = {
  "an old change": (now) => ({ status: ["pending delete"], changedAt: now - 900 * dayMilliseconds }),
  "a change in the future": (now) => ({ status: ["pending delete"], changedAt: now + 30 * dayMilliseconds }),
  "no dates": () => ({ status: ["pending delete"] }),
  "no statuses": (now) => ({ status: [], expiresAt: now - 76 * dayMilliseconds }),
  "ordinary statuses after the expiration": (now) => ({
    status: ["client transfer prohibited"],
    expiresAt: now - 78 * dayMilliseconds,
  }),
  "statuses that contradict each other": (now) => ({
    status: ["active", "pending delete", "add period"],
    expiresAt: now + 300 * dayMilliseconds,
    changedAt: now - 4.9 * dayMilliseconds,
  }),
  "a status in a spelling of its own": (now) => aboutToDrop(now, "pending-delete"),
  "a status that nobody knows": (now) => aboutToDrop(now, { stage: "to be deleted" }),
  "absent too early": () => undefined,
  "redemption until the drop": (now) => ({
    status: ["redemption period", "pending delete"],
    expiresAt: now - 79 * dayMilliseconds,
    changedAt: now - 35 * dayMilliseconds,
  }),
  "registered yesterday": (now) => ({
    status: ["active"],
    registeredAt: now - dayMilliseconds,
    changedAt: now - dayMilliseconds,
    expiresAt: now + 364 * dayMilliseconds,
  }),
  hanging: () => undefined,
};

/** With dates and a lock that would prove a later release, were it not for this status. */
function aboutToDrop(now: number, status: unknown): SandboxRecord {
  return {
    status: ["client transfer prohibited", status],
    registeredAt: now - 400 * dayMilliseconds,
    expiresAt: now + 300 * dayMilliseconds,
  };
}

export function lyingRecord(lie: RecordLie | undefined): RecordAt {
  return (now) => lie && lies[lie](now);
}

/** Lets a registry hang if that is its lie. */
export function hangIfSo(lie: RecordLie | undefined, rdap: SandboxRdap): void {
  if (lie === "hanging") rdap.faults.push({ when: () => true, reply: { ending: "hang" } });
}
