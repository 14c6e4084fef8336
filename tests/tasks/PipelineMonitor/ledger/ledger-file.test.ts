import assert from "node:assert/strict";
import fc from "fast-check";
import * as v from "valibot";
import { projectIdOf } from "../../../../shared/project";
import { verdicts } from "../../../../shared/report/form";
import { createSanitizer } from "../../../../shared/text/sanitize";
import { utcZone, zoneNamed } from "../../../../shared/text/zone";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import { type Issue, runOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { earlierOf, isOwed, lastTold } from "../../../../tasks/PipelineMonitor/issue/knowledge";
import { type Ledger, ownTarget } from "../../../../tasks/PipelineMonitor/issue/ledger";
import {
  ledgerName,
  parseBlindReports,
  parseLedger,
  renderBlindReports,
  renderLedger,
} from "../../../../tasks/PipelineMonitor/ledger/ledger-file";
import { issueOfRecord } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sampled } from "../../../sampled";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { knownEntry, missedEntry } from "../known-entry";
import { reasons } from "../silences";
import { anyEntry, emptyLedger } from "./ledger-samples";
import { failedEntry, failure, noteEntry, now, tooFew } from "./ledger-stage";

const digits = (digit: string) => digit.repeat(16);
const zone = zoneNamed("Asia/Kolkata") ?? assert.fail();
const form = { zone, parts: { later: v.optional(v.number()) } };
const render = (ledger: Ledger, redact = sanitize) => renderLedger(ledger, "900", redact);
const read = (text: string) => parseLedger(JSON.parse(text), "900", form);
const reread = (ledger: Ledger): Ledger => read(render(ledger)) ?? assert.fail("it is of another run");
const entriesAfter = (entries: readonly Entry[], redact = sanitize) =>
  (read(render({ ...emptyLedger, entries }, redact)) ?? assert.fail()).entries;

const full: Ledger = {
  entries: [failedEntry({ told: { [ownTarget]: { at: 1, count: 2, news: "ended" } }, earlier: [failure()] })],
  projects: new Map([
    [projectIdOf(digits("1")), { until: now, dueUntil: now - 60, seen: ["812:1", `813:${now}`] }],
    [projectIdOf(digits("2")), { until: 3, dueUntil: 4, seen: [] }],
  ]),
  ...{ projectIds: { ["0".repeat(16)]: "9a3b" }, othersUntil: 5, reportedUntil: 7 },
  parts: { later: 9, others: [{ a: "b" }] },
  ...{
    webhook: digits("4"),
    isTried: true,
    configuration: { a: "b" },
  },
};

