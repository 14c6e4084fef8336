import type { Config } from "../config/parse";
import { type Issue, mixedTally, type Note, pipelineNameOf, runOf } from "../issue/issue";
import type { Entry, Family, Owed, Told } from "../issue/ledger";
import { linkToRun, numberOf, pipelineOf, strong, words } from "../issue/parts";
import { momentSeenFrom, type Window } from "../issue/window";
import { isOfRuns } from "../ledger/states";
import { verdictOf } from "../render/blocks";
import { causeOf } from "../render/causes";
import { timesParts } from "../render/lines";
import { withOwner } from "./owner";

/** The part of an entry that is new to a target. */
export function newTo(entry: Entry, told: Told | undefined, owed: Owed | undefined): Entry {
  const { since = entry.since, countBefore = 0 } = told?.again ?? owed?.again ?? {};
  return { ...entry, since, count: entry.count - countBefore };
}

/** The content of an entry for a later hour than that in which it was found: in the past tense if it is over. */
export function laterOf(entry: Entry, window: Window, config: Config): Issue | Note {
  const { content, end, since, count, family } = entry;
  if (!("about" in content)) return content;
  // A record that could not be checked may be of a run that failed.
  if (end !== undefined && (family !== "state" || content.about === "project"))
    return pastNote(entry, window, config);
  const isTimed = content.saysWhen === true && count === 1;
  if (!isOfRuns(family) || content.news?.kind === "streak" || isTimed) return content;
  const { failedAt: _, ...issue } = content;
  return { ...issue, news: undefined, waited: { since: momentSeenFrom(window, since, config.zone), count } };
}

/** With how often it happened since when, and its owner, even if the message mentions them. */
export function issueNow(entry: Entry, window: Window, config: Config): Issue | Note {
  const content = laterOf(entry, window, config);
  if (!("about" in content)) return content;
  const { family, since, count } = entry;
  const issue = withOwner(content, config, () => false);
  const isRow = family === "failure" && count > 1 && content.tally !== mixedTally;
  if (!isRow || content.news?.kind === "streak") return issue;
  const { waited: _, ...row } = issue;
  const news = { kind: "streak", nth: count, since: momentSeenFrom(window, since, config.zone) } as const;
  return { ...row, news: { ...news, orMore: false } };
}

const endings: Readonly<Partial<Record<Family, string>>> = {
  failure: "It has worked again since ",
  limit: "It has been within its limits since ",
  missed: "It has run again since ",
};

/** "nightly import [20261120.4] failed 3 times since 02:10 UTC: no space left. It has worked again since 05:10 UTC." */
function pastNote({ content, end, since, count, family }: Entry, window: Window, { zone }: Config): Note {
  if (!("about" in content)) return content;
  const run = runOf(content);
  const pipeline = pipelineNameOf(content);
  const from = momentSeenFrom(window, since, zone);
  const until = momentSeenFrom(window, end?.at ?? since, zone);
  const cause = causeOf(content);
  if (content.about === "project") {
    const parts = [words("Fewer runs than expected at "), from, words(": "), ...content.figures];
    return {
      parts: [...parts, words(". As many as expected by "), until, words(".")],
      ended: [words("too few runs")],
      severity: "recovery",
      rank: 6,
    };
  }
  // The words for a missed run have the time of the last one.
  const happened =
    family === "stuck"
      ? [words("was "), ...verdictOf(content)]
      : count > 1
        ? timesParts(content, { count, since: from })
        : family !== "missed" && content.saysWhen !== true
          ? [...content.words, words(" at "), from]
          : content.words;
  const parts = [
    ...happened,
    ...(cause.length === 0 ? [] : [words(": "), ...cause]),
    words(`. ${endings[family] ?? (end?.note === undefined ? "It was over by " : "It finished at ")}`),
    until,
  ];
  const subject = run === undefined ? { name: pipeline ?? "" } : pipelineOf(run);
  const page = content.links.runPage;
  const number = run === undefined ? [] : [words(" "), ...numberOf(run, page)];
  return {
    parts: [subject, ...number, words(" "), ...parts, words(".")],
    block: {
      parts: [strong(subject), words(" "), ...parts],
      ...(run === undefined || page === undefined ? {} : { links: [linkToRun(run, page)] }),
    },
    severity: "recovery",
    rank: 6,
    ...(run === undefined ? {} : { run }),
    ...(run !== undefined || pipeline === undefined ? {} : { pipeline }),
  };
}
