import type { Entry } from "../issue/entry";
import { isTold } from "../issue/knowledge";
import { words } from "../issue/parts";
import { type Silenced, toldElsewhere } from "../issue/reason";
import type { FoundProject, UnsentReport } from "../issue/report";
import { endOf } from "../issue/window";
import { type Circumstances, type Decision, decide, withAsides } from "../ledger/decide";
import type { Folded } from "../ledger/fold";
import type { Addressed, Silence } from "../ledger/silence";
import { isGuest, type Target } from "./target";
import { lastingIn, notesOfView, viewOf } from "./view";

/** The report on a project, and what each target is told of it, by the targets' ids. */
export interface ProjectHour {
  report: FoundProject;
  folded: Folded;
  decisions: ReadonlyMap<string, readonly Decision[]>;
}

/** The report of a target on all projects. */
export interface ForTarget {
  target: Target;
  decisions: readonly Decision[];
  report: UnsentReport;
}

/** Decides for each target. */
export function decideAll(
  { entries, found }: Folded,
  targets: readonly Addressed[],
  circumstances: Omit<Circumstances, "found">,
): ProjectHour["decisions"] {
  const decisionsOf = (target: Addressed) =>
    withAsides(
      entries.map((entry) => decide(entry, target, { ...circumstances, found: found.get(entry.key) ?? [] })),
    );
  return new Map(targets.map((target) => [target.id, decisionsOf(target)]));
}

/** One report for each target, and one for the run's page, which has everything that goes to chats. */
export function reportsFor(
  targets: readonly Target[],
  {
    hours,
    crossProject,
    gone,
    unasked,
    silence,
    ...hour
  }: {
    hours: readonly ProjectHour[];
    crossProject: Omit<ProjectHour, "report">;
    /** The problems of projects that are not checked any more. */
    gone: readonly Entry[];
    /** Those of projects that could not be read. */
    unasked: readonly Entry[];
    silence: Silence;
  } & Omit<UnsentReport, "projects" | "notes" | "lasting">,
): { byTarget: readonly ForTarget[]; whole: UnsentReport } {
  const channelsOf = (pipeline: string | undefined) =>
    targets
      .filter((one) => one.kind === "chat" && !isGuest(one) && one.takes(pipeline))
      .map(({ name }) => name);
  const foundBy = (
    of: (decisions: ProjectHour["decisions"]) => readonly Decision[],
    isMention: Target["isMention"],
  ) => {
    const own = of(crossProject.decisions);
    const projects = hours.map(({ report, folded, decisions }) =>
      viewOf(report, folded, of(decisions), { isMention, silence, channelsOf }),
    );
    const notes = notesOfView(crossProject.folded, own, hour.config);
    return { ...hour, projects, notes, lasting: lastingIn(own) };
  };
  const byTarget = targets.map((target): ForTarget => {
    const { id: to, kind } = target;
    const of = (decisions: ProjectHour["decisions"]) => decisions.get(to) ?? [];
    const forgotten = gone.map((entry): Decision => {
      const isOpen = kind !== "chat" && isTold(entry, to);
      return { entry, to, act: isOpen ? "tellEnd" : "forget" };
    });
    return {
      target,
      decisions: [
        ...hours.flatMap(({ decisions }) => of(decisions)),
        ...of(crossProject.decisions),
        ...forgotten,
        ...unasked.map((entry): Decision => ({ entry, to, act: "hold", why: notRead })),
      ],
      report: foundBy(of, target.isMention),
    };
  });
  const chats = targets.filter(({ tell, kind }) => tell !== undefined && kind === "chat");
  const isMention = (owner: string) => chats.some((chat) => chat.isMention(owner));
  return { byTarget, whole: foundBy((decisions) => mostTold(decisions, chats), isMention) };
}

/** A project that could not be read stays as it was. */
const notRead: Silenced = { by: { state: "waits" }, why: [words("Its project could not be read.")] };

const byLoudness = ["tell", "remind", "tellEnd", "hold", "elsewhere", "tellMove", "forget"];

/** The decision on each entry for the chat that is told most. That it goes to another channel counts only if no chat takes it. */
function mostTold(decisions: ProjectHour["decisions"], chats: readonly Target[]): Decision[] {
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
export function nowOf(hours: readonly Pick<ProjectHour, "report">[]): number {
  return Math.max(...hours.map(({ report }) => endOf(report.window)));
}
