import assert from "node:assert/strict";
import { journalType } from "../../../shared/journal/schema";
import type { OtherProjects } from "../../../tasks/PipelineMonitor/projects";
import { fullDisk } from "../../memory-agent";
import { memoryBuildService } from "../../memory-build-service";
import { type RunSketch, sketchRun } from "../../sandbox/runs";
import { changes, ended, memoryPipeline, now, type WatchChanges, watch } from "./monitor-stage";
import { pagerOf } from "./target-stage";

const day = 24;
const failed = (at: number, finished: number, sketch: RunSketch = {}) =>
  ended(at, finished, { result: "failed", logs: [], ...sketch });

/** One run of a monitor after another: what each posted, and how it was delivered. */
function hourly(keys: object) {
  const pipeline = memoryPipeline();
  return async (at: number, runs: RunSketch[], changed: WatchChanges & { chatFails?: boolean } = {}) => {
    const { chatFails = false, ...others } = changed;
    const { posted, report } = await watch(runs, {
      ...{ ...pipeline(at), keys: { ...changes, ...keys } },
      ...(chatFails ? { post: () => Promise.reject(new Error("503")) } : {}),
      ...others,
    });
    return { text: posted.join("\n"), delivered: report.delivered };
  };
}

function listingOf(names: readonly string[], open: OtherProjects["open"], isCut = false): OtherProjects {
  return {
    list: async () => ({ projects: names.map((name) => ({ name, id: undefined })), isCut }),
    open,
  };
}

