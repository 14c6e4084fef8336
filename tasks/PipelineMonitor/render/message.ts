import {
  type Line,
  type Message,
  type OwnedPipelines,
  type Part,
  plainText,
} from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { isSameDay, utcZone } from "../../../shared/text/zone";
import { attempt, type Context } from "../issue/context";
import { type Issue, type Note, pipelineNameOf, type ReportLine, toldIn } from "../issue/issue";
import { words } from "../issue/parts";
import type { ProjectReport, Report } from "../issue/report";
import { groupedLines } from "./grouping";
import { allFinishedWell, allWell, header, messageLine, nothingNew } from "./lines";
import { renderFooter, renderTitle } from "./title";
import { shown, silencedCount } from "./totals";

/** A shortened message must still say what it does not say. */
const alwaysShown = { severity: "note", rank: -100, issueCount: 0 } as const;

/** What a message is made of; the rest of a report follows from it. */
export type ToCompose = Pick<Report, "config" | "projects" | "unread" | "notes" | "skipped">;

/** Composes the message on all projects. Without issues and notes, it has no lines. */
export async function composeMessage(
  report: ToCompose,
  ownRun: URL | undefined,
  context: Context,
): Promise<Pick<Report, "message" | "skipped">> {
  const { config, projects, unread, notes } = report;
  const { lines, skipped } = await composeLines(report, context);
  const owners = ownersOf(projects);
  const count = projects.length + unread.length;
  const message: Message = {
    header,
    title: renderTitle(
      count > 1 ? words(`${count} projects`) : { name: config.projectName },
      projects.flatMap(({ issues }) => shown(issues)),
      [...projects.flatMap((project) => shown(project.notes)), ...shown(notes)],
    ),
    lines,
    overflow: tallyLine,
    footer: renderFooter(projects, ownRun),
    ...(owners.length === 0 ? {} : { owners }),
  };
  return { message, skipped };
}

/**
 * Returns the lines of the message, and the names of all skipped checks. If lines cannot be grouped, they have the
 * plain form of the rules.
 */
export async function composeLines(
  report: ToCompose,
  context: Pick<Context, "agent" | "cancelled">,
): Promise<{ lines: readonly Line[]; skipped: readonly string[] }> {
  const name = "groups of causes";
  const { skipped } = report;
  const grouped = (issues: readonly Issue[]) => groupedLines(issues, messageLine, context.agent.sanitize);
  const lines = await attempt(name, context, () => linesOf(report, grouped));
  if (lines !== undefined) return { lines, skipped };
  const plain = (issues: readonly Issue[]) =>
    issues.map((issue) => ({ ...messageLine({ ...issue, explanation: undefined }), issues: [issue] }));
  const all = [...skipped, name];
  return { lines: linesOf({ ...report, skipped: all }, plain), skipped: all };
}

/**
 * Returns the lines of a message: the issues and notes of each project, what is known and not repeated, and which
 * checks were skipped.
 */
function linesOf(
  { projects, unread, notes, skipped }: ToCompose,
  issueLines: (issues: readonly Issue[]) => readonly Line[],
): Line[] {
  const isOnly = projects.length + unread.length === 1;
  const sections = projects.map((project) => {
    const own = [...issueLines(shown(project.issues)), ...shown(project.notes).map(noteLine)];
    return isOnly ? own : own.map((line) => withProject(line, project.config.projectName));
  });
  const told = [...sections.flat(), ...shown(notes).map(noteLine)];
  if (told.length === 0) return [];
  const known = knownParts(projects);
  const skippedParts = [words(`Could not check ${skipped.join(", ")}; see the step's log.`)];
  return [
    ...told,
    ...(known.length === 0 ? [] : [{ parts: known, ...alwaysShown }]),
    ...(skipped.length === 0 ? [] : [{ parts: skippedParts, ...alwaysShown }]),
  ];
}

/** Issues of further pipelines are left to the next report. */
const maxTallied = 50;

