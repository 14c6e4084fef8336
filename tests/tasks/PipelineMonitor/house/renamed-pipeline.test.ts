// Needs: mutes
import assert from "node:assert/strict";
import { worksAgain } from "../../../works-again";
import { type Ended, endedBy, failed, playHours, worked } from "../monitor-stage";

const named = (name: string, { record, ...run }: Ended): Ended => ({
  ...run,
  ...{ pipeline: name, definitionId: 31 },
  record: { ...record, definition: { id: 31, name, path: "\\" } },
});

/** A pipeline fails, and has another name from its next run on. */
const told = (keysAfter: object, runs: readonly Ended[], minutes: readonly number[]) =>
  playHours(
    {},
    minutes.map((minute) => ({
      ...{ at: minute / 60, runs: endedBy(minute, runs), keys: minute < 60 ? {} : keysAfter },
    })),
  );

// maikvandergaag/msft-extensions#380, Azure/azure-sdk-tools#1690: what is known by a name is lost when the pipeline has another.
describe("a pipeline that was renamed while it fails", () => {
  const runs = [named("invoices", failed(-10)), named("billing", failed(30))];
  const limits = { max_proc_time: 900, min_proc_time: 30 };

  it("is the same problem, and is called by its new name", async () => {
    const all = [...runs, named("billing", worked(1510))];
    const [first, second, reminder, end] = await told({}, all, [0, 60, 1500, 1560]);
    assert.match(first ?? "", /invoices \[.* failed/);
    assert.equal(second, "");
    assert.match(reminder ?? "", /billing \[.* failed 2 times/);
    assert.match(end ?? "", new RegExp(String.raw`billing \[.* ${worksAgain(2)}`));
  });

  it("is muted by its new name", async () => {
    const pipelines = { default: limits, billing: { mute_until: "2026-12-31" } };
    assert.deepEqual((await told({ pipelines }, runs, [0, 60, 1500])).slice(1), ["", ""]);
  });

  it("keeps its new settings when nothing runs: its entry is looked up by the name that the service has now", async () => {
    const success = [
      named("invoices", failed(-10)),
      {
        ...named("billing", worked(20)),
        record: { ...named("billing", worked(20)).record, sourceBranch: "refs/heads/other" },
      },
    ];
    const pipelines = { default: limits, billing: { mute_until: "2026-12-31" } };
    assert.deepEqual((await told({ pipelines }, success, [0, 60, 1500])).slice(1), ["", ""]);
  });
});