describe("what a monitor owes", () => {
  it("is told however long nobody took it, and no report before is delivered", async () => {
    const hour = hourly({});
    for (const at of [0, 10, 20, 28]) {
      const { delivered } = await hour(at, [failed(at, -0.5)], { chatFails: true });
      assert.equal(delivered, "failed", `${at}`);
    }
    const { text, delivered } = await hour(30, [failed(30, -0.5)]);
    assert.match(text, /nightly import .* failed at 2026-11-20 02:49 UTC/);
    assert.equal(delivered, "sent");
    assert.equal((await hour(31, [failed(31, -0.5)])).text, "");
  });

  // prometheus/alertmanager#2398: of an alert that comes and goes six times, two notifications are never sent.
  it("is a failure that came and went beside one that was told, if its chat was down", async () => {
    const hour = hourly({});
    const worked = (at: number, finished: number, id: number) => ended(at, finished, { id, logs: [] });
    await hour(0, [failed(0, -0.5)]);
    const runs = (at: number) => [
      worked(at, 0.8, 4),
      failed(at, 0.5, { id: 3, result: "canceled" }),
      worked(at, 0.2, 2),
      failed(at, -0.5),
    ];
    assert.equal((await hour(1, runs(1), { chatFails: true })).delivered, "failed");
    assert.match(
      (await hour(2, runs(2))).text,
      /was canceled at 03:49 UTC\. It has worked again since 04:07/,
    );
    assert.equal((await hour(3, runs(3))).text, "");
  });

  it("is no word on a project that could not be read once it has left the list", async () => {
    const hour = hourly({ projects: ["*"], remind_hours: 1 });
    const runsSince = () => assert.fail("403");
    const open = (project: URL) => ({ ...memoryBuildService(project, []), runsSince });
    const listing = (...names: string[]) => listingOf(names, open);
    assert.match((await hour(0, [], { projects: listing("Shop") })).text, /Could not read the project Shop/);
    assert.equal((await hour(3, [], { projects: listing() })).text, "");
  });

  it("is the time in which the monitor did not run, up to 14 days; beyond, it says which nobody watched", async () => {
    for (const [gap, isRead] of [
      [50, true],
      [15 * day, false],
    ] as const) {
      const hour = hourly({});
      await hour(0, []);
      const { text } = await hour(gap, [failed(gap, 2)]);
      assert.equal(/ failed/.test(text), isRead);
      const unwatched = "Nobody watched the runs that finished from 2026-11-20 03:19 UTC to";
      assert.equal(text.includes(unwatched), !isRead);
    }
  });

  it("is no alert any more when its project leaves the list", async () => {
    const hour = hourly({ projects: ["*"] });
    const opened = new Set<string>();
    const target = pagerOf(
      async ({ key }) => void opened.add(key),
      async ({ key }) => void opened.delete(key),
    );
    const open = (project: URL) => memoryBuildService(project, [sketchRun(now, failed(0, -0.5))]);
    const listing = (...names: string[]) => listingOf(names, open);
    await hour(0, [], { others: [target], projects: listing("Shop") });
    assert.equal(opened.size, 1);
    await hour(1, [], { others: [target], projects: listing() });
    assert.equal(opened.size, 0);
  });

  it("is not told again when a project was missing from one list, and its end is told", async () => {
    const hour = hourly({ projects: ["*"] });
    const play = async (at: number, names: readonly string[], runs: RunSketch[] = []) => {
      const open = (project: URL) =>
        memoryBuildService(
          project,
          [failed(at, -0.5), ...runs].map((run) => sketchRun(now + at * 3_600_000, run)),
        );
      return (await hour(at, [], { projects: listingOf(names, open) })).text;
    };
    assert.match(await play(0, ["Shop"]), / failed/);
    assert.deepEqual([await play(1, []), await play(2, ["Shop"])], ["", ""]);
    assert.match(await play(3, ["Shop"], [ended(3, 2.5, { id: 2, logs: [] })]), /works again/);
  });

  it("begins at the last report for a project that comes to a list that is cut", async () => {
    const hour = hourly({ projects: ["*"] });
    const open = (project: URL) => memoryBuildService(project, [sketchRun(now, failed(0, 30))]);
    const quiet = (project: URL) => memoryBuildService(project, []);
    for (const at of [0, 24, 48]) await hour(at, [], { projects: listingOf(["Shop"], quiet, true) });
    const listing = listingOf(["Shop", "New"], open, true);
    assert.doesNotMatch((await hour(49, [], { projects: listing })).text, /nightly import/);
  });

  it("does not wait for a monitor that a person started with a test channel", async () => {
    const hour = hourly({});
    const scheduled = { webhookId: "0".repeat(16) };
    await hour(0, [], scheduled);
    const trial = { webhookId: "1".repeat(16), isStartedByPerson: true };
    assert.match((await hour(1, [failed(1, 0.5)], trial)).text, / failed/);
    const runs = [failed(2, 0.5), ended(2, 1.5, { id: 2, logs: [] })];
    assert.match((await hour(2, runs, scheduled)).text, /It has worked again since/);
  });

  it("is each reason of what a person tried with another channel before", async () => {
    const hour = hourly({});
    const both = (at: number) => [failed(at, -0.2, { id: 2 }), failed(at, -0.5, { result: "canceled" })];
    await hour(0, both(0), { webhookId: "0".repeat(16), isStartedByPerson: true });
    const { text } = await hour(1, both(1), { webhookId: "1".repeat(16) });
    assert.match(text, / had 2 problems .*failed.*Before that: was canceled/);
  });

  it("is told to the channel of the schedule if a person tried the monitor with another one before", async () => {
    for (const tried of ["0", "1"]) {
      const hour = hourly({});
      await hour(0, [failed(0, -0.5)], { webhookId: tried.repeat(16), isStartedByPerson: true });
      const { text } = await hour(1, [failed(1, 0.5)], { webhookId: "0".repeat(16) });
      assert.equal(/ failed/.test(text), tried === "1");
    }
  });

  it("is known although the journal could not be written", async () => {
    const pipeline = memoryPipeline();
    for (const at of [0, 1]) {
      const { agent, ...own } = pipeline(at);
      const attachReport: typeof agent.attachReport = (type, ...others) => {
        if (type === journalType) throw new Error("a mistake");
        agent.attachReport(type, ...others);
      };
      const played = { ...own, agent: { ...agent, attachReport }, keys: changes };
      const { posted } = await watch([failed(at, -0.5)], played);
      assert.equal(/ failed/.test(posted.join()), at === 0);
      assert.match(agent.warnings.join(), /Could not write the journal: a mistake/);
    }
  });

  it("is told again if the memory could not be written, by a report that knows the one before", async () => {
    const pipeline = memoryPipeline();
    const told: boolean[] = [];
    for (const at of [0, 1, 2]) {
      const { agent, ...own } = pipeline(at);
      const played = {
        ...own,
        agent: { ...agent, ...(at === 1 ? { attachReport: fullDisk } : {}) },
        keys: changes,
      };
      const runs = at === 0 ? [] : [failed(at, 0.5)];
      told.push(/ failed/.test((await watch(runs, played)).posted.join()));
      const isWritten = at !== 1;
      assert.equal(agent.tags.includes("t"), isWritten);
      assert.equal(agent.warnings.includes("Could not write the memory of this report: ENOSPC"), !isWritten);
    }
    assert.deepEqual(told, [false, true, true]);
  });

  it("is what a replaced webhook was told before it was replaced", async () => {
    const hour = hourly({});
    await hour(0, [failed(0, -0.5)], { webhookId: "0".repeat(16) });
    assert.equal((await hour(1, [failed(1, -0.5)], { webhookId: "1".repeat(16) })).text, "");
  });
});
