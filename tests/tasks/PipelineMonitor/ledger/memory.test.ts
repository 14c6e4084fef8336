import assert from "node:assert/strict";
import { type Ledger, projectFingerprint } from "../../../../tasks/PipelineMonitor/issue/ledger";
import {
  noMemory,
  rememberedOf,
  windowOf,
  withEntries,
} from "../../../../tasks/PipelineMonitor/ledger/memory";
import { emptyLedger } from "./ledger-samples";
import { configWith, failedEntry, hour, now } from "./ledger-stage";

const usual = configWith({ notify: "changes" });

const known = { until: now - 60, dueUntil: now - 90, seen: ["1:2"] };
const ledger: Ledger = {
  ...{ ...emptyLedger, othersUntil: now - 600 },
  projects: new Map([[projectFingerprint(usual), known]]),
};
const startTime = now - 300;
const others = { journal: undefined, unfinished: [] };
const read = { state: "read", ledger, isOlder: false, ...others } as const;
const lost = { state: "lost", startTime, ...others } as const;
const unreadable = { state: "unreadable", reports: 1 } as const;

describe("windowOf", () => {
  const other = { ...usual, project: new URL("https://h/o/other") };
  const ofHour = now - hour - 30;
  const always = configWith({ window: "since_last_report" });
  for (const [sentence, memory, config, ...expected] of [
    ["begins where the last report on its project ended", read, usual, now - 60, now - 90, ["1:2"]],
    ["begins for a new project where those on others did", read, other, now - 600, now - 600, []],
    ["begins where the last run started without a ledger", lost, always, startTime, startTime, []],
    ["begins a day before if nobody knows who was told", lost, usual, now - 24 * hour, now - 24 * hour, []],
    [
      "is a day if nobody knows when the lost one was written",
      { ...lost, startTime: undefined },
      ...[usual, undefined, now - 24 * hour, []],
    ],
    ["is a day without a report", noMemory, usual, undefined, now - 24 * hour, []],
    ["is an hour if the memory is unknown", unreadable, usual, undefined, ofHour, undefined],
    ["is an hour if that is configured", read, configWith(), undefined, ofHour, undefined],
  ] as const)
    it(sentence, () => {
      const { from, dueFrom, seen } = windowOf(config, memory)(now * 1000);
      assert.deepEqual([from, dueFrom, seen && [...seen]], expected);
    });
});

describe("withEntries", () => {
  it("changes each entry of a memory that was read, and nothing else of it", () => {
    const [before, after] = [failedEntry(), failedEntry({ count: 2 })];
    const memory = { ...read, ledger: { ...ledger, entries: [before] } };
    const changed = withEntries(memory, (entry) => ({ ...entry, count: 2 }));
    assert.deepEqual(changed, { ...read, ledger: { ...ledger, entries: [after] } });
    assert.equal(
      withEntries(noMemory, () => after),
      noMemory,
    );
  });
});

describe("rememberedOf", () => {
  it("tells features what is known of before: a memory in place of a later one is as good as lost", () => {
    const older = { ...read, isOlder: true };
    const all = [noMemory, lost, unreadable, read, { ...read, state: "guest" } as const, older];
    assert.deepEqual(all.map(rememberedOf), ["none", "lost", "unreadable", "read", "read", "lost"]);
  });
});
