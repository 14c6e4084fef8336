import assert from "node:assert/strict";
import type { BuildService } from "../../../../../shared/azure-devops/client";
import { emptyTimeline } from "../../../../../shared/azure-devops/timeline";
import type { Message } from "../../../../../shared/chat/message";
import { monitorTag } from "../../../../../shared/report/form";
import { header } from "../../../../../tasks/PipelineMonitor/render/lines";
import { memoryAgent } from "../../../../memory-agent";
import { testClock } from "../../../../test-clock";
import { memoryPipeline, now, type WatchChanges, watch } from "../../monitor-stage";
import { hanging } from "../../report-stage";

const keys = { digest: "Fri 03:00" };
const failed = { id: 1, result: "failed" };
const sinceLast = { run_ct_min: -1, window: "since_last_report" };
/** The digest has whole days. */
const yesterday = { finishedSecondsAgo: 12 * 3600 };

describe("weekly digest of the monitor", () => {
  it("follows the report as a message of its own, and does not change what the run reports", async () => {
    const { posted, report } = await watch([failed], { keys });
    // Beside any optional key, a failure is told in fewer words.
    const { report: usual, posted: alone } = await watch([failed], { keys: { notify: "all" } });
    assert.deepEqual([posted.length, posted.slice(0, 1), report], [2, alone, usual]);
  });

  it("is printed as its product shows it, without addresses", async () => {
    const { agent } = await watch([{ ...failed, ...yesterday }], { keys, form: "product" });
    const start = agent.printed.indexOf("Night Shift: 1 of 1 run failed in a week");
    assert.match(agent.printed.slice(start).join("\n"), /\n🔴 nightly import: 1 of 1 run failed/);
  });

  it("has what the platform warns of in the latest successful run, whose timeline only a digest reads", async () => {
    const asked: number[] = [];
    const timeline: BuildService["timeline"] = async (id) => {
      asked.push(id);
      const warnings = ["The x-1 image is being deprecated."];
      return { ...emptyTimeline, warnings };
    };
    const green = { id: 3, ...yesterday };
    const { posted } = await watch([green], { keys, service: () => ({ timeline }) });
    assert.match(posted.join("\n"), /^Azure Pipelines warns in nightly import: The x-1 image is being/m);
    await watch([green], { service: () => ({ timeline }) });
    assert.deepEqual(asked, [3]);
  });

  it("comes at its time in the zone of the configuration, whose clocks are an hour ahead of UTC", async () => {
    for (const [digest, count] of [
      ["Fri 04:00", 2],
      ["Fri 03:00", 1],
      ["Fri 05:00", 1],
      ["Fri 04:18", 2],
      ["Fri 04:19", 1],
      ["Thu 04:00", 1],
    ] as const) {
      const { posted } = await watch([failed], { keys: { digest, time_zone: "Europe/Berlin" } });
      assert.equal(posted.length, count, digest);
    }
  });

  it("keeps what was told if the step is cancelled during it", async () => {
    const stop = new AbortController();
    const agent = memoryAgent();
    const post = async ({ header }: Message) => {
      if (header !== "Pipeline digest") return;
      stop.abort(new Error("cancelled"));
      throw new Error("cancelled");
    };
    const watched = watch([{ ...failed, finishedSecondsAgo: 720 }], {
      ...{ ...memoryPipeline()(0), agent, post, cancelled: stop.signal },
      keys: { notify: "changes", run_ct_min: -1, ...keys },
    });
    await assert.rejects(watched, /cancelled/);
    assert.deepEqual(agent.tags, [monitorTag, "t"]);
  });

  /** Runs the monitor with a chat that may not take digests. */
  async function headersOf(takesDigests: boolean, changes: WatchChanges, runs = [failed]) {
    const headers: string[] = [];
    const post = async ({ header }: Message) => {
      headers.push(header);
      if (!takesDigests && header === "Pipeline digest") throw new Error("full");
    };
    return { ...(await watch(runs, { post, ...changes })), headers };
  }

  it("is on the run's page too, where it says if it was not delivered", async () => {
    const warning = "The weekly digest was not delivered. full";
    for (const [takesDigests, test_flag, count, warnings, skipped] of [
      [true, false, 2, [], []],
      [false, false, 2, [warning], ["the weekly digest"]],
      [false, true, 0, [], []],
    ] as const) {
      const { headers, agent, report } = await headersOf(takesDigests, { keys: { ...keys, test_flag } });
      assert.deepEqual([headers.length, agent.warnings, report.skipped], [count, warnings, skipped]);
      const page = agent.summaries["Pipeline Digest"] ?? assert.fail();
      assert.equal(page.includes("not delivered"), skipped.length > 0);
    }
  });

  /** How many digests the runs of these hours post since the last report; the chat refuses those of some. */
  const digestsAt = async (digest: string, hours: readonly number[], refused: readonly number[] = []) => {
    const pipeline = memoryPipeline();
    const counts: number[] = [];
    for (const at of hours) {
      const changes = { ...pipeline(at), keys: { digest, ...sinceLast } };
      counts.push((await headersOf(!refused.includes(at), changes, [])).headers.length);
    }
    return counts;
  };

  it("is told by the next report if it was not delivered, and once", async () => {
    const week = 7 * 24;
    assert.deepEqual(await digestsAt("Fri 03:00", [0, 1, 2, 3, week, week + 1], [0, 1]), [1, 1, 1, 0, 1, 0]);
  });

  it("is posted once, by the run whose window has its moment, even if that one comes late", async () =>
    assert.deepEqual(await digestsAt("Fri 04:00", [0, 30, 31, 32, 60, 8 * 24]), [0, 1, 0, 0, 0, 1]));

  it("sends no request if the journal knows the weeks", async () => {
    const pipeline = memoryPipeline();
    const listsAt = async (at: number, digest: string) => {
      let lists = 0;
      const { posted } = await watch([], {
        ...{ ...pipeline(at), keys: { digest, ...sinceLast } },
        service: ({ runsSince }) => ({
          runsSince(...request) {
            lists++;
            return runsSince(...request);
          },
        }),
      });
      return [posted.length, lists];
    };
    assert.deepEqual(await listsAt(0, "Wed 03:00"), [0, 2], "the hour, and four weeks");
    assert.deepEqual(await listsAt(1, "Fri 04:00"), [1, 1]);
  });

  /** The service's list of four weeks never arrives. */
  const withoutPast = ({ runsSince }: BuildService) => ({
    async *runsSince(minTime: Date, signal: AbortSignal) {
      if (minTime.getTime() > now - 24 * 3600_000) return yield* runsSince(minTime, signal);
      await hanging(signal);
    },
  });

  it("takes 80 s at most, and is then named as skipped", async () => {
    const clock = testClock({ startsAt: now, passes: (milliseconds) => milliseconds === 80_000 });
    const { report, agent, posted } = await watch([failed], { keys, clock, service: withoutPast });
    assert.deepEqual([posted.length, report.delivered, report.skipped], [1, "sent", ["the weekly digest"]]);
    assert.deepEqual(agent.warnings, ["Could not check the weekly digest: timed out after 80 s"]);
    assert.deepEqual(Object.keys(agent.summaries), ["Pipeline Monitor"]);
  });

  it("ends with the step if that is cancelled", async () => {
    const stop = new AbortController();
    const post = async () => void setImmediate(() => stop.abort(new Error("cancelled")));
    const watched = watch([failed], { keys, post, service: withoutPast, cancelled: stop.signal });
    await assert.rejects(watched, /cancelled/);
  });

  it("is attempted in the window of the last hour even if the report was not delivered", async () => {
    const headers: string[] = [];
    const post = async ({ header }: Message) => {
      if (headers.push(header) === 1) throw new Error("full");
    };
    const { report } = await watch([failed], { keys, post });
    assert.deepEqual(headers, [header, "Pipeline digest"]);
    assert.deepEqual([report.delivered, report.skipped], ["failed", []]);
  });

  it("is left to the next report if nobody knows whether it was posted", async () => {
    const { ownPipeline, ...own } = memoryPipeline()(0);
    const service = { ...ownPipeline.service, taggedRuns: async () => assert.fail() };
    const unknown = { ...own, ownPipeline: { ...ownPipeline, service } };
    const { posted, report } = await watch([], { ...unknown, keys: { ...keys, ...sinceLast } });
    assert.deepEqual([posted, report.skipped], [[], ["the time of the last report"]]);
  });

  it("is posted by the window of the last hour where no run of the monitor's own pipeline can be read", async () => {
    const ownPipeline = { unknown: "this is not a run of a pipeline" };
    const { posted } = await watch([], { keys: { ...keys, run_ct_min: -1 }, ownPipeline });
    assert.equal(posted.length, 1);
  });
});