describe("the attached ledger", () => {
  it("has what a ledger may hold", () => {
    const { entries, ...others } = reread(full);
    const { entries: before, ...expected } = full;
    assert.deepEqual(others, expected);
    const [[first], [known]] = [entries, before];
    assert.deepEqual(first && lastTold(first, ownTarget), known && lastTold(known, ownTarget));
    assert.deepEqual(first && earlierOf(first).map(({ words }) => words), [failure().words]);
    assert.deepEqual(reread(emptyLedger), emptyLedger);
    assert.equal(ledgerName("reported"), "reported.json");
  });

  it("is read as it was rendered, every kind of entry, even if a word of the form is a secret", () => {
    const ofForm = new Set([
      ...[
        "failure",
        "limit",
        "missed",
        "stuck",
        "state",
        "once",
        "warning",
        "recovery",
        "note",
        "high",
        "info",
      ],
      ...["changed", "ended", "project", "unknown", "first", "streak", "strong", "code"],
      ...["failed", "lostAgent", ...verdicts],
    ]);
    const redact = createSanitizer((text) => (ofForm.has(text) ? "***" : text));
    fc.assert(
      fc.property(fc.uniqueArray(anyEntry(zone), { maxLength: 5, selector: ({ key }) => key }), (entries) => {
        const byKey = (some: readonly Entry[]) =>
          [...some].sort((one, other) => (one.key < other.key ? -1 : 1));
        assert.deepEqual(byKey(entriesAfter(entries, redact)), byKey(entries));
      }),
      { numRuns: sampled(300) },
    );
  });

  it("shows times in the zone of the configuration that reads it", () => {
    const moment = { time: now * 1000, zone: utcZone, isDated: true };
    const [entry] = entriesAfter([noteEntry({}, { says: [moment] })]);
    assert.deepEqual(entry?.content, { ...noteEntry().content, says: [{ ...moment, zone }] });
  });

  it("has neither owners nor silence, which are those of the report that tells it", () => {
    const alert = { owner: "Ops", mention: "@ops", runbook: undefined, importance: "high" } as const;
    const content: Issue = { ...failure(), alert, silenced: { by: reasons.mute, why: [] } };
    const [entry] = entriesAfter([failedEntry({ content })]);
    assert.deepEqual(entry?.content, entriesAfter([failedEntry({ content: failure() })])[0]?.content);
  });

  it("has no secrets, wherever they are", () => {
    const redact = createSanitizer((text) => text.replaceAll("s3cret", "***"));
    const content: Issue = {
      ...failure({ pipeline: "s3cret", branch: "s3cret", buildNumber: "s3cret" }),
      words: [{ words: "s3cret" }],
      links: { runPage: new URL("https://h/s3cret"), log: new URL("https://h/?s3cret"), note: "s3cret" },
      explanation: {
        ...{ sentence: [{ name: "s3cret" }], line: "s3cret", name: [], group: undefined },
        ...{ sourcePlace: "s3cret", cause: "s3cret" },
      },
    };
    const note = { says: [{ name: "s3cret" }], runPage: new URL("https://s3cret/") };
    const entries = [failedEntry({ content }), noteEntry({}, note)];
    const written = render({ ...emptyLedger, entries }, redact);
    assert.doesNotMatch(written, /s3cret/);
    assert.equal(read(written)?.entries.length, 2);
  });

  it("is that of its own run only", () => {
    assert.equal(parseLedger(JSON.parse(renderLedger(full, "899", sanitize)), "900", form), undefined);
    const mark: unknown = JSON.parse(renderBlindReports("900", 2));
    const counts = ["900", "899"].map((run) => parseBlindReports(mark, run));
    assert.deepEqual([counts, parseBlindReports(JSON.parse(render(full)), "900")], [[2, 0], 0]);
  });

  it("is not read in another form, such as that of another version", () => {
    const written = render(full);
    const changed = (text: string, other: string) => {
      assert.ok(written.includes(text), text);
      return JSON.parse(written.replace(text, other));
    };
    for (const content of [
      ...[null, [], {}, "x"],
      changed('"version":1', '"version":2'),
      changed(digits("1"), `${digits("1")}1`),
      changed(digits("4"), digits("x")),
      changed(`"813:${now}"`, `"813:${now}x"`),
      changed(`"813:${now}"`, `":${now}"`),
      changed('"failure"', '"other"'),
      changed('"ended"', '"other"'),
      changed('"https://', '"//'),
      changed('"id":812', '"id":812.5'),
      changed('"count":1', '"count":"1"'),
      changed('"later":9', '"later":"9"'),
    ])
      assert.throws(() => parseLedger(content, "900", form), /has an unknown form/, JSON.stringify(content));
  });

  it("takes only a note for the end of a problem", () => {
    const parsed = JSON.parse(render({ ...emptyLedger, entries: [failedEntry()] }));
    const [entry] = parsed.entries;
    const withEnd = (note: unknown) =>
      parseLedger({ ...parsed, entries: [{ ...entry, end: { at: 1, note } }] }, "900", form);
    const note: unknown = JSON.parse(JSON.stringify(noteEntry().content));
    assert.deepEqual(withEnd(note)?.entries[0]?.end, { at: 1, note });
    assert.throws(() => withEnd(entry.content));
  });
});

