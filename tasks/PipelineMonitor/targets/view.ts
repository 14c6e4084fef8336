import { importances } from "../config/alert-schema";
import { type Config, tellsChanges } from "../config/parse";
import type { Entry } from "../issue/entry";
import { type Finding, isIssue, isNote, pathIn, subjectIn } from "../issue/finding";
import { type Issue, importanceOf } from "../issue/issue";
import { mixedTally } from "../issue/kind";
import { hasNews, isOwed, isTold, lastTold, newTo } from "../issue/knowledge";
import type { Note } from "../issue/note";
import { words } from "../issue/parts";
import { isOfRuns, placeOf } from "../issue/place";
import type { FoundProject, Lasting, ToldProject } from "../issue/report";
import { alreadyTold, type Silenced } from "../issue/silenced";
import { endOf } from "../issue/window";
import { type Decision, goesElsewhere, knownSince } from "../ledger/decide";
import type { Folded } from "../ledger/fold";
import type { Silence } from "../ledger/silence";
import { issueNow, laterOf } from "./later";
import { withOwner } from "./owner";
import { withStillWrong } from "./still-wrong";
import type { Target } from "./target";

/** The report on a project for a target. It has the reason for what the target is not told. */
export function viewOf(
  report: FoundProject,
  { findings }: Folded,
  decisions: readonly Decision[],
  {
    isMention,
    silence,
    channelsOf,
  }: {
    isMention: Target["isMention"];
    silence: Silence;
    channelsOf: (pipeline: string | undefined) => readonly string[];
  },
): ToldProject {
  const { config, window, issues } = report;
  const now = endOf(window);
  const decided = new Map(decisions.map((decision) => [decision.entry.key, decision]));
  const isAudible = (finding: Finding) => silence.quiet(finding, now) === undefined;
  const isStored = (decision: Decision) =>
    isToldFromLedger(decision, findings.get(decision.entry.key)?.some(isAudible) === true);
  const fresh = issues.flatMap((issue): Issue[] => {
    const decision = decided.get(placeOf(issue, now).key);
    if (decision === undefined) return [issue];
    // What waited is told once.
    if (isStored(decision) && isAudible(issue)) return [];
    const shown = { ...issue, silenced: silencedIn(issue, decision, silence, config, now) };
    return [decision.act === "remind" ? { ...shown, isReminder: true } : shown];
  });
  const stored = decisions.filter(isStored).map(({ entry, to, act }) => {
    const later = laterOf(newTo(entry, to), config);
    return act === "remind" && isIssue(later) ? { ...later, isReminder: true } : later;
  });
  const ends = decisions.filter((decision) => !isStored(decision));
  const moves = decisions.filter(({ act }) => act === "tellMove");
  const lasting = lastingIn(decisions, (entry) => issueNow(entry, config));
  const view = {
    ...report,
    issues: [...fresh, ...stored.filter((content) => isIssue(content))],
    notes: [
      ...notesOf(decisions, findings),
      ...ends.flatMap((decision) => endOfEntry(decision, config, findings)),
      ...moves.map(({ entry }) => moveOf(entry, channelsOf)),
      ...stored.filter(isNote),
    ].map((note) => withStillWrong(note, lasting, config.zone)),
    // Without `notify: changes`, no message says what it does not repeat.
    notRepeated: new Map(tellsChanges(config) ? decisions.flatMap(lastingSince) : []),
    lasting,
  };
  if (!config.alerts.isUsed) return view;
  const owned = view.issues.map((issue) => withOwner(withoutRepetition(issue), config, isMention));
  return inOrder({ ...view, issues: owned });
}

/** Only the specification's own message has "failed: status completed, result failed". */
function withoutRepetition(issue: Issue): Issue {
  return issue.saysFigures === true && issue.tally !== mixedTally ? { ...issue, figures: [] } : issue;
}

/** The notes of a report that are about no project. */
export function notesOfView({ findings }: Folded, decisions: readonly Decision[], config: Config): Note[] {
  const isStored = (decision: Decision) => isToldFromLedger(decision, findings.has(decision.entry.key));
  const stored = decisions
    .filter(isStored)
    .map(({ entry }) => entry.content)
    .filter(isNote);
  const ends = decisions.flatMap((decision) => endOfEntry(decision, config, findings));
  return [...notesOf(decisions, findings), ...stored, ...ends];
}

