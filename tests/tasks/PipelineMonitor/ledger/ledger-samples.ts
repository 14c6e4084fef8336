import fc from "fast-check";
import type { Zone } from "../../../../shared/text/zone";
import { fingerprint } from "../../../../tasks/PipelineMonitor/config/fingerprint";
import type { Issue, Note } from "../../../../tasks/PipelineMonitor/issue/issue";
import { type Entry, type Ledger, ownTarget } from "../../../../tasks/PipelineMonitor/issue/ledger";
import { sanitize } from "../../../sanitize";

export const digits = (digit: string) => digit.repeat(16);

export const emptyLedger: Ledger = {
  ...{ entries: [], projects: new Map(), othersUntil: 0, limitsUntil: 0, mutesUntil: 0 },
  ...{ closed: [], doubtful: [], webhook: ownTarget, isTried: false, configuration: {}, repairs: [] },
};

const plain = { noNullPrototype: true } as const;
const seconds = fc.integer({ min: 0, max: 2_000_000_000 });
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
/** As every text is that reaches the ledger. */
const word = fc.string({ maxLength: 12 }).map((one) => String(sanitize(one)));
const mark = fc.nat(9).map((one) => fingerprint([one]));
const url = fc.nat(99).map((id) => new URL(`https://h/_build/results?buildId=${id}`));
const severity = fc.constantFrom("failure", "warning", "recovery", "note");
const style = { style: fc.constantFrom("strong", "code") } as const;
const text = fc.oneof(
  fc.record({ words: word, ...style }, { ...plain, requiredKeys: ["words"] }),
  fc.record({ name: word, ...style }, { ...plain, requiredKeys: ["name"] }),
);
const link = fc.record(
  { label: text, url, of: word, isSpare: fc.boolean() },
  { ...plain, requiredKeys: ["label", "url"] },
);
const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 });
const run = fc.record(
  {
    ...{
      id: fc.nat(),
      buildNumber: word,
      pipeline: word,
      status: word,
      result: word,
      branch: word,
      reason: word,
    },
    ...{ definitionId: maybe(fc.nat()), queueTime: maybe(seconds) },
    ...{ startTime: maybe(seconds), finishTime: maybe(seconds) },
  },
  {
    ...plain,
    requiredKeys: [
      ...(["id", "buildNumber", "pipeline", "status", "result"] as const),
      ...(["definitionId", "queueTime", "startTime", "finishTime"] as const),
    ],
  },
);

function anyContent(zone: Zone): { issue: fc.Arbitrary<Issue>; note: fc.Arbitrary<Note> } {
  const moment = fc.record(
    { time: seconds, zone: fc.constant(zone), until: seconds, isDated: fc.boolean() },
    { ...plain, requiredKeys: ["time", "zone"] },
  );
  const phrase = some(fc.oneof(text, moment));
  const parts = some(fc.oneof(text, moment, link));
  const links = some(fc.oneof(text, link));
  const unreadable = fc.record(
    {
      ...{ id: maybe(fc.nat()), buildNumber: word, pipeline: maybe(word), problem: word },
    },
    plain,
  );
  const group = maybe(fc.record({ key: word, title: parts }, plain));
  const issue = fc.record(
    {
      ...{ code: word, severity, rank: fc.nat(9), tally: word, words: phrase, figures: phrase },
      about: fc.oneof(
        fc.constant("project" as const),
        fc.record({ run }, plain),
        fc.record({ unreadable }, plain),
        fc.record({ pipeline: word }, plain),
      ),
      links: fc.record(
        { runPage: maybe(url), log: maybe(url), note: word, logPage: url },
        { ...plain, requiredKeys: ["runPage", "log", "note"] },
      ),
      ...{ at: seconds, graceSeconds: seconds, isState: fc.boolean(), sentence: phrase },
      verdict: fc.constantFrom("failed" as const, "ranTooLong" as const),
      limits: fc.record(
        { maxSeconds: seconds, minSeconds: seconds, maxWaitSeconds: seconds },
        { ...plain, requiredKeys: [] },
      ),
      explanation: fc.record(
        {
          sentence: parts,
          line: word,
          name: some(text),
          group,
          cause: word,
          kind: word,
          owner: word,
          runbook: url,
        },
        { ...plain, requiredKeys: ["sentence", "line", "name", "group"] },
      ),
      news: fc.oneof(
        fc.record({ orMore: fc.boolean(), kind: fc.constant("first" as const), successes: fc.nat() }, plain),
        fc.record(
          { orMore: fc.boolean(), kind: fc.constant("streak" as const), nth: fc.nat(), since: moment },
          plain,
        ),
      ),
      failuresInRow: fc.nat(),
    },
    { ...plain, requiredKeys: ["code", "severity", "rank", "tally", "words", "figures", "about", "links"] },
  );
  const note = fc.record(
    {
      ...{ parts, severity, rank: fc.nat(9), rows: some(parts), links },
      ...{ urgency: fc.constantFrom("high" as const, "info" as const), run, pipeline: word, since: seconds },
      block: fc.record({ parts, links }, { ...plain, requiredKeys: ["parts"] }),
      ...{ key: mark, tally: fc.record({ thing: word, what: word }, plain) },
    },
    { ...plain, requiredKeys: ["parts", "severity", "rank"] },
  );
  return { issue, note };
}

/** An entry with any issue or note, as the ledger keeps it. */
export function anyEntry(zone: Zone): fc.Arbitrary<Entry> {
  const { issue, note } = anyContent(zone);
  const family = fc.constantFrom("failure", "limit", "missed", "stuck", "state", "daily", "once");
  const told = fc.record(
    { at: seconds, count: fc.nat(), outdated: fc.constantFrom("changed", "ended"), isUnsure: fc.boolean() },
    { ...plain, requiredKeys: ["at", "count"] },
  );
  const owed = fc.record({ since: seconds, why: fc.constantFrom("silence", "delivery") }, plain);
  return fc.record(
    {
      ...{ key: mark, family, cause: word, project: fc.oneof(mark, fc.constant("")), pipeline: maybe(word) },
      ...{
        since: seconds,
        last: seconds,
        count: fc.nat(),
        isQuiet: fc.boolean(),
        content: fc.oneof(issue, note),
      },
      end: maybe(fc.record({ at: seconds, note }, { ...plain, requiredKeys: ["at"] })),
      ...{
        told: fc.dictionary(mark, told, { ...plain, maxKeys: 3 }),
        owed: fc.dictionary(mark, owed, { ...plain, maxKeys: 3 }),
      },
    },
    plain,
  );
}
