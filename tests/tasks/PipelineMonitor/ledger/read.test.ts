import assert from "node:assert/strict";
import { HttpError, type HttpProblem } from "../../../../shared/http/errors";
import {
  type BranchJournal,
  emptyJournal,
  type Journal,
  type PipelineJournal,
  pipelineKey,
} from "../../../../shared/journal/schema";
import { utcZone } from "../../../../shared/text/zone";
import type { OwnPipeline } from "../../../../tasks/PipelineMonitor/issue/context";
import { type Ledger, projectFingerprint } from "../../../../tasks/PipelineMonitor/issue/ledger";
import { emptyBranch } from "../../../../tasks/PipelineMonitor/journal/branch";
import { renderJournal } from "../../../../tasks/PipelineMonitor/journal/journal-file";
import { renderBlindReports, renderLedger } from "../../../../tasks/PipelineMonitor/ledger/ledger-file";
import { gapsOf, ledgerOf, noMemory, windowOf } from "../../../../tasks/PipelineMonitor/ledger/memory";
import { readMemory } from "../../../../tasks/PipelineMonitor/ledger/read";
import { sanitize } from "../../../sanitize";
import { memoryContext } from "../report-stage";
import { emptyLedger } from "./ledger-samples";
import { configWith, hour, now, textOf } from "./ledger-stage";

const usual = configWith({ notify: "changes" });
const project = projectFingerprint(usual);
const branch = "refs/heads/main";
const ledgerUntil = (until: number, othersUntil = until): Ledger => ({
  ...{ ...emptyLedger, othersUntil, reportedUntil: until },
  projects: new Map([[project, { until, dueUntil: until, seen: [] }]]),
});
const attached = (run: number, until: number, othersUntil = until): unknown =>
  JSON.parse(renderLedger(ledgerUntil(until, othersUntil), String(run), sanitize));

/** A tagged run of the monitor's pipeline, and what it has attached. */
interface Earlier {
  startTime?: number;
  branch?: string | undefined;
  id: number;
  ledgers?: readonly unknown[] | Error;
  journals?: readonly unknown[] | Error;
}

/** Reads the ledger of a monitor whose pipeline has some tagged runs, the newest first. */
async function read(runs: readonly Earlier[] | Error, changes: Partial<OwnPipeline> = {}, config = usual) {
  const context = memoryContext();
  const asked: number[] = [];
  const service: OwnPipeline["service"] = {
    pipelineSource: async () => undefined,
    repositoryFile: async () => undefined,
    async taggedRuns(...[definitionId, tag, count]) {
      assert.deepEqual([definitionId, tag, count], ["12", "reported", 24]);
      if (runs instanceof Error) throw runs;
      return runs.map(({ id, startTime = now - hour, ...run }) => ({
        ...{ id, startTime, branch: "branch" in run ? run.branch : branch },
      }));
    },
    async attachments(runId, type, name) {
      assert.equal(name, "reported.json");
      const { ledgers, journals } = (runs instanceof Error ? [] : runs).find(({ id }) => id === runId) ?? {};
      if (type === "pipeline-keeper.ledger") asked.push(runId);
      const files = { "pipeline-keeper.ledger": ledgers, "pipeline-keeper.journal": journals };
      const found = new Map(Object.entries(files)).get(type);
      if (found instanceof Error) throw found;
      return [...(found ?? [])];
    },
  };
  const own = {
    ...{ service, definitionId: "12", runId: "900", branch, collection: "c", tag: "reported" },
    ...changes,
  };
  const memory = await readMemory(config, own, {}, context);
  const { from } = windowOf(config, memory)(now * 1000);
  const { warnings, printed } = context.agent;
  const { skipped, notes } = gapsOf(memory, config);
  const ago = from === undefined ? undefined : now - from;
  const known = { state: memory.state, ledger: ledgerOf(memory), skipped, lost: notes.map(textOf) };
  return { memory, ...known, from: ago, warnings, printed, asked };
}
const noDetails = {
  redirectsTo: undefined,
  retryAfterSeconds: undefined,
  serviceCode: "",
  serviceMessage: "",
};
const failedRequest = (problem: HttpProblem) => new HttpError("GET it", problem, 1, "");
/** A run of so many hours ago. */
const earlier = (id: number, hoursAgo: number): Earlier => ({
  id,
  ledgers: [attached(id, now - hoursAgo * hour)],
});

