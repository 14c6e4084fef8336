import assert from "node:assert/strict";
import type { Seen } from "../house/monitors-stage";
import {
  identityOf,
  lapsedAt,
  type MonitorDays,
  type MonitorReport,
  type Watched,
  watchedNames,
  watchesAt,
} from "./monitors-script";

/** What is known of a monitor after its last report. */
interface View {
  at: number;
  finds: readonly string[];
  /** Whether it may not know an alert that it opened: it lost what it did, or all that it knew. */
  isDoubtful: boolean;
}

/** A monitor that is silent for so long does not hold its tickets any more. */
const lapseMinutes = 10 * 1440;

/** A person's act, as it was done. */
export interface Acted extends NonNullable<MonitorReport["person"]> {
  id: number;
}

/** Throws at the first rule that the days break. `acted` has what people did before each report. */
export function judgeMonitors(
  { monitors, reports }: MonitorDays,
  seen: readonly Seen[],
  acted: readonly (Acted | undefined)[],
): void {
  const views = new Map<string, View>();
  /** Pipelines whose ticket a person closed or deleted while somebody found the problem. */
  const declined = new Set<Watched>();
  /** Work items that people opened again. */
  const theirs = new Set<number>();
  let before: Seen | undefined;
  for (const [index, { monitor, at, fate }] of reports.entries()) {
    const now = seen[index] ?? assert.fail();
    const script = monitors[monitor] ?? assert.fail();
    const own = identityOf(monitor, script, at);
    for (const [other, one] of monitors.entries())
      if (identityOf(other, one, at) !== `monitor ${other}`) views.delete(`monitor ${other}`);
    const watched = watchesAt(script, at);
    const person = acted[index];
    if (person?.does === "reopen") theirs.add(person.id);
    if (person !== undefined && person.does !== "reopen") declined.add(person.to);
    const isDoubtful = fate !== "fine" || (views.get(own)?.isDoubtful ?? false);
    const place = (name: string) => `${name}, minute ${at}, ${own}`;
    for (const name of watchedNames) {
      const finds = now.finds.includes(name) && watched.includes(name);
      const tickets = [...now.tickets].filter(([, title]) => title.includes(name));
      const others = [...views].filter(
        ([who, view]) => who !== own && view.finds.includes(name) && at - view.at < lapseMinutes,
      );
      const created = now.did.filter((did) => did.startsWith("create"));
      assert.ok(tickets.filter(([id]) => !theirs.has(id)).length <= 1, `${place(name)}: two tickets`);
      if (finds) {
        assert.ok(
          tickets.length > 0 || declined.has(name),
          `${place(name)}: finds it, and there is no ticket`,
        );
        assert.ok(alertOf(now, own, name), `${place(name)}: finds it, and does not page`);
      } else if (!isDoubtful)
        assert.ok(!alertOf(now, own, name), `${place(name)}: pages for what it does not find`);
      for (const [id] of before?.tickets ?? []) {
        const isOf = before?.tickets.get(id)?.includes(name) === true && id !== person?.id;
        const isClosed = isOf && !now.tickets.has(id);
        const by = others.map(([who]) => who);
        assert.ok(!isClosed || by.length === 0, `${place(name)}: closed ${id}, which ${by} finds`);
        assert.ok(!isClosed || !finds, `${place(name)}: closed ${id}, which it finds`);
      }
      for (const [who] of others)
        assert.ok(
          alertOf(now, who, name) || views.get(who)?.isDoubtful,
          `${place(name)}: ${who} does not page any more`,
        );
      if (created.length > 0 && tickets.some(([id]) => created.includes(`create ${id}`)))
        declined.delete(name);
      if (!finds && others.length === 0) declined.delete(name);
    }
    views.set(own, {
      at,
      finds: now.finds.filter((name) => watched.some((one) => one === name)),
      isDoubtful,
    });
    before = now;
    if (at < lapsedAt + 60) continue;
    assert.deepEqual(
      [...now.tickets.keys()].filter((id) => !theirs.has(id)),
      [],
      `${place("all")}: left open`,
    );
  }
}

/** Whether an alert of a monitor is open. */
function alertOf({ alerts, holders }: Seen, who: string, name: string): boolean {
  return [...alerts].some(([key, title]) => title.includes(name) && key.endsWith(holders.get(who) ?? "?"));
}