describe("a ledger with more than there is room for", () => {
  const words = [{ words: "failed ".repeat(200) }];
  const owed = { [ownTarget]: {} };
  const large = (index: number): Entry => {
    const pipeline = `pipeline ${index}`;
    const key = index.toString(16).padStart(16, "0");
    const content = { ...failure({ id: index, pipeline }), words };
    return failedEntry({ key, content, last: now - index, owed: index % 100 === 99 ? owed : {} });
  };
  const many = (count: number) => Array.from({ length: count }, (_, index) => large(index));
  const isWhole = ({ content }: Entry) => runOf("about" in content ? content : tooFew) !== undefined;
  const agesOf = (some: readonly Entry[]) => some.map(({ last }) => now - last);
  /** An old state of the project, an old note and an old missed run beside them. */
  const others = [
    failedEntry({ last: 0, content: { ...tooFew, words } }),
    noteEntry({ last: -1 }),
    missedEntry("a", now, { last: -2 }),
  ];
  let [crowded, overfull] = ["", ""];

  before(() => {
    crowded = render({ ...emptyLedger, entries: [...many(2000), ...others] });
    overfull = render({ ...emptyLedger, entries: many(10_000) });
  });

  it("keeps the entries, but the details only of what is owed and of the latest", () => {
    const kept = read(crowded)?.entries ?? [];
    const wholeCount = kept.filter(isWhole).length;
    assert.equal(kept.length, 2003);
    assert.ok(wholeCount > 100 && wholeCount < 2000, String(wholeCount));
    assert.ok(kept.slice(0, wholeCount).every(isWhole));
    const [first, last] = [kept.slice(0, 20), kept.slice(20, 2000)];
    assert.ok(first.every((one) => isOwed(one)) && !last.some((one) => isOwed(one)));
    for (const ages of [agesOf(first), agesOf(last)])
      assert.ok(ages.every((age, index) => age >= (ages[index - 1] ?? 0)));
    assert.ok(crowded.length <= 2 * 2 ** 20 + 10_000, "the members besides the entries are small");
  });

  it("tells by its name what lost its details, and knows everything else of it", () => {
    const { content, ...known } = read(crowded)?.entries.at(-4) ?? assert.fail();
    const { content: _, ...before } = large(1998);
    assert.deepEqual(known, before);
    assert.deepEqual(content, {
      ...{ code: "failed", severity: "failure", rank: 0, tally: "failed", verdict: "failed" },
      ...{
        about: { pipeline: failedRun({ pipeline: "pipeline 1998" }).pipeline },
        figures: [],
        saysFigures: true,
      },
      at: now - 600,
      words: [{ words: "failed; there was no room to remember more" }],
      links: { runPage: undefined, log: undefined, note: "" },
    });
  });

  it("names a state of the project, and leaves notes as they are", () => {
    const [state, note, missed] = read(crowded)?.entries.slice(-3) ?? [];
    assert.ok(state && "about" in state.content && note && missed && "about" in missed.content);
    assert.deepEqual([state.content.about, state.content.isState], ["project", true]);
    assert.deepEqual(
      [note.content, missed.content.about],
      [noteEntry().content, { pipeline: { name: "a" } }],
    );
  });

  it("does not take a record without a pipeline for a state of the project", () => {
    const record = { id: 5, buildNumber: "5", pipeline: undefined, problem: "no definition" };
    const content = issueOfRecord(record);
    const unread = knownEntry(content, now, { last: 0 });
    const { content: kept } =
      read(render({ ...emptyLedger, entries: [...many(2000), unread] }))?.entries.at(-1) ?? unread;
    assert.ok("about" in kept);
    assert.deepEqual(kept.about, content.about);
    assert.deepEqual(kept.words, [{ words: "not readable; there was no room to remember more" }]);
  });

  it("loses the oldest of 10,000 entries, and nothing that is owed", () => {
    const kept = read(overfull)?.entries ?? [];
    assert.ok(kept.length > 2000 && kept.length < 10_000, String(kept.length));
    assert.equal(kept.filter((one) => isOwed(one)).length, 100);
    const rest = agesOf(kept.filter((one) => !isOwed(one)));
    const latest = Array.from({ length: 10_000 }, (_, age) => age).filter((age) => age % 100 !== 99);
    assert.deepEqual(rest, latest.slice(0, rest.length));
    assert.ok(overfull.length <= 2 * 2 ** 20 + 10_000);
  });
});