/** Whether the ledger has the words: of what waited, which is told once, and of what is repeated without being found now. */
function isToldFromLedger({ entry, act, to }: Decision, isFound: boolean): boolean {
  if (act !== "tell" && act !== "remind") return false;
  // A reminder counts all that were missed, not only the last one.
  if (act === "remind" && entry.family === "missed" && entry.count > 1) return true;
  return !isFound || (isOfRuns(entry.family) && isOwed(entry, to));
}

/** The issues of one entry are told or held together, except those that are `quiet` by themselves. */
function silencedIn(
  issue: Issue,
  decision: Decision,
  silence: Silence,
  config: Config,
  now: number,
): Silenced | undefined {
  const { entry, act, to } = decision;
  if (act === "hold") return decision.why;
  if (act === "forget" || act === "tellMove") return goesElsewhere;
  const ofItself = silence.quiet(issue, now);
  if (act === "tell" || act === "remind") return ofItself;
  const notice = lastTold(entry, to);
  // A problem that was told, came again and ended has its end told.
  if (notice === undefined || hasNews(entry, to)) return ofItself;
  return knownSince(notice, config);
}

function notesOf(decisions: readonly Decision[], findings: Folded["findings"]): Note[] {
  return decisions.flatMap((decision) => {
    const { entry, act } = decision;
    const notes = (findings.get(entry.key) ?? []).filter(isNote);
    if (act === "tell" || act === "remind") return notes;
    return act === "hold" ? notes.map((note) => ({ ...note, silenced: decision.why })) : [];
  });
}

/** The note that a problem has ended, if the target is told of its end or has to wait for it. */
function endOfEntry(decision: Decision, config: Config, findings: Folded["findings"]): Note[] {
  const { entry, act } = decision;
  const note = entry.end?.note;
  if (note === undefined || !tellsChanges(config)) return [];
  if (act === "tellEnd" || act === "tell") return [note];
  const waits = act === "hold" && (findings.has(entry.key) || isTold(entry));
  return waits ? [{ ...note, silenced: decision.why }] : [];
}

/** "invoices is told to BILLING_WEBHOOK from now on." */
function moveOf(
  { content, key }: Entry,
  channelsOf: (pipeline: string | undefined) => readonly string[],
): Note {
  const channels = channelsOf(pathIn(content)).map((name) => (name === "" ? "the step's own webhook" : name));
  const where = words(` still has its problem, and goes to ${channels.join(" and ")} from now on`);
  const subject = subjectIn(content);
  return {
    subject,
    says: [where],
    severity: "note",
    rank: 7,
    key,
    tally: { thing: "problem", what: "moved to another channel" },
  };
}

function lastingSince({ entry, to, ...decision }: Decision): [string, number][] {
  const isKnown = decision.act === "hold" && decision.why.by === alreadyTold && isIssue(entry.content);
  const notice = lastTold(entry, to);
  return isKnown && entry.end === undefined && entry.family !== "once" && notice !== undefined
    ? [[entry.key, notice.at]]
    : [];
}

/** The problems that last, but for those that are not watched any more. `contentOf` gives what an entry is now. */
export function lastingIn(
  decisions: readonly Decision[],
  contentOf: (entry: Entry) => Finding = ({ content }) => content,
): Lasting[] {
  return decisions.flatMap((decision): Lasting[] => {
    const { entry, act } = decision;
    const { content, end, family } = entry;
    const isProblem = isIssue(content) || (family === "state" && content.severity === "failure");
    if (!isProblem || end !== undefined || ["forget", "tellEnd", "tellMove"].includes(act)) return [];
    const silenced = act === "hold" ? decision.why : undefined;
    return [{ entry: { ...entry, content: contentOf(entry) }, silenced }];
  });
}

/** Puts issues in the order in which people read them. Silenced issues come last, sorted by the reason. */
export function inOrder<R extends FoundProject>(report: R): R {
  const orderOf = (issue: Issue) => {
    const place = issue.silenced?.by.order;
    return place === undefined ? importances.indexOf(importanceOf(issue)) : importances.length + place;
  };
  return { ...report, issues: [...report.issues].sort((one, other) => orderOf(one) - orderOf(other)) };
}
