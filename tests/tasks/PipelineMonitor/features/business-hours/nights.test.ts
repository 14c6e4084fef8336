import assert from "node:assert/strict";
import { assertTexts, changes, nothing, watch } from "../../monitor-stage";
import { business_hours, fridayAt1719, mondayAt0819, texts } from "./nights-stage";

describe("business hours", () => {
  it("keep a weekend's problems until Monday, also one that is over, and high ones not at all", async () => {
    const failed = { result: "failed", pipeline: "nightly import", definitionId: 7 };
    const [feed, invoices] = ["price feed", "invoices"].map((pipeline, index) => ({
      ...{ ...failed, pipeline, definitionId: 8 + index },
    }));
    const runs = [
      { ...failed, id: 1, finished: 16 },
      { ...failed, id: 2, finished: 17, result: "succeeded" },
      // Of two failures between two reports, the service lists the later one first.
      ...[60, 45, 44.5, 29, 20].map((finished, index) => ({ ...feed, id: 8 - index, finished })),
      { ...invoices, id: 9, finished: 31 },
    ];
    const at = [fridayAt1719, 16.5, 17.5, 21, 30, 32, 46, 61, mondayAt0819, 78];
    const told = await texts(at, runs, { invoices: { severity: "high" } });
    const isTold = told.map((text) => text !== "");
    const expected = at.map((hour) => [32, 61, mondayAt0819].includes(hour));
    assert.deepEqual(isTold, expected, "also the reminder of what is high");
    assert.match(told[5] ?? "", /^\*\*.*\*\*\ninvoices .*failed[^\n]*$/);
    const ofMonday = told[8] ?? "";
    assert.match(
      ofMonday,
      /nightly import \[20261120\.1\].* failed at 2026-11-20 19:19 UTC\. It has worked again since 2026-11-20 20:19 UTC\./,
    );
    assert.equal(ofMonday.match(/price feed \[20261120\.\d\].* failed 5 times since/g)?.length, 1);
    assert.equal(ofMonday.split("\n").length, 4);
  });

  it("keep the other cause for which a known problem failed at night, even if it is over by then", async () => {
    const feed = { pipeline: "price feed", definitionId: 8 };
    const runs = [
      { ...feed, id: 1, result: "failed", finished: 13.5 },
      { ...feed, id: 2, result: "canceled", finished: 20.5 },
      { ...feed, id: 3, finished: 30.5 },
    ];
    const told = await texts([fridayAt1719, 21, 31, mondayAt0819, 78], runs, {});
    const both =
      /price feed .* had 2 problems since 2026-11-20 16:49 UTC: was canceled\. It has worked again since/;
    assertTexts(told, [/price feed .*failed/, nothing, nothing, both, nothing]);
  });

  it("keep a tag that failed at night, of which nobody says that it works again", async () => {
    const record = { sourceBranch: "refs/tags/1.2.3" };
    const runs = [{ id: 1, result: "failed", record, finished: 16 }];
    const told = await texts([fridayAt1719, 17, 42, mondayAt0819, 78], runs, {});
    const failed = /^.*\nnightly import .* failed at 2026-11-20 19:19 UTC\. [^\n]*$/;
    assertTexts(told, [nothing, nothing, nothing, failed, nothing]);
  });

  it("keep nothing that no memory would hold", async () => {
    const ownPipeline = { unknown: "this is not a run of a pipeline" };
    const keys = { ...changes, business_hours };
    const { posted } = await watch([{ id: 1, result: "failed" }], { keys, ownPipeline });
    assert.match(posted.join(), / failed/);
  });
});
