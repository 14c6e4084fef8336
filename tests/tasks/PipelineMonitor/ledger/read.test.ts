import assert from "node:assert/strict";
import type { TaggedRun } from "../../../../shared/azure-devops/records";
import { Unreadable } from "../../../../shared/http/errors";
import { utcZone } from "../../../../shared/text/zone";
import { emptyJournal, type Journal } from "../../../../tasks/PipelineMonitor/issue/journal";
import {
  type Ledger,
  type OwnPipeline,
  projectFingerprint,
} from "../../../../tasks/PipelineMonitor/issue/ledger";
import { renderJournal } from "../../../../tasks/PipelineMonitor/journal/journal-file";
import { renderLedger } from "../../../../tasks/PipelineMonitor/ledger/ledger-file";
import { noMemory, readMemory, windowOf } from "../../../../tasks/PipelineMonitor/ledger/read";
import { sanitize } from "../../../sanitize";
import { memoryContext } from "../report-stage";
import { emptyLedger } from "./ledger-samples";
import { configWith, hour, now, textOf } from "./ledger-stage";

const usual = configWith({ notify: "changes" });
const project = projectFingerprint(usual);
const branch = "refs/heads/main";
const ledgerUntil = (until: number): Ledger => ({
  ...{ ...emptyLedger, othersUntil: until },
  projects: new Map([[project, { until, dueUntil: until, seen: [] }]]),
});
const attached = (run: number, until: number): unknown =>
  JSON.parse(renderLedger(ledgerUntil(until), String(run), sanitize));

/** A tagged run of the monitor's pipeline, and what it has attached. */
interface Earlier extends Partial<TaggedRun> {
  id: number;
  ledgers?: readonly unknown[] | Error;
  journals?: readonly unknown[];
}

/** Reads the ledger of a monitor whose pipeline has some tagged runs, the newest first. */
async function read(runs: readonly Earlier[] | Error, changes: Partial<OwnPipeline> = {}, config = usual) {
  const context = memoryContext();
  const asked: number[] = [];
  const service: OwnPipeline["service"] = {
    async taggedRuns(...[definitionId, tag, count]) {
      assert.deepEqual([definitionId, tag, count], ["12", "reported", 5]);
      if (runs instanceof Error) throw runs;
      return runs.map(({ id, startTime = now - hour, ...run }) => ({
        ...{ id, startTime, branch: "branch" in run ? run.branch : branch },
      }));
    },
    async attachments(runId, type, name) {
      assert.equal(name, "reported.json");
      const { ledgers, journals } = (runs instanceof Error ? [] : runs).find(({ id }) => id === runId) ?? {};
      if (type === "pipeline-keeper.ledger") asked.push(runId);
      const files = {
        "pipeline-keeper.ledger": ledgers,
        "pipeline-keeper.journal": journals,
      };
      const found = new Map(Object.entries(files)).get(type);
      if (found instanceof Error) throw found;
      return [...(found ?? [])];
    },
    dispose: () => undefined,
  };
  const own = { service, definitionId: "12", runId: "900", branch, tag: "reported", ...changes };
  const memory = await readMemory(config, own, {}, context);
  const { from } = windowOf(config, memory)(now * 1000);
  const { warnings, printed } = context.agent;
  return { memory, from: from === undefined ? undefined : now - from, warnings, printed, asked };
}
/** A run of so many hours ago. */
const earlier = (id: number, hoursAgo: number): Earlier => ({
  id,
  ledgers: [attached(id, now - hoursAgo * hour)],
});

