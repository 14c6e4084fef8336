import { daySeconds } from "../../shared/text/time";
import { editsBetween } from "./config/edits";
import type { Config } from "./config/parse";
import type { Context } from "./issue/context";
import { endOf } from "./issue/window";
import { gapsOf, ledgerOf, type Memory, remembers } from "./ledger/memory";
import { entriesOfOthers, foldNotes } from "./ledger/notes";
import type { OpenFeatures } from "./open-features";
import type { HourSetup } from "./setup";
import { decideAll, decideGone, decideUnread, nowOf, type ProjectHour, reportsFor } from "./targets/reports";
import type { Target } from "./targets/target";

/** Decides what each target is told of all projects together, and adds to the page of the run what features remember. */
export function decideWhole(
  {
    configs,
    projects: hours,
    unread,
    isListed,
  }: {
    configs: readonly Config[];
    projects: readonly ProjectHour[];
    unread: readonly Config[];
    isListed: boolean;
  },
  before: Memory,
  targets: readonly Target[],
  features: OpenFeatures,
  { config, configuration, origin }: HourSetup,
  context: Context,
) {
  const { silence } = features;
  const [ledger, gaps, isBlind] = [ledgerOf(before), gapsOf(before, config), before.state === "unreadable"];
  const reports = hours.map(({ report }) => report);
  const now = nowOf(reports);
  const { crossProject, gone, unasked } = entriesOfOthers(before, { configs, unread, isListed });
  const { notes, asides } = features.notesOnAll(reports, context);
  const folded = foldNotes(
    crossProject,
    { config, projects: reports, unread, isListed },
    [...gaps.notes, ...notes],
    now,
  );
  const { byTarget, whole } = reportsFor(targets, {
    config,
    unread,
    isListed,
    origin,
    asides,
    skipped: [...new Set([gaps.skipped, features.faults(), ...reports.map(({ skipped }) => skipped)].flat())],
    isBlind,
    edits: ledger ? editsBetween(ledger.configuration, configuration) : [],
    hours,
    others: [decideGone(gone, targets), decideUnread(unasked, targets)],
    silence,
    crossProject: {
      folded,
      decisions: decideAll(folded, targets, { config, now, remembers: remembers(before, config), silence }),
    },
  });
  const projects = whole.projects.map((project) => {
    const until = endOf(project.window);
    return { ...project, sections: features.past(project, until - daySeconds, until) };
  });
  return {
    now,
    byTarget,
    whole: { ...whole, projects },
    decided: [...hours.flatMap((hour) => hour.folded.entries), ...folded.entries, ...gone],
    unasked,
  };
}
