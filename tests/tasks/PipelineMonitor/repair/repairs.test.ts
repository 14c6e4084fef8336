import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { explainRepairs } from "../../../../tasks/PipelineMonitor/actions/explain/repairs";
import { emptyJournal } from "../../../../tasks/PipelineMonitor/issue/journal";
import type { ProjectReport } from "../../../../tasks/PipelineMonitor/issue/report";
import type { KnownSchedule } from "../../../../tasks/PipelineMonitor/issue/schedules";
import { endOf } from "../../../../tasks/PipelineMonitor/issue/window";
import { noteRuns } from "../../../../tasks/PipelineMonitor/journal/note";
import { noMemory } from "../../../../tasks/PipelineMonitor/ledger/read";
import { findCandidates } from "../../../../tasks/PipelineMonitor/repair/candidate";
import { againFailed } from "../../../../tasks/PipelineMonitor/repair/follow";
import { repairs } from "../../../../tasks/PipelineMonitor/repair/repairs";
import { repaired } from "../../../../tasks/PipelineMonitor/repair/words";
import { issueOfResult } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { knownEntry, missedEntry } from "../known-entry";
import { assertTexts, configWith, nothing } from "../monitor-stage";
import { memoryContext, projectReport } from "../report-stage";
import { knownRepair } from "./known-repair";

const now = endOf(projectReport().window);
const main = "refs/heads/main";
const settings = { max_proc_time: 900, min_proc_time: 0 };
const configFor = (pipelines: object) =>
  configWith({ window: "since_last_report", pipelines: { default: settings, ...pipelines } });
const message = "We stopped hearing from agent build-07. Verify the agent machine is running.";
const lost = { isJob: true, agent: "", errors: [{ message, agent: "" }] };
const textOf = ({ figures }: ProjectReport["issues"][number]) =>
  plainText(figures, sanitize).replace("status completed, result failed; ", "");

describe("repairs of a report", () => {
  it("are five at most, and say so of the others", async () => {
    const runs = Array.from({ length: 7 }, (_, index) =>
      failedRun({
        ...{ id: 700 + index, pipeline: `p${index}`, definitionId: index, branch: main },
        ...{ queueTime: now - 1500, finishTime: now - 1200, reason: "schedule" },
      }),
    );
    const config = configFor({ "p*": { repair: { lost_agent: true } } });
    const report = projectReport({ config, issues: runs.map((run) => issueOfResult(run)) });
    const service = {
      async *runsQueuedSince(_: number, __: AbortSignal, definitionId: number) {
        yield runs.filter((run) => run.definitionId === definitionId).map((run) => ({ run }));
      },
      async *unfinishedRuns() {},
      timeline: async () => ({ failures: [lost], attempt: 1 }),
    };
    const preview = repairs({ own: undefined, memory: noMemory, configuration: "" });
    const told = (await preview.run(report, memoryContext({ service }))).issues.map(textOf);
    assert.deepEqual(told, [
      ...Array(5).fill("the monitor would run it again"),
      ...Array(2).fill("not run again by the monitor: a report repairs at most 5 runs"),
    ]);
  });
});

describe("a request that was accepted and after which nothing happened", () => {
  const run = failedRun({ id: 700, branch: main });
  const told = repaired(issueOfResult(run), knownRepair(now), "build-07", projectReport());
  const repair = knownRepair(now);

  it("is a failure, which is no longer under repair", () => {
    const issue = againFailed(repair, [knownEntry(told, now - 3600)]) ?? assert.fail();
    assert.deepEqual([told.isUnderRepair, told.severity], [true, "warning"]);
    assert.deepEqual([issue.isUnderRepair, issue.severity], [undefined, "failure"]);
    const words = "lost its agent, and was not run again although the service accepted the request";
    assert.equal(plainText(issue.words, sanitize), words);
  });

  it("is nothing of a run whose problem is over, or that is another", () => {
    assert.equal(againFailed(repair, []), undefined);
    assert.equal(againFailed({ ...repair, runId: 701 }, [knownEntry(told, now - 3600)]), undefined);
    assert.equal(againFailed(repair, [knownEntry(issueOfResult(run), now - 3600)]), undefined);
  });
});