/** Returns the line that tells how many issues each pipeline has in lines that do not fit into a message. */
export function tallyLine(omitted: readonly Line[]): ReportLine {
  const all = [...toldIn(omitted)];
  const issues = all.flatMap((one) => ("about" in one ? [one] : []));
  const recoveries = all.reduce((sum, one) => sum + ("about" in one ? 0 : (one.recoveryCount ?? 0)), 0);
  const byName = new Map<string, Issue[]>();
  for (const issue of issues) {
    const name = pipelineNameOf(issue);
    if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), issue]);
  }
  const named = [...byName].sort(([, one], [, other]) => other.length - one.length).slice(0, maxTallied);
  const texts = [
    ...(issues.length === 0 ? [] : [pluralize(issues.length, "more issue")]),
    ...(recoveries === 0 ? [] : [`${recoveries} more ${recoveries === 1 ? "recovery" : "recoveries"}`]),
  ];
  const rest = byName.size - named.length;
  return {
    parts: [
      words(`${texts.join(" and ") || "More"} did not fit here`),
      ...named.flatMap(([name, some], index) => [
        words(index === 0 ? ": " : ", "),
        { name },
        words(` ×${some.length}`),
      ]),
      words(`${rest > 0 ? `, and ${pluralize(rest, "more pipeline")}` : ""}; see the step's log.`),
    ],
    ...alwaysShown,
    issues: named.flatMap(([, some]) => some),
  };
}

function noteLine(note: Note): ReportLine {
  const { parts, severity, rank, issueCount = 0, recoveryCount = 0 } = note;
  return { parts, severity, rank, issueCount, recoveryCount, issues: [], note };
}

function withProject<L extends Line>(line: L, project: string): L {
  return { ...line, parts: [{ name: project }, words(": "), ...line.parts] };
}

/** Returns what is not repeated: "3 known problems not repeated; next reminder 06:00 UTC." */
function knownParts(projects: readonly ProjectReport[]): Part[] {
  const known = projects.flatMap(({ notRepeated }) => notRepeated);
  if (known.length === 0) return [];
  const now = Math.max(...projects.map(({ window }) => Math.floor(window.now / 1000)));
  const { alerts, zone = utcZone } = projects[0]?.config ?? {};
  const { remindSeconds = 0 } = alerts ?? {};
  const remindAt = Math.min(...known) + remindSeconds;
  const reminder = { time: remindAt * 1000, zone, isDated: !isSameDay(remindAt, now, zone) };
  return [
    words(`${pluralize(known.length, "known problem")} not repeated; next reminder `),
    reminder,
    words("."),
  ];
}

/** Returns the owners to mention, each once, with their pipelines. */
function ownersOf(projects: readonly ProjectReport[]): OwnedPipelines[] {
  const pipelines = new Map<string, Set<string>>();
  for (const issue of projects.flatMap(({ issues }) => shown(issues))) {
    const { mention = "" } = issue.alert ?? {};
    const pipeline = pipelineNameOf(issue);
    if (mention !== "" && pipeline !== undefined)
      pipelines.set(mention, (pipelines.get(mention) ?? new Set()).add(pipeline));
  }
  return [...pipelines].map(([owner, names]) => ({ owner, pipelines: [...names] }));
}

/**
 * Returns what is printed if there is no message (rule 7): that all is well, as far as was checked, and what the
 * message leaves out.
 */
export function quietText(
  projects: readonly ProjectReport[],
  isComplete: boolean,
  sanitize: Sanitize,
): string {
  const isWhole = isComplete && projects.every((project) => project.isWhole);
  const silenced = silencedCount(projects);
  const hasSilenced = projects.some(({ issues }) => issues.some((issue) => issue.silenced !== undefined));
  if (!hasSilenced) return isWhole ? allWell : allFinishedWell;
  const known = knownParts(projects);
  return [
    nothingNew,
    ...(isWhole ? [] : ["Some checks were skipped."]),
    ...(known.length === 0 ? [] : [plainText(known, sanitize)]),
    ...(silenced === 0
      ? []
      : [
          `${pluralize(silenced, "issue")} ${silenced === 1 ? "is" : "are"} muted or in a maintenance window.`,
        ]),
  ].join(" ");
}