describe("readMemory", () => {
  it("reads what the newest tagged run has attached", async () => {
    const { from, asked, warnings, ...known } = await read([earlier(899, 1), earlier(898, 2)]);
    assert.deepEqual([known.state, known.ledger], ["read", ledgerUntil(now - hour)]);
    assert.deepEqual([known.skipped, known.lost], [[], []]);
    assert.deepEqual([from, asked, warnings], [hour, [899], []]);
  });

  it("passes over runs of another branch, and those whose attachment is missing or of another run", async () => {
    const other = { branch: "refs/heads/feature", id: 899, ledgers: [attached(899, now - 60)] };
    for (const one of [other, { id: 899 }, { id: 899, ledgers: [attached(898, now - 60)] }]) {
      assert.equal((await read([one, earlier(890, 2)])).from, 2 * hour);
      const { from, warnings, state, lost } = await read([one]);
      assert.deepEqual([from, warnings, state, lost], [undefined, [], "none", []]);
    }
    assert.equal((await read([other], { branch: "" })).from, 60, "its own branch is unknown");
    assert.equal((await read([{ ...other, branch: undefined }])).from, 60, "the run has no branch");
  });

  it("takes of several attempts the one that covers most", async () => {
    const ledgers = [2 * hour, 60, hour].map((ago) => attached(900, now - ago));
    assert.equal((await read([{ id: 900, ledgers }])).from, 60);
    // A project list that was never read to its end leaves only the time of the report to tell them apart.
    const cut = [2 * hour, 60].map((ago) => attached(900, now - ago, 0));
    assert.equal((await read([{ id: 900, ledgers: cut }])).ledger?.reportedUntil, now - 60);
    const mixed = [attached(7, now - 30), attached(900, now - hour)];
    assert.equal((await read([{ id: 900, ledgers: mixed }])).from, hour, "those of other runs do not count");
  });

  it("reads the journal of the same run; one of another run, or of another form, is lost, and no more", async () => {
    const journal: Journal = new Map([[project, { ...emptyJournal, since: now - 2 * hour, isFilled: true }]]);
    const of = (run: string): unknown =>
      JSON.parse(renderJournal(journal, { run, now: now - hour, zone: utcZone }, sanitize));
    const readWith = async (...journals: readonly unknown[]) => {
      const { memory, from, skipped, lost } = await read([{ ...earlier(899, 1), journals }]);
      assert.deepEqual([from, skipped, lost], [hour, [], []]);
      return "journal" in memory ? memory.journal : assert.fail(memory.state);
    };
    assert.deepEqual(await readWith({ version: 2 }, of("898"), of("899")), journal);
    for (const lost of [[], [of("898")], [{ version: 2 }]]) assert.equal(await readWith(...lost), undefined);
    const { warnings } = await read([{ ...earlier(899, 1), journals: new Error("503") }]);
    assert.deepEqual(warnings, ["Could not read the journal, so earlier runs are read again: 503"]);
  });

  const gone = failedRequest({ kind: "status", status: 404, ...noDetails });
  const page = failedRequest({ kind: "unreadable", what: "an HTML page" });
  const [down, late] = [
    failedRequest({ kind: "status", status: 500, ...noDetails }),
    failedRequest({ kind: "timeout", seconds: 30 }),
  ];
  const blind = (id: number, reports: number): Earlier => ({
    id,
    ledgers: [JSON.parse(renderBlindReports(String(id), reports))],
  });

  it("takes the memory before one that is not there, or has another form, at once, and says so", async () => {
    for (const ledgers of [[{ version: 2 }], [[]], ["x"], gone, page]) {
      const { from, warnings, printed, ...known } = await read([{ id: 899, ledgers }, earlier(898, 2)]);
      assert.deepEqual([from, known.state], [2 * hour, "read"]);
      assert.deepEqual(known.lost, [
        "The latest messages are forgotten: some of these problems may have been reported before.",
      ]);
      assert.deepEqual([known.skipped, printed], [["what earlier messages reported"], []]);
      assert.match(warnings.join(), /^Could not check what earlier messages reported: /);
    }
  });

  it("begins anew if no earlier memory can be read, a day before and with what the journal knows", async () => {
    const one: BranchJournal = { ...emptyBranch("refs/heads/main", true), isOut: false };
    const pipeline: PipelineJournal = {
      ...{ pipeline: { id: 1, name: "a" }, branches: [one], isRead: true, hours: new Map(), days: new Map() },
      schedules: [],
    };
    const known: Journal = new Map([
      [project, { ...emptyJournal, pipelines: new Map([[pipelineKey(pipeline), pipeline]]) }],
    ]);
    const text = renderJournal(known, { run: "899", now, zone: utcZone, ownerOf: () => "" }, sanitize);
    const runs = [{ id: 899, ledgers: ["x"], journals: [JSON.parse(text)] }];
    const { memory, from, printed, lost } = await read(runs);
    assert.ok(memory.state === "lost");
    assert.deepEqual([memory.startTime, from], [now - hour, 24 * hour]);
    const branches = [...(memory.journal?.get(project)?.pipelines.values() ?? [])].flatMap(
      (of) => of.branches,
    );
    assert.deepEqual(
      branches.map(({ isOut }) => isOut),
      [true],
    );
    assert.deepEqual(lost, [
      "Earlier messages are forgotten: these problems may have been reported before, and others may have ended since.",
    ]);
    assert.deepEqual(printed, ["Reporting everything, even if an earlier message has reported it."]);
  });

  it("waits two reports for a service that cannot say what a run attached, and then takes the memory before it", async () => {
    for (const ledgers of [down, late]) {
      const runs = [{ id: 899, ledgers }, earlier(898, 2)];
      const marks = [[], [blind(900, 1)], [blind(901, 2), blind(900, 1)]];
      const seen = await Promise.all(marks.map((before) => read([...before, ...runs])));
      assert.deepEqual(
        seen.map(({ memory }) => ("reports" in memory ? memory.reports : ledgerOf(memory)?.othersUntil)),
        [1, 2, now - 2 * hour],
      );
    }
    const healed = await read([blind(901, 2), blind(900, 1), earlier(899, 1)]);
    assert.deepEqual([healed.from, healed.lost, healed.warnings], [hour, [], []]);
  });

  it("names the runs since that wrote no ledger, or one that nobody can read", async () => {
    const gone = { id: 898, ledgers: ["x"] };
    const { memory, ledger } = await read([blind(900, 1), { id: 899 }, gone, earlier(897, 1)]);
    const unfinished = "unfinished" in memory && memory.unfinished;
    assert.deepEqual([unfinished, ledger?.othersUntil], [[900, 899, 898], now - hour]);
  });

  it("tries five ledgers that cannot be read", async () => {
    const gone = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: 899 - index, ledgers: ["x"] }));
    const ledgerAfter = async (count: number) => (await read([...gone(count), earlier(800, 2)])).ledger;
    assert.equal((await ledgerAfter(5))?.othersUntil, now - 2 * hour);
    assert.equal(await ledgerAfter(6), undefined);
  });

  it("knows nothing, and is not replaced, if the service does not say", async () => {
    for (const runs of [down, [{ id: 899, ledgers: down }], [{ id: 899, ledgers: new Error("a fault") }]]) {
      const { state, lost, skipped, from, printed, warnings } = await read(runs);
      assert.deepEqual([state, lost, from, warnings.length], ["unreadable", [], undefined, 1]);
      assert.deepEqual(skipped, ["what earlier messages reported"]);
      assert.deepEqual(printed, [
        "Checking the last hour instead.",
        "Reporting everything, even if an earlier message has reported it.",
      ]);
    }
    const context = memoryContext();
    const unknown = await readMemory(usual, { unknown: "no permission" }, {}, context);
    assert.deepEqual(unknown, { state: "unreadable", reports: 0 });
    const warning = "Could not check what earlier messages reported: no permission";
    assert.deepEqual(context.agent.warnings, [warning]);
  });

  it("is nothing outside a pipeline, and where nothing depends on it", async () =>
    assert.deepEqual(await readMemory(usual, undefined, {}, memoryContext()), noMemory));

  it("names only the time of the last report without notify", async () => {
    const since = configWith({ window: "since_last_report" });
    for (const [config, runs, printed, from] of [
      [since, new Error("503"), ["Checking the last hour instead."], undefined],
      [since, [{ id: 899, ledgers: ["x"] }], [], hour],
      [configWith(), new Error("503"), [], undefined],
    ] as const) {
      const report = await read(runs, {}, config);
      assert.deepEqual([report.printed, report.from], [printed, from]);
      assert.match(report.warnings.join(), /^Could not check the time of the last report: /);
    }
  });
});
