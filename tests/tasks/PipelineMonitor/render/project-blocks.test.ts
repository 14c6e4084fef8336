import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { emptyJournal } from "../../../../shared/journal/schema";
import { utcZone } from "../../../../shared/text/zone";
import { type Issue, issueOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { type Note, recoveryNote } from "../../../../tasks/PipelineMonitor/issue/note";
import type { CheckedRun, FoundProject } from "../../../../tasks/PipelineMonitor/issue/report";
import { noteRuns } from "../../../../tasks/PipelineMonitor/journal/note";
import { isLive } from "../../../../tasks/PipelineMonitor/render/blocks";
import { projectBlocks } from "../../../../tasks/PipelineMonitor/render/project-blocks";
import { issueOfResult, issueOfRunCount } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { worksAgain as sentence } from "../../../works-again";
import { failedRun, type RunChanges } from "../failed-run";
import { goodConfig } from "../good-config";
import { parseConfig } from "../parse-config";
import { projectReport } from "../report-stage";

const report = projectReport();
const now = report.window.nowMilliseconds / 1000;
const failure = (secondsAgo: number, changes: RunChanges = {}) =>
  failedRun({ id: 10_000 - secondsAgo, finishTime: now - secondsAgo, ...changes });
const success = (secondsAgo: number, changes: RunChanges = {}): CheckedRun =>
  failure(secondsAgo, { result: "succeeded", ...changes });

/** Each block as a person sees it, in the order in which it was found. */
const blocksOf = (runs: readonly CheckedRun[], changes: Partial<FoundProject> = {}) =>
  projectBlocks(
    {
      ...report,
      records: runs.map((run) => ({ run })),
      issues: runs.filter(({ result }) => result === "failed").map(issueOfResult),
      ...changes,
    },
    sanitize,
  );
const said = (runs: readonly CheckedRun[], changes: Partial<FoundProject> = {}) =>
  blocksOf(runs, changes).map(({ parts }) => plainText(parts, sanitize));

const worksAgain = (failures: number) => `nightly import ${sentence(failures)}`;

describe("the blocks of a project", () => {
  it("tell a failure although a run that was queued before it succeeded later", () => {
    const failed = failure(900, { queueTime: now - 1200 });
    for (const [queueTime, isOver] of [
      [now - 1201, false],
      [now - 1200, true],
      [undefined, true],
    ] as const) {
      const blocks = blocksOf([failed, success(60, { queueTime })]);
      assert.deepEqual(blocks.map(isLive), [!isOver], String(queueTime));
    }
  });

  it("say that a pipeline works again if its last run succeeded, and stay calm", () => {
    const runs = [failure(900), success(600), failure(500), success(60)];
    const [block = assert.fail(), ...others] = blocksOf(runs);
    assert.deepEqual([isLive(block), block.severity, block.tells.length, others], [false, "recovery", 3, []]);
    assert.deepEqual(said(runs), [worksAgain(2)]);
  });

  it("count the failures of earlier reports where the history knows them, and say it once", () => {
    const last = success(60);
    const page = new URL("https://h/1");
    const note = { ...recoveryNote(last, page, sentence(5)), replacesEnd: true };
    const other = recoveryNote(success(50, { id: 3, pipeline: "b" }), page, "has finished");
    const notes = [recoveryNote(last, page, "works again"), note, other];
    assert.deepEqual(said([failure(900), last], { notes }), [worksAgain(5), "b has finished"]);
  });

  it("say why it had failed, and link the runs and the log of the last", () => {
    const failures = [failure(900, { buildNumber: "8" }), failure(500, { buildNumber: "9" })];
    const issues = failures.map((run) => ({
      ...issueOfResult(run),
      links: { runPage: new URL(`https://h/${run.buildNumber}`), log: new URL("https://h/l"), note: "" },
      explanation: { sentence: [{ words: "x" }], line: "no route", name: [], group: undefined },
    }));
    const [block = assert.fail()] = blocksOf([...failures, success(60, { buildNumber: "10" })], { issues });
    const [rows, links] = [block.rows.map((row) => plainText(row, sanitize)), block.links];
    assert.deepEqual(rows, ["Cause: no route", "Failed: 8, 9"]);
    const labels = links.map((link) => plainText([link], sanitize));
    assert.deepEqual(labels, ["Run 10", "Log of the failure"]);
  });

  it("keep every note but the end that a success in the list tells", () => {
    const last = success(60);
    const about = { run: last, says: [{ words: " is slow" }], severity: "note", rank: 6 } as const;
    const notes = [about, recoveryNote(last, new URL("https://h/1"), "works again")];
    const all = [worksAgain(1), "nightly import is slow"];
    assert.deepEqual(said([failure(900), last], { notes }), all);
    assert.deepEqual(said([], { notes: [{ ...about, severity: "recovery" }] }), ["nightly import is slow"]);
  });

  it("count what waited since an earlier hour", () => {
    const waited = { since: { time: 0, zone: utcZone }, count: 3, earlier: [] };
    const issues: Issue[] = [{ ...issueOfResult(failure(900)), waited }];
    assert.deepEqual(said([failure(900), success(60)], { issues }), [worksAgain(3)]);
  });

  it("say that it fails if it failed last, on another branch, or if the good run is a problem itself", () => {
    for (const runs of [
      [success(900), failure(60)],
      [failure(900), success(60, { branch: "refs/heads/x" })],
      [failure(900), success(60, { verdict: "ranTooLong" })],
      [failure(900), success(60, { pipeline: "b", definitionId: 8 })],
    ])
      assert.deepEqual(said(runs), ["nightly import failed"]);
    assert.deepEqual(said([failure(900), success(600), failure(60)]), ["nightly import failed 2 times"]);
  });

  it("leave out runs that a filter hides, unless their success ends the problem", () => {
    const { config = assert.fail() } = parseConfig({ ...goodConfig, runs: "scheduled" });
    const manual = { reason: "manual" };
    assert.deepEqual(said([failure(900), success(60, manual)], { config }), [worksAgain(1)]);
    const issues = [issueOfResult(failure(900))];
    const runs = [failure(900), success(600), failure(60, manual)];
    assert.deepEqual(said(runs, { config, issues }), [worksAgain(1)]);
  });

  it("link the page of a pipeline if its id is known, else that of all pipelines; and the runs of a project", () => {
    const kind = { code: "nearLimit", rank: 5, severity: "warning", tally: "" } as const;
    const near = issueOf(kind, { pipeline: { name: "nightly import" } }, []);
    const linked = (content: Issue | Note, ...runs: readonly CheckedRun[]) =>
      blocksOf([], {
        ...("about" in content ? { issues: [content] } : { notes: [content] }),
        journal: noteRuns(emptyJournal, runs, report.config),
      })
        .flatMap(({ links }) => links)
        .map((link) => [plainText([link], sanitize), "url" in link && link.url.pathname + link.url.search]);
    const page = `${report.config.project.pathname}/_build`;
    const all = [["Pipelines", page]];
    assert.deepEqual(linked(near, success(9)), [["Pipeline", `${page}?definitionId=7`]]);
    assert.deepEqual(linked(near, success(9), success(9, { id: 5, definitionId: 8 })), all);
    assert.deepEqual(linked(near, success(9, { pipeline: "b" })), all);
    assert.deepEqual(linked(issueOfRunCount(0, 5)), [["Runs", `${page}?view=runs`]]);
    const over: Note = { subject: { pipeline: { name: "b" } }, says: [], severity: "recovery", rank: 6 };
    assert.deepEqual([linked(over), linked({ ...over, severity: "note" })], [all, []]);
  });

  it("have the day of a moment that is on another one", () => {
    const news = (secondsAgo: number): Issue => ({
      ...issueOfResult(failure(60)),
      news: {
        ...({ kind: "streak", nth: 4, orMore: false } as const),
        since: { time: (now - secondsAgo) * 1000, zone: utcZone },
      },
    });
    const texts = (secondsAgo: number) =>
      blocksOf([], { issues: [news(secondsAgo)] }).map(({ parts, shortTitle, titles: [title] }) =>
        [parts, shortTitle, title?.phrase ?? []].map((phrase) => plainText(phrase, sanitize)),
      );
    assert.deepEqual(texts(3600)[0]?.[1], "nightly import failing since 02:19 UTC");
    for (const text of texts(8 * 3600).flat()) assert.match(text, /since 2026-11-19 19:19 UTC/);
  });
});
