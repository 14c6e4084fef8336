import fc from "fast-check";
import { projectIdOf } from "../../../../shared/project";
import { verdicts } from "../../../../shared/report/form";
import type { Zone } from "../../../../shared/text/zone";
import { fingerprint } from "../../../../tasks/PipelineMonitor/config/fingerprint";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { type Ledger, ownTarget } from "../../../../tasks/PipelineMonitor/issue/ledger";
import type { Note } from "../../../../tasks/PipelineMonitor/issue/note";
import { sanitize } from "../../../sanitize";

export const emptyLedger: Ledger = {
  ...{ entries: [], projects: new Map(), projectIds: {}, othersUntil: 0, reportedUntil: 0 },
  ...{ webhook: ownTarget, isTried: false, configuration: {}, parts: {} },
};

const plain = { noNullPrototype: true } as const;
type Members<T> = { [K in keyof T]: fc.Arbitrary<T[K]> };
const record = <T>(members: Members<T>) => fc.record(members, plain);
/** With members that may be missing. */
const partly = <T, O>(members: Members<T>, optional: Members<O>) =>
  fc
    .tuple(record(members), fc.record(optional, { ...plain, requiredKeys: [] }))
    .map(([always, sometimes]) => ({ ...always, ...sometimes }));
const seconds = fc.integer({ min: 0, max: 2_000_000_000 });
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 });
/** As every text is that reaches the ledger. */
const word = fc.string({ maxLength: 12 }).map((one) => String(sanitize(one)));
/** What decides, and is not shown. */
const code = fc.constantFrom("failed", "lostAgent");
const of = <T>(one: fc.Arbitrary<T>) => fc.dictionary(mark, one, { ...plain, maxKeys: 3 });
const mark = fc.nat(9).map((one) => fingerprint([one]));
const url = fc.nat(99).map((id) => new URL(`https://h/_build/results?buildId=${id}`));
const severity = fc.constantFrom("failure", "warning", "recovery", "note");
const style = fc.constantFrom("strong", "code");
const pipeline = partly({ name: word }, { id: fc.nat(), folder: word });
const subject = partly({}, { pipeline, branch: word, run: fc.nat() });
const named = partly({ name: word }, { style, subject, before: word });
const text = fc.oneof(partly({ words: word }, { style }), named);
const link = partly({ label: text, url }, { of: word, isSpare: fc.boolean(), subject });
const run = partly(
  {
    ...{ id: fc.nat(), buildNumber: word, pipeline, status: word, result: word },
    ...{ queueTime: maybe(seconds) },
    ...{ startTime: maybe(seconds), finishTime: maybe(seconds) },
  },
  { branch: word, reason: word },
);

function anyContent(zone: Zone): { issue: fc.Arbitrary<Issue>; note: fc.Arbitrary<Note> } {
  const time = { time: seconds, zone: fc.constant(zone) };
  const moment = partly(time, { until: seconds, isDated: fc.boolean() });
  const phrase = some(fc.oneof(text, moment));
  const parts = some(fc.oneof(text, moment, link));
  const unreadable = record({
    id: maybe(fc.nat()),
    buildNumber: word,
    pipeline: maybe(pipeline),
    problem: word,
  });
  const about = fc.oneof(
    fc.constant("project" as const),
    record({ run }),
    record({ unreadable }),
    partly({ pipeline }, { branch: word }),
  );
  const place = partly({ job: word }, { step: word, line: fc.nat(), logId: fc.nat() });
  const issueLinks = { runPage: maybe(url), log: maybe(url), note: word };
  const group = maybe(record({ key: word, title: parts }));
  const explanation = { sentence: parts, line: word, name: some(text), group };
  const first = { orMore: fc.boolean(), kind: fc.constant("first" as const), successes: fc.nat() };
  const streak = { orMore: fc.boolean(), kind: fc.constant("streak" as const), nth: fc.nat(), since: moment };
  const issue = partly(
    {
      ...{ code, severity, rank: fc.nat(9), tally: code, words: phrase, figures: phrase, about },
      links: partly(issueLinks, { logPage: url, place: fc.oneof(place, fc.constant("unknown" as const)) }),
    },
    {
      ...{ at: seconds, graceSeconds: seconds, isState: fc.boolean(), sentence: phrase },
      ...{ verdict: fc.constantFrom(...verdicts), failuresInRow: fc.nat(), identity: code, owner: word },
      ...{ sharesRow: fc.boolean(), saysFigures: fc.boolean(), saysWhen: fc.boolean(), plural: word },
      ...{ isFurther: fc.boolean(), pagesNobody: fc.boolean() },
      limits: partly({}, { maxSeconds: seconds, minSeconds: seconds, maxWaitSeconds: seconds }),
      explanation: partly(explanation, {
        cause: word,
        kind: code,
        byWhom: word,
        isLeading: fc.boolean(),
        isOfTeam: fc.boolean(),
        mayRetry: fc.boolean(),
        sourcePlace: word,
        owner: word,
        runbook: url,
      }),
      news: fc.oneof(record(first), record(streak)),
    },
  );
  const note = partly(
    { says: phrase, severity, rank: fc.nat(9) },
    {
      ...{ beneath: fc.array(phrase, { maxLength: 2 }), ended: phrase, run, runPage: url, subject },
      ...{ urgency: fc.constantFrom("high" as const, "info" as const), key: mark },
      ...{ replacesEnd: fc.boolean(), isState: fc.boolean() },
      tally: record({ thing: word, what: word }),
    },
  );
  return { issue, note };
}

/** An entry with any issue or note, as the ledger keeps it. */
export function anyEntry(zone: Zone): fc.Arbitrary<Entry> {
  const { issue, note } = anyContent(zone);
  const told = partly(
    { at: seconds, count: fc.nat() },
    { news: fc.constantFrom("changed" as const, "ended" as const) },
  );
  const time = record({ since: seconds, countBefore: fc.nat() });
  const owed = partly({}, { from: time });
  return partly(
    {
      key: mark,
      family: fc.constantFrom("failure", "limit", "missed", "stuck", "state", "once"),
      variant: word,
      project: fc.oneof(mark.map(projectIdOf), fc.constant("" as const)),
      since: seconds,
      last: seconds,
      count: fc.nat(),
      isQuiet: fc.boolean(),
      content: fc.oneof(issue, note),
      end: maybe(partly({ at: seconds }, { note })),
      knowledge: partly({ told: of(told), owed: of(owed) }, { present: time, earlier: some(issue) }),
    },
    { cause: word, askedAt: seconds },
  );
}

/** A ledger with a feature's part, a number that is called `later`. */
export function anyLedger(zone: Zone): fc.Arbitrary<Ledger> {
  const id = mark.map(projectIdOf);
  const seen = some(fc.tuple(fc.nat(), fc.nat()).map((pair) => pair.join(":")));
  const memory = partly({ until: seconds, dueUntil: seconds, seen }, { seenFrom: seconds });
  return record({
    entries: some(anyEntry(zone)),
    projects: some(fc.tuple(id, memory)).map((all) => new Map(all)),
    ...{ projectIds: of(word), othersUntil: seconds, reportedUntil: seconds, webhook: mark },
    ...{ isTried: fc.boolean(), configuration: of(word) },
    parts: partly({}, { later: fc.nat() }),
  });
}