describe("readMemory", () => {
  it("reads what the newest tagged run has attached", async () => {
    const { memory, from, asked, warnings } = await read([earlier(899, 1), earlier(898, 2)]);
    const { ledger, startTime, skipped, lost, isUnknown } = memory;
    assert.deepEqual([ledger, startTime], [ledgerUntil(now - hour), now - hour]);
    assert.deepEqual([skipped, lost, isUnknown], [[], [], false]);
    assert.deepEqual([from, asked, warnings], [hour, [899], []]);
  });

  it("passes over runs of another branch, and those whose attachment is missing or of another run", async () => {
    const other = { branch: "refs/heads/feature", id: 899, ledgers: [attached(899, now - 60)] };
    for (const one of [other, { id: 899 }, { id: 899, ledgers: [attached(898, now - 60)] }]) {
      assert.equal((await read([one, earlier(890, 2)])).from, 2 * hour);
      const { from, warnings, memory } = await read([one]);
      assert.deepEqual([from, warnings, memory.startTime, memory.lost], [undefined, [], undefined, []]);
    }
    assert.equal((await read([other], { branch: "" })).from, 60, "its own branch is unknown");
    assert.equal((await read([{ ...other, branch: undefined }])).from, 60, "the run has no branch");
  });

  it("takes of several attempts the one that covers most", async () => {
    const ledgers = [2 * hour, 60, hour].map((ago) => attached(900, now - ago));
    assert.equal((await read([{ id: 900, ledgers }])).from, 60);
    const mixed = [attached(7, now - 30), attached(900, now - hour)];
    assert.equal((await read([{ id: 900, ledgers: mixed }])).from, hour, "those of other runs do not count");
  });

  it("reads the journal of the same run; one of another run, or of another form, is lost, and no more", async () => {
    const journal: Journal = new Map([[project, { ...emptyJournal, since: now - 2 * hour, isFilled: true }]]);
    const of = (run: string): unknown =>
      JSON.parse(renderJournal(journal, { run, now: 0, zone: utcZone }, sanitize));
    const readWith = async (...journals: readonly unknown[]) => {
      const { memory, from } = await read([{ ...earlier(899, 1), journals }]);
      assert.deepEqual([from, memory.skipped, memory.lost], [hour, [], []]);
      return memory.journal;
    };
    assert.deepEqual(await readWith({ version: 2 }, of("898"), of("899")), journal);
    for (const lost of [[], [of("898")], [{ version: 2 }]]) assert.equal(await readWith(...lost), undefined);
  });

  it("forgets everything if the attachment has another form, and says so", async () => {
    for (const content of [{ version: 2 }, [], "x"]) {
      const runs = [{ id: 899, ledgers: [content] }, earlier(898, 0)];
      const { memory, from, warnings, printed } = await read(runs);
      assert.deepEqual([memory.ledger, memory.startTime, memory.isUnknown], [undefined, now - hour, false]);
      assert.equal(from, hour, "where that run started");
      assert.deepEqual(memory.lost.map(textOf), [
        "Earlier messages are forgotten: problems that they reported may have ended since.",
      ]);
      assert.deepEqual(memory.skipped, ["what earlier messages reported"]);
      assert.match(warnings.join(), /^Could not check what earlier messages reported: .* unknown form$/);
      assert.deepEqual(printed, ["Reporting everything, even if an earlier message has reported it."]);
    }
  });

  it("names the runs since that ended before they wrote a ledger", async () => {
    const { memory } = await read([{ id: 899 }, { id: 898 }, earlier(897, 1)]);
    assert.deepEqual([memory.unfinished, memory.ledger?.othersUntil], [[899, 898], now - hour]);
  });

  it("knows nothing, and is not replaced, if the service does not say", async () => {
    const [down, odd] = [new Error("503"), new Unreadable("no list")];
    for (const runs of [down, [{ id: 899, ledgers: down }], [{ id: 899, ledgers: odd }]]) {
      const { memory, from, printed, warnings } = await read(runs);
      const { ledger, isUnknown, lost, skipped } = memory;
      assert.deepEqual([ledger, isUnknown, lost, from, warnings.length], [undefined, true, [], undefined, 1]);
      assert.deepEqual(skipped, ["what earlier messages reported"]);
      assert.deepEqual(printed, [
        "Checking the last hour instead.",
        "Reporting everything, even if an earlier message has reported it.",
      ]);
    }
    const context = memoryContext();
    assert.equal((await readMemory(usual, { unknown: "no permission" }, {}, context)).isUnknown, true);
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

describe("windowOf", () => {
  const known = { until: now - 60, dueUntil: now - 90, seen: ["1:2"] };
  const ledger: Ledger = { ...ledgerUntil(now - 600), projects: new Map([[project, known]]) };
  const other = { ...usual, project: new URL("https://h/o/other") };
  const [startTime, ofHour] = [now - 300, now - hour - 30];
  for (const [sentence, memory, config, ...expected] of [
    ["begins where the last report on its project ended", { ledger }, usual, now - 60, now - 90, ["1:2"]],
    ["begins for a new project where those on others did", { ledger }, other, now - 600, now - 600, []],
    ["begins where the last run started without a ledger", { startTime }, usual, startTime, startTime, []],
    ["is a day without a report", {}, usual, undefined, now - 24 * hour, []],
    ["is an hour if the memory is unknown", { ledger, isUnknown: true }, usual, undefined, ofHour, undefined],
    ["is an hour if that is configured", { ledger }, configWith(), undefined, ofHour, undefined],
  ] as const)
    it(sentence, () => {
      const { from, dueFrom, seen } = windowOf(config, { ...noMemory, ...memory })(now * 1000);
      assert.deepEqual([from, dueFrom, seen && [...seen]], expected);
    });
});
