import assert from "node:assert/strict";
import { HttpError } from "../../../shared/http/errors";
import { monitorTag } from "../../../shared/report/form";
import { assertTexts, changes, ended, memoryPipeline, nothing, now, watch } from "./monitor-stage";

const keys = { ...changes, history: 9 };
const details = { redirectsTo: undefined, retryAfterSeconds: undefined, serviceCode: "", serviceMessage: "" };
const answer = (status: number) =>
  new HttpError("GET the memory", { kind: "status", status, ...details }, 1, "");

/** Plays hours in which the memory of the runs of some hours cannot be read. Returns what was posted, and in which hours the monitor was blind. */
async function play(hours: readonly number[], failsAt: readonly number[], fault: Error, from: number) {
  const memories = new Set(failsAt.map((hour) => 900 + hour * 100));
  let hour = 0;
  const pipeline = memoryPipeline((runId, type) =>
    memories.has(runId) && hour >= from && type === "pipeline-keeper.ledger" ? fault : undefined,
  );
  const posted: string[] = [];
  const blind: number[] = [];
  for (const at of hours) {
    hour = at;
    const runs = [
      ended(at, -3, { id: 1 }),
      ended(at, -0.5, { id: 2, result: "failed" }),
      ...(at < 2
        ? []
        : [ended(at, 1.5, { id: 3, pipeline: "price feed", result: "failed", definitionId: 2 })]),
      ...(at < 5 ? [] : [ended(at, 4.5, { id: 4 })]),
    ];
    const { posted: texts, whole } = await watch(runs, { ...pipeline(at), keys });
    posted.push(texts.join("\n"));
    if (whole.isBlind) blind.push(at);
  }
  return { posted, blind };
}

describe("a memory that cannot be read", () => {
  it("heals after two reports: everything of the last day is told once more, and ends are told again", async () => {
    const { posted, blind } = await play([0, 1, 2, 3, 4, 5], [0], answer(500), 1);
    assert.deepEqual(blind, [1, 2]);
    assertTexts(posted, [
      /nightly import.*failed/,
      nothing,
      /price feed.*failed/,
      /(?=.*Earlier messages are forgotten)(?=.*nightly import.*failed)(?=.*price feed.*failed)/s,
      nothing,
      /nightly import.*works again/,
    ]);
  });

  it("is replaced at once by the one before it if it is not there", async () => {
    const { posted, blind } = await play([0, 1, 2, 3, 4, 5], [1], answer(404), 2);
    assert.deepEqual(blind, []);
    assertTexts(posted, [
      /nightly import.*failed/,
      nothing,
      /^(?=.*The latest messages are forgotten)(?=.*price feed)((?!nightly import).)*$/s,
      nothing,
      nothing,
      /nightly import.*works again/,
    ]);
  });
});

describe("what a monitor remembers", () => {
  const keys = changes;
  const failed = (id: number, hours = 0) => ({
    ...{ id, pipeline: `pipeline ${id}`, definitionId: id, result: "failed" },
    finishedSecondsAgo: 600 + hours * 3600,
  });
  const refuses = () => Promise.reject(new Error("full"));

  it("is what the channel took, and what it is owed because it refused it", async () => {
    const own = memoryPipeline();
    const first = await watch([failed(1)], { keys, ...own(0), post: refuses });
    assert.deepEqual(first.agent.warnings, ["The message was not delivered. full"]);
    assert.deepEqual([first.report.delivered, first.agent.tags], ["failed", [monitorTag, "t"]]);
    const runs = [failed(1, 1), failed(2)];
    const next = await watch(runs, { keys, ...own(1) });
    assert.deepEqual(next.posted[0]?.match(/^pipeline \d/gm)?.sort(), ["pipeline 1", "pipeline 2"]);
    const { posted, report, agent } = await watch(runs, { keys, ...own(1.5) });
    assert.deepEqual([posted, report.delivered, agent.tags], [[], "notNeeded", [monitorTag, "t"]]);
  });

  it("is nothing in a test, or if an earlier report is unknown", async () => {
    const own = memoryPipeline();
    const tested = await watch([], { keys: { ...keys, test_flag: true }, ...own(1) });
    const { agent, ownPipeline } = own(2);
    const service = { ...ownPipeline.service, taggedRuns: () => Promise.reject(new Error("503")) };
    const unknown = await watch([failed(1)], { keys, agent, ownPipeline: { ...ownPipeline, service } });
    for (const { agent } of [tested, unknown]) assert.deepEqual(agent.tags, [monitorTag]);
    assert.equal((await watch([failed(1)], { keys, ...own(3) })).posted.length, 1);
  });

  it("may be lost: then the channel is told so, even if nothing is wrong", async () => {
    const { agent, ownPipeline } = memoryPipeline()(1);
    const taggedRuns = async () => [{ id: 5, startTime: now / 1000 - 3600, branch: undefined }];
    const service = { ...ownPipeline.service, taggedRuns, attachments: async () => [{ version: 1 }] };
    const { posted } = await watch([], { keys, agent, ownPipeline: { ...ownPipeline, service } });
    assert.match(posted.join(), /Earlier messages are forgotten/);
  });
});
