import type { Moment, Phrase } from "../../../shared/chat/message";
import type { Config } from "../config/parse";
import { type Entry, isDropped } from "../issue/entry";
import { type Finding, isIssue } from "../issue/finding";
import { type Issue, runOf, subjectOfIssue } from "../issue/issue";
import { mixedTally } from "../issue/kind";
import { earlierOf } from "../issue/knowledge";
import type { Note } from "../issue/note";
import { momentAt, words } from "../issue/parts";
import type { Family } from "../issue/place";
import { isOfRuns } from "../issue/place";
import { verdictOf } from "../render/blocks";
import { causeOf } from "../render/causes";
import { newsParts, timesParts } from "../render/lines";
import { nameOfNote } from "../render/notes";
import { after, bracketed, joined } from "../render/phrases";
import { withOwner } from "./owner";

/** The content of an entry for a later hour than that in which it was found: in the past tense if it is over. */
export function laterOf(entry: Entry, config: Config): Finding {
  const { content, end, since, count, family } = entry;
  if (!isIssue(content)) return content;
  // A record that could not be checked may be of a run that failed.
  const isOver =
    end !== undefined && !isDropped(entry) && (family !== "state" || content.about === "project");
  if (isOver) return pastNote(entry, config);
  const earlier = earlierPhrase(entry);
  const isRow = content.news?.kind === "streak" && earlier.length === 0;
  if (!isOfRuns(family) || isRow || content.saysWhen === true) return content;
  const { failedAt: _, ...issue } = content;
  const waited = { since: momentAt(since, config.zone), count, earlier };
  const { explanation } = issue;
  // What else happened is said of this run alone.
  const alone = earlier.length === 0 ? explanation : explanation && { ...explanation, group: undefined };
  return { ...issue, explanation: alone, news: undefined, waited };
}

/** "failed (no space left), was canceled": the other problems of an entry, each once; empty if there are none. */
function earlierPhrase(entry: Entry): Phrase {
  const { content } = entry;
  const phraseOf = (issue: Issue): Phrase => [...issue.words, ...bracketed(causeOf(issue))];
  const last = isIssue(content) ? JSON.stringify(phraseOf(content)) : "";
  const others = new Map(earlierOf(entry).map((issue) => [JSON.stringify(phraseOf(issue)), phraseOf(issue)]));
  others.delete(last);
  return joined([...others.values()], ", ");
}

/** With how often it happened since when, and its owner, even if the message mentions them. */
export function issueNow(entry: Entry, config: Config): Finding {
  const content = laterOf(entry, config);
  if (!isIssue(content)) return content;
  const { family, since, count } = entry;
  const issue = withOwner(content, config, () => false);
  const isRow = family === "failure" && count > 1 && content.tally !== mixedTally;
  if (!isRow || content.news?.kind === "streak") return issue;
  const { waited: _, ...row } = issue;
  return { ...row, news: streakOf(count, momentAt(since, config.zone)) };
}

const streakOf = (nth: number, since: Moment) => ({ kind: "streak", nth, since, orMore: false }) as const;

const recoveryTexts: Readonly<Partial<Record<Family, string>>> = {
  failure: "It has worked again since ",
  limit: "It has been within its limits since ",
  missed: "It has run again since ",
};

const recovered = { severity: "recovery", rank: 6 } as const;

/** "nightly import [20261120.4] failed 3 times since 02:10 UTC: no space left. It has worked again since 05:10 UTC." */
function pastNote(entry: Entry, { zone }: Config): Note {
  const { content, end, since } = entry;
  if (!isIssue(content)) return content;
  const from = momentAt(since, zone);
  if (content.about === "project") {
    const until = momentAt(end?.at ?? since, zone);
    const fewer = [words("Fewer runs than expected at "), from, words(": "), ...content.figures];
    const says = [...fewer, words(". As many as expected by "), until];
    return { ...recovered, says, ended: [words("too few runs")] };
  }
  const [reason, earlier] = [causeOf(content), earlierPhrase(entry)];
  // Problems of several kinds are only counted.
  const cause = reason.length === 0 && content.tally === mixedTally ? content.words : reason;
  const says = [
    words(" "),
    ...pastPhrase(entry, content, from),
    ...after(": ", cause),
    ...after(". Before that: ", earlier),
    words(". "),
    ...overSince(entry, momentAt(end?.at ?? since, zone)),
  ];
  const run = runOf(content);
  const { runPage } = content.links;
  const about = run === undefined ? { subject: subjectOfIssue(content) } : { run };
  return { ...recovered, says, ...about, ...(runPage === undefined ? {} : { runPage }) };
}

/** Since when it is over, or why if no run has ended it. */
function overSince({ family, end }: Entry, until: Moment): Phrase {
  const { note } = end ?? {};
  if (isOfRuns(family) && note !== undefined && note.run === undefined)
    return [...nameOfNote(note), ...note.says];
  return [
    words(recoveryTexts[family] ?? (note === undefined ? "It was over by " : "It finished at ")),
    until,
  ];
}

function pastPhrase({ family, count }: Entry, issue: Issue, from: Moment): Phrase {
  if (family === "stuck") return [words("was "), ...verdictOf(issue)];
  // The words of a repair are about one run, however often its pipeline failed.
  if (family === "failure" && issue.saysWhen === true && issue.tally !== mixedTally)
    return [...issue.words, ...after(", ", count > 1 ? newsParts(streakOf(count, from)) : [])];
  if (count > 1) return timesParts(issue, { count, since: from });
  // The words for a missed run have the time of the last one.
  return family === "missed" || issue.saysWhen === true ? issue.words : [...issue.words, words(" at "), from];
}