describe("a missed run of a learned schedule", () => {
  /** Due at 02:10 each day, or at 14:10 too, for five weeks. */
  const slotsAt = (minutes: readonly number[]) =>
    [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => minutes.map((minute) => weekday * 1440 + minute));
  const due = now - (now % 86_400) + 130 * 60;
  const nights = [3, 2, 1].map((days) => due - days * 86_400);
  const learned = (proofs: readonly number[], minutes: readonly number[]): KnownSchedule => ({
    ...{ pipeline: "nightly import", definitionId: 7, proofs, gaps: [], missed: [], isStopped: false },
    pattern: { slots: slotsAt(minutes), since: due / 60 - 35 * 1440 },
    times: nights.map((at) => at / 60),
  });
  const config = configFor({ "nightly import": { schedule: "auto", repair: { missed: true } } });
  const runs = nights.map((queueTime, index) =>
    failedRun({
      ...{ id: index, result: "succeeded", reason: "schedule", branch: main },
      ...{ queueTime, startTime: queueTime, finishTime: queueTime + 300 },
    }),
  );
  const { content } = missedEntry("nightly import", due);
  const candidateOf = (proofs: readonly number[], minutes = [130]) =>
    findCandidates(
      projectReport({
        ...{ config, journal: noteRuns(emptyJournal, runs, config), schedules: [learned(proofs, minutes)] },
        issues: "about" in content ? [content] : [],
      }),
    )[0] ?? assert.fail();

  it("may be started once the schedule is proven, and is due again a day later", () => {
    const proven = candidateOf([due / 60 - 2 * 1440, due / 60 - 1440]);
    assert.ok(!("why" in proven), JSON.stringify(proven));
    assert.deepEqual([proven.branch, proven.nextDueAt, proven.usualSeconds], [main, due + 86_400, 300]);
  });

  it("is left alone before", () => {
    const afternoon = due / 60 + 12 * 60;
    for (const proofs of [[due / 60 - 1440], [afternoon - 2 * 1440, afternoon - 1440]]) {
      const unproven = candidateOf(proofs, [130, 850]);
      assert.ok("why" in unproven);
      assert.match(unproven.why, /learned, and not proven/);
    }
  });
});

describe("repairs that action explain tells of", () => {
  const explained = async (service: Partial<Parameters<typeof explainRepairs>[1]>, pipelines: object) => {
    const context = memoryContext();
    const names = ["nightly import", "price feed", "secret-name"];
    const asked = {
      pipelineNames: async () => names,
      pipelinesNamed: async (name: string) => [names.indexOf(name)],
      mayQueue: async (id: number) => id === 0,
    };
    await explainRepairs(configFor(pipelines), { ...asked, ...service }, context);
    return context.agent.printed;
  };
  const repair = { lost_agent: true };

  it("are what would be done for each pipeline, and whether the identity has the permission", async () => {
    const nightly = { schedule: "0 2 * * *", repair: { lost_agent: true, missed: true } };
    const printed = await explained({}, { "nightly import": nightly, "price feed": { repair } });
    assertTexts(printed, [
      nothing,
      /^Repairs:$/,
      /^nightly import: failed jobs are run again once if their agent was lost; a missed run is started once\. .* may queue it\./,
      /^price feed: failed jobs are run again once if their agent was lost\. .* may not queue it: grant it "Queue builds"/,
    ]);
  });

  it("say that the service could not be asked", async () => {
    const mayQueue = async () => Promise.reject(new Error("no answer"));
    const printed = await explained({ mayQueue }, { "nightly import": { repair } });
    assert.match(printed[2] ?? "", /Could not ask whether the credential may queue it: no answer/);
  });

  it("are not there if nothing is to be repaired", async () => assert.deepEqual(await explained({}, {}), []));
});
