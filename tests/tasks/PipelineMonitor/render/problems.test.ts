import assert from "node:assert/strict";
import fc from "fast-check";
import { utcZone } from "../../../../shared/text/zone";
import { type Issue, issueOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { missedCode } from "../../../../tasks/PipelineMonitor/issue/kind";
import type { Delivery, Lasting } from "../../../../tasks/PipelineMonitor/issue/report";
import type { SilenceReason } from "../../../../tasks/PipelineMonitor/issue/silenced";
import { problemEntry, problemsInOrder } from "../../../../tasks/PipelineMonitor/render/problems";
import { issueOfResult, issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { didNotStart } from "../../../did-not-start";
import { sanitize } from "../../../sanitize";
import { worksAgain } from "../../../works-again";
import { failedRun } from "../failed-run";
import { type Changes, knownEntry } from "../known-entry";
import { noteEntry, tooFew } from "../ledger/ledger-stage";
import { ended, now } from "../monitor-stage";
import { projectReport } from "../report-stage";
import { reasons } from "../silences";
import { brief, failures, hour, play, playHour } from "./problems-stage";

const at = (hours: number) => now / 1000 + hours * hour;

describe("the problems of a report", () => {
  it("are there in every hour of an outage, with since when, how often, the last run, and when it was told", async () => {
    const works = ended(3, 2.5, { id: 9, definitionId: 1, pipeline: "invoices" });
    const [first = assert.fail(), second = assert.fail(), third, last] = await play([
      ...[failures("invoices", 0), failures("invoices", 1), [], [works]],
    ]);
    assert.equal(first.sentence, "invoices failed at 03:07 UTC");
    assert.deepEqual(first.problems[0]?.state, { kind: "told" });
    assert.equal(second.sentence, "invoices failing since 03:07 UTC");
    const [{ key: _, ...problem } = assert.fail()] = second.problems;
    assert.deepEqual(problem, {
      ...{ project: "Night Shift", pipeline: "invoices", kind: "failed", sentence: "failed" },
      definition: { id: 1, name: "invoices" },
      ...{ severity: "failure", importance: "normal", number: "20261120.2", count: 2 },
      ...{ since: at(-0.2), last: at(0.8) },
      runUrl: "https://dev.azure.com/contoso/Night%20Shift/_build/results?buildId=2",
      logUrl: problem.logUrl,
      state: { kind: "told", why: "Already reported at 2026-11-20 03:19 UTC." },
    });
    assert.equal(third?.sentence, "invoices failing since 03:07 UTC", "without a run in the hour");
    assert.deepEqual([last?.sentence, last?.problems], [`invoices ${worksAgain(2, "2 h 42 min")}`, []]);
  });

  it("say so if no message was delivered", async () => {
    const report = await playHour(
      failures("invoices", 0),
      {},
      { post: () => Promise.reject(new Error("503")) },
    );
    assert.deepEqual(brief(report), ["invoices failed (notDelivered)"]);
  });
});

const missed = issueOf(
  { code: missedCode, severity: "failure", rank: 1, tally: didNotStart },
  { pipeline: { name: "orders" } },
  [{ words: didNotStart }],
);
const lasting = (issue: Issue, changes: Changes = {}, by?: SilenceReason): Lasting => ({
  entry: knownEntry(issue, now / 1000, changes),
  ...(by && { silenced: { by, why: [] } }),
});
const unread = (since: number): Lasting => ({
  entry: noteEntry({ since }, { severity: "failure", rank: 0 }),
});

describe("the list of what is wrong", () => {
  it("begins with the most important, then the worst, then the latest; what is kept quiet comes last", () => {
    const failed = (importance: "high" | "normal" | "info", since = 0, by?: SilenceReason) => {
      const alert = { owner: "", mention: "", runbook: undefined, importance };
      return lasting({ ...issueOfResult(failedRun()), alert }, { since }, by);
    };
    const slow = lasting(issueOfWait(failedRun(), 900, 300));
    const inOrder = [
      ...[unread(9), unread(8), failed("high"), failed("normal", 9), failed("normal", 8, reasons.known)],
      ...[lasting(missed), slow, failed("info"), failed("info", 0, reasons.threshold)],
      ...[
        failed("high", 9, reasons.mute),
        failed("high", 8, reasons.mute),
        failed("high", 9, reasons.maintenance),
      ],
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(inOrder, { minLength: inOrder.length }), (shuffled) =>
        assert.deepEqual(problemsInOrder(shuffled), inOrder),
      ),
    );
  });

  const entryOf = (problem: Lasting, delivered: Delivery = "sent") =>
    problemEntry(problem, projectReport(), delivered, ({ pipeline }) => pipeline?.name ?? "", sanitize);

  it("says in words that stand alone what is wrong, and of which kind it is", () => {
    const kindOf = (issue: Issue) => entryOf(lasting(issue)).kind;
    const odd = issueOf({ code: "odd", rank: 5, severity: "warning", tally: "" }, { run: failedRun() }, []);
    const kinds = [missed, issueOfResult(failedRun()), odd, { ...odd, verdict: "ok" as const }].map(kindOf);
    assert.deepEqual(kinds, ["missed", "failed", "other", "other"]);
    assert.match(entryOf(lasting(tooFew)).sentence, /^Fewer runs/);
    assert.deepEqual(
      [entryOf(lasting(missed)).saysWhen, entryOf(lasting({ ...missed, saysWhen: true })).saysWhen],
      [undefined, true],
    );
    const {
      key: _,
      since,
      last,
      count,
      ...entry
    } = entryOf({ entry: noteEntry({}, { severity: "recovery" }) });
    const wrong = { kind: "other", sentence: "It is so", severity: "note", importance: "normal" };
    assert.deepEqual(entry, { ...wrong, project: "Night Shift", state: { kind: "told" } }, "no recovery");
  });

  it("counts and dates a row of failures as the history does, if that goes further back", () => {
    const news = {
      kind: "streak",
      nth: 4,
      since: { time: at(-5) * 1000, zone: utcZone },
      orMore: false,
    } as const;
    const row = (changes: Changes, more: Partial<Issue> = { news }) => {
      const { since, count } = entryOf(lasting({ ...issueOfResult(failedRun()), ...more }, changes));
      return [since, count];
    };
    assert.deepEqual(row({ since: at(-1), count: 2 }), [at(-5), 4]);
    assert.deepEqual(row({ since: at(-9), count: 7 }), [at(-9), 7]);
    const first = { kind: "first", successes: 9, orMore: false } as const;
    assert.deepEqual(row({ since: at(-1), count: 2 }, { news: first }), [at(-1), 2]);
  });

  it("says why nobody was told", () => {
    const state = (delivered: Delivery) => entryOf(lasting(missed), delivered).state;
    const [kind, failed] = ["notDelivered", "The message was not delivered; see the step's log."];
    assert.deepEqual(state("failed"), { kind, why: failed });
    assert.deepEqual(state("testOnly"), { kind, why: "Nothing was posted, because test_flag is true." });
    assert.deepEqual([state("sent"), state("notNeeded")], [{ kind: "told" }, { kind: "told" }]);
  });
});
