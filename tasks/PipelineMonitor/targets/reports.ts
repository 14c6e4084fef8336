import type { Entry } from "../issue/entry";
import { isTold } from "../issue/knowledge";
import { words } from "../issue/parts";
import type { FoundProject, UnsentReport } from "../issue/report";
import { alreadyTold, type Silenced, toldElsewhere } from "../issue/silenced";
import { endOf } from "../issue/window";
import { type Circumstances, type Decision, decide, withAsides } from "../ledger/decide";
import type { Folded } from "../ledger/fold";
import type { Addressed, Silence } from "../ledger/silence";
import { isGuest, type Target } from "./target";
import { lastingIn, notesOfView, viewOf } from "./view";

/** Decisions on some entries, by the targets' ids. */
export type Decisions = ReadonlyMap<string, readonly Decision[]>;

/** Entries, and what each target is told of them. */
interface DecidedEntries {
  folded: Folded;
  decisions: Decisions;
}

/** The report on a project, and what each target is told of it. */
export interface ProjectHour extends DecidedEntries {
  report: FoundProject;
}

const notChecked: Silenced = { by: alreadyTold, why: [words("Its project is not checked any more.")] };
const notRead: Silenced = { by: { state: "waits" }, why: [words("Its project could not be read.")] };

/**
 * On the problems of projects that are not checked any more: an open alert or ticket is closed. A chat goes on knowing what it was
 * told, because a project may be missing from a list of the service for an hour.
 */
export function decideGone(entries: readonly Entry[], targets: readonly Addressed[]): Decisions {
  const decided = (entry: Entry, { id: to, kind }: Addressed): Decision => {
    if (!isTold(entry, to)) return { entry, to, act: "forget" };
    return kind === "chat" ? { entry, to, act: "hold", why: notChecked } : { entry, to, act: "tellEnd" };
  };
  return new Map(targets.map((target) => [target.id, entries.map((entry) => decided(entry, target))]));
}

/** On the problems of projects that could not be read: they stay as they were. */
export function decideUnread(entries: readonly Entry[], targets: readonly Addressed[]): Decisions {
  const decided = (entry: Entry, to: string): Decision => ({ entry, to, act: "hold", why: notRead });
  return new Map(targets.map(({ id }) => [id, entries.map((entry) => decided(entry, id))]));
}

/** The report of a target on all projects. */
export interface ForTarget {
  target: Target;
  decisions: readonly Decision[];
  report: UnsentReport;
}

/** Decides for each target. */
export function decideAll(
  { entries, findings }: Folded,
  targets: readonly Addressed[],
  circumstances: Omit<Circumstances, "findings">,
): Decisions {
  const decisionsOf = (target: Addressed) =>
    withAsides(
      entries.map((entry) =>
        decide(entry, target, { ...circumstances, findings: findings.get(entry.key) ?? [] }),
      ),
    );
  return new Map(targets.map((target) => [target.id, decisionsOf(target)]));
}

/** The parts of an hour's report that are the same for all targets. */
interface DecidedHour extends Omit<UnsentReport, "projects" | "notes" | "lasting"> {
  hours: readonly ProjectHour[];
  crossProject: DecidedEntries;
  /** On problems that no report shows. */
  others: readonly Decisions[];
  silence: Silence;
}

/** One report for each target, and one for the run's page, which has everything that goes to chats. */
export function reportsFor(
  targets: readonly Target[],
  { hours, crossProject, others, silence, ...hour }: DecidedHour,
): { byTarget: readonly ForTarget[]; whole: UnsentReport } {
  const channelsOf = (pipeline: string | undefined) =>
    targets
      .filter((target) => target.kind === "chat" && !isGuest(target) && target.takes(pipeline))
      .map(({ name }) => name);
  const reportFor = (
    chosen: (decisions: Decisions) => readonly Decision[],
    isMention: Target["isMention"],
  ) => {
    const own = chosen(crossProject.decisions);
    const projects = hours.map(({ report, folded, decisions }) =>
      viewOf(report, folded, chosen(decisions), { isMention, silence, channelsOf }),
    );
    const notes = notesOfView(crossProject.folded, own, hour.config);
    return { ...hour, projects, notes, lasting: lastingIn(own) };
  };
  const byTarget = targets.map((target): ForTarget => {
    const own = (decisions: Decisions) => decisions.get(target.id) ?? [];
    const all = [...hours.map(({ decisions }) => decisions), crossProject.decisions, ...others];
    return { target, decisions: all.flatMap(own), report: reportFor(own, target.isMention) };
  });
  const chats = targets.filter(({ tell, kind }) => tell !== undefined && kind === "chat");
  const isMention = (owner: string) => chats.some((chat) => chat.isMention(owner));
  return { byTarget, whole: reportFor((decisions) => mostTold(decisions, chats), isMention) };
}

const byLoudness = ["tell", "remind", "tellEnd", "hold", "elsewhere", "tellMove", "forget"];

/** The decision on each entry for the chat that is told most. That it goes to another channel counts only if no chat takes it. */
function mostTold(decisions: Decisions, chats: readonly Target[]): Decision[] {
  const rank = (decision: Decision) =>
    byLoudness.indexOf(
      decision.act === "hold" && decision.why.by === toldElsewhere ? "elsewhere" : decision.act,
    );
  const all = chats
    .flatMap(({ id }) => decisions.get(id) ?? [])
    .sort((one, other) => rank(one) - rank(other));
  const first = new Map(all.toReversed().map((decision) => [decision.entry.key, decision]));
  const [order = []] = chats.map(({ id }) => decisions.get(id) ?? []);
  return order.flatMap(({ entry }) => first.get(entry.key) ?? []);
}

/** As of the last project that was read. */
export function nowOf(projects: readonly FoundProject[]): number {
  return Math.max(...projects.map(({ window }) => endOf(window)));
}
