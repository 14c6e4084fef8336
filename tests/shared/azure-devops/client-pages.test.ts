import assert from "node:assert/strict";
import { idOf } from "../../../shared/azure-devops/records";
import { json } from "../../sandbox/loopback";
import { sketchRun } from "../../sandbox/runs";
import { buildServiceStage, fiveRuns, now } from "./build-service-stage";

describe("build service client, pages of runs", () => {
  const stage = buildServiceStage(fiveRuns);

  it("reads every page (decision 4)", async () => {
    const ids = (await stage.runs()).map((record) => "run" in record && record.run.id);
    assert.deepEqual(ids, [1, 2, 3, 4, 5]);
    assert.equal(stage.sandbox.requests.length, 3);
    assert.match(stage.sandbox.requests[1]?.target ?? "", /version=7\.1-preview\.7&continuationToken=2$/);
  });

  it("reads a page as large as the service's largest: 5,000 runs of four kilobytes", async () => {
    const repository = "r".repeat(4000);
    const value = Array.from({ length: 5000 }, (_, id) => ({ ...sketchRun(now, { id }).record, repository }));
    stage.next(json({ count: 5000, value }));
    assert.equal((await stage.runs()).length, 5000);
  });

  /** Makes the service return pages of runs by their ids, each page but the last with a token. */
  const givePages = (...pages: number[][]) => {
    for (const [index, ids] of pages.entries()) {
      const value = ids.map((id) => sketchRun(now, { id }).record);
      const isLast = index === pages.length - 1;
      stage.next(json({ value }, isLast ? {} : { "x-ms-continuationtoken": String(index) }));
    }
  };

  it("returns a run once that is listed twice, on one page or two (decision 4)", async () => {
    givePages([1, 1, 2], [2, 3], [], [3, 4]);
    assert.deepEqual((await stage.runs()).map(idOf), [1, 2, 3, 4]);
  });

  it("encodes the token of a page", async () => {
    stage.next(json({ value: [] }, { "x-ms-continuationtoken": "a b&c=d" }));
    stage.next(json({ value: [] }));
    await stage.runs();
    assert.equal(stage.sandbox.requests[1]?.query.get("continuationToken"), "a b&c=d");
  });

  it("fails when a page token repeats, at once or later (decision 4)", async () => {
    stage.instead(json({ value: [] }, { "x-ms-continuationtoken": "same" }));
    await assert.rejects(stage.runs(), /could not be read to its end: the service named a page/);
    assert.equal(stage.sandbox.requests.length, 2);
  });

  it("fails when the list never ends", async () => {
    let page = 0;
    stage.instead(() => json({ value: [] }, { "x-ms-continuationtoken": String(++page) }));
    await assert.rejects(stage.runs(), {
      message:
        "build service: the list of runs could not be read to its end: it did not end after 1000 pages. " +
        "The monitor does not report on an incomplete list. Run it again. If that fails, shorten the list with " +
        "`url_params`, such as `&definitions=12,13`.",
    });
    assert.equal(stage.sandbox.requests.length, 1000);
  });

  it("fails when the list has more runs than a monitor has room for", async () => {
    let next = 0;
    stage.instead(() => {
      const value = Array.from({ length: 10_000 }, () => ({ id: ++next }));
      return json({ value }, { "x-ms-continuationtoken": String(next) });
    });
    await assert.rejects(stage.runs(), /its end: it has more than 100000 runs\./);
    assert.equal(stage.sandbox.requests.length, 11);
  });

  it("fails when the list takes longer than a monitor of the last hour may", async () => {
    let page = 0;
    stage.instead(() =>
      json({ value: [] }, { "x-ms-continuationtoken": String(++page), "retry-after": "59" }),
    );
    await assert.rejects(stage.runs(), /its end: it took longer than 900 s/);
    assert.ok(stage.sandbox.requests.length < 20);
  });

  it("reads a list that takes as long as it may", async () => {
    // 18 pauses of 50 s are the 900 s that a list may take.
    for (let page = 1; page <= 19; page++)
      stage.next(json({ value: [] }, { "x-ms-continuationtoken": `after ${page}`, "retry-after": "50" }));
    stage.next(json({ value: [] }));
    assert.deepEqual(await stage.runs(), []);
    assert.equal(stage.clock.now() - now, 950_000);
  });
});
