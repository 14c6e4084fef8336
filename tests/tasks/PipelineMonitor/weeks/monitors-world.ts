import { type SandboxTracker, sandboxTracker } from "../../../sandbox/work-items";
import { playMonitors } from "../house/monitors-stage";
import { endedBy } from "../monitor-stage";
import { type Acted, judgeMonitors } from "./monitors-judge";
import { identityOf, type MonitorDays, type MonitorReport, watchedNames, watchesAt } from "./monitors-script";

/** Plays days of several monitors, and judges what became of their alerts and tickets. */
export async function playMonitorDays(days: MonitorDays): Promise<void> {
  const { monitors, reports, runs } = days;
  const acted: (Acted | undefined)[] = [];
  const ended = [...runs]
    .sort((one, other) => one.at - other.at)
    .map(({ pipeline, at, how }) => ({
      ...{ pipeline, at, queuedSeconds: 5, runSeconds: how === "slow" ? 600 : 60 },
      result: how === "failed" ? "failed" : "succeeded",
    }));
  const hours = reports.flatMap(({ monitor, at, fate, person }) => {
    const script = monitors[monitor];
    if (script === undefined) return [];
    const watched = watchesAt(script, at);
    const entries = watchedNames.map((name) => [
      name,
      { severity: "high", check_flag: watched.includes(name) },
    ]);
    const limit = script.isStrict ? 300 : 900;
    const pipelines = {
      default: { max_proc_time: limit, min_proc_time: 30 },
      // Without one, nothing would be paged for, which is an error of the configuration.
      other: { severity: "high" },
      ...Object.fromEntries(entries),
    };
    return {
      ...{ monitor: identityOf(monitor, script, at), at, keys: { pipelines } },
      fate: fate === "forgotten" ? ("fine" as const) : fate,
      forgets: fate === "forgotten",
      people: (tracker: SandboxTracker) => void acted.push(actOf(tracker, person)),
    };
  });
  const seen = await playMonitors(
    (minute) =>
      endedBy(minute, ended).filter(({ finishedSecondsAgo = 0 }) => finishedSecondsAgo < 15 * 86_400),
    hours,
    sandboxTracker(),
  );
  judgeMonitors(days, seen, acted);
}

/** Does what a person does to the last ticket of a pipeline that is as it has to be for that. */
function actOf(tracker: SandboxTracker, person: MonitorReport["person"]): Acted | undefined {
  if (person === undefined) return undefined;
  const isClosed = person.does === "reopen";
  const ticket = [...tracker.items.values()].findLast(
    ({ fields }) =>
      String(fields["System.Title"]).includes(person.to) && (fields["System.State"] === "Done") === isClosed,
  );
  if (ticket === undefined) return undefined;
  if (person.does === "delete") tracker.items.delete(ticket.id);
  else tracker.change(ticket.id, { "System.State": isClosed ? "Doing" : "Done" });
  return { ...person, id: ticket.id };
}
