import assert from "node:assert/strict";
import type { BuildService } from "../../../../../shared/azure-devops/client";
import { didNotStart } from "../../../../did-not-start";
import type { RunSketch } from "../../../../sandbox/runs";
import { testClock } from "../../../../test-clock";
import { memoryPipeline, watch } from "../../monitor-stage";
import { header } from "../../rule-table/case";

// The schedule of one YAML file starts main and release at two o'clock of each day.

const midnight = Date.UTC(2026, 10, 20);
const [main, release] = ["refs/heads/main", "refs/heads/release/5"];
const times = { max_proc_time: 7200, min_proc_time: 0 };

function nightly(at: number, branch: string, without: readonly number[]): RunSketch[] {
  return Array.from({ length: 50 }, (_, index) => index - 28)
    .filter((day) => !without.includes(day) && day * 24 + 2 < at - 0.1)
    .map((day) => ({
      ...{ id: 1000 + day * 10 + (branch === main ? 0 : 1), runSeconds: 55, queuedSeconds: 5 },
      finishedSecondsAgo: (at - day * 24 - 2) * 3600 - 60,
      record: { reason: "schedule", sourceVersion: "c0ffee", sourceBranch: branch },
    }));
}

/** What is told at some hours, counted from a midnight, of runs that are not there on some days. */
async function told(
  hours: readonly number[],
  schedule: unknown,
  without: { main?: readonly number[]; release?: readonly number[] },
  service: Partial<BuildService> = {},
) {
  const pipeline = memoryPipeline();
  const texts: string[] = [];
  for (const at of hours) {
    const runs = [...nightly(at, main, without.main ?? []), ...nightly(at, release, without.release ?? [])];
    const { posted, agent } = await watch(runs, {
      ...pipeline(at),
      keys: {
        ...{ notify: "changes", run_ct_min: -1, remind_hours: 168 },
        pipelines: { default: times, "nightly import": { schedule } },
      },
      clock: testClock({ startsAt: midnight + at * 3600_000 }),
      service: () => service,
    });
    assert.deepEqual(agent.warnings, []);
    texts.push(posted.join("\n").replace(`${header}\n`, ""));
  }
  return texts;
}

const gone = new RegExp(
  String.raw`^nightly import on release/5 ${didNotStart} at 02:00 UTC \(every day for 4 weeks\)\.$`,
);
const again = /^nightly import on release\/5 \[.* runs again after 1 missed run, 24 h\.$/;

describe("a schedule of several branches", () => {
  // dotnet/source-build#4439, dotnet/runtime#128134: the schedule of a release branch starts nothing, and main goes on.
  it("is learned branch by branch: a run of main is none of release", async () => {
    const [first, second, missed = "", back = "", ...later] = await told(
      [3.3, 27.3, 28.3, 51.3, 52.3],
      "auto",
      { release: [1] },
    );
    assert.deepEqual([first, second, later], ["", "", [""]]);
    assert.match(missed, gone);
    assert.match(back, again);
  });

  it("is two problems if both are missing, and each ends with its own run", async () => {
    const texts = await told([3.3, 28.3, 51.3, 75.3], "auto", { main: [1, 2], release: [1] });
    const lines = texts.map((text) => text.split("\n"));
    assert.deepEqual(
      lines[1]?.map((line) => line.slice(0, line.indexOf(" did"))),
      ["nightly import on main", "nightly import on release/5"],
    );
    assert.match(
      texts[2] ?? "",
      /^nightly import on release\/5 \[.* runs again after 1 missed run, 24 h; still not well on main since .*\.\n/,
    );
    assert.match(texts[3] ?? "", /^nightly import \[.* runs again after 2 missed runs/);
  });

  it("misses nothing on a branch that was deleted, or is left after seven days if nobody knows", async () => {
    const hours = [3.3, 28.3, 52.3, 8 * 24 + 4.3, 9 * 24 + 4.3];
    const code = (repository: string | undefined) => async () => ({ repository, defaultBranch: main });
    const days = Array.from({ length: 20 }, (_, index) => index + 1);
    const deleted = { pipelineCode: code("r"), hasBranch: async () => false };
    assert.deepEqual(await told(hours, "auto", { release: days }, deleted), ["", "", "", "", ""]);
    const [, missed = "", ...left] = await told(
      hours,
      "auto",
      { release: days },
      { pipelineCode: code(undefined) },
    );
    assert.match(missed, gone);
    assert.deepEqual(left, ["", "", ""], "the end is told beside something else only");
    const there = { pipelineCode: code("r"), hasBranch: async () => true };
    assert.match((await told(hours.slice(0, 2), "auto", { release: days }, there))[1] ?? "", gone);
  });

  it("misses a run of a branch that is due once a week, too: it is left a week after it was due", async () => {
    const pipelineCode = async () => ({ repository: undefined, defaultBranch: main });
    const notFridays = Array.from({ length: 50 }, (_, index) => index - 28).filter((day) => day % 7 !== 0);
    const hours = [3.3, 7 * 24 + 4.3, 14 * 24 + 4.3];
    const without = { release: [...notFridays, 7, 14] };
    const [first, missed = "", left] = await told(hours, "auto", without, { pipelineCode });
    assert.match(missed, new RegExp(`^nightly import on release/5 ${didNotStart} at 02:00 UTC `));
    assert.deepEqual([first, left], ["", ""]);
  });

  it("may be given for a branch: then only its runs count, and else those of any", async () => {
    const hours = [1.3, 27.3, 51.3];
    const both = ["main", release].map((branch) => ({ cron: "0 2 * * *", branch }));
    const [first, missed = "", back = ""] = await told(hours, both, { release: [1] });
    assert.equal(first, "");
    assert.match(missed, new RegExp(String.raw`^nightly import on release/5 ${didNotStart} at 02:00 UTC\.$`));
    assert.match(back, again);
    assert.deepEqual(await told(hours, "0 2 * * *", { release: [1] }), ["", "", ""]);
    const any = await told(hours, ["0 2 * * *"], { main: [1], release: [1] });
    assert.match(any[1] ?? "", new RegExp(`^nightly import ${didNotStart}`));
    assert.match(any[2] ?? "", /runs again/);
  });
});
