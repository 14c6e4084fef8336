import assert from "node:assert/strict";
import type { SandboxBuildService } from "../sandbox/build-service";
import type { RunSketch } from "../sandbox/runs";
import { sketchRun } from "../sandbox/runs";
import { at, fail, hour, useReportWindow } from "./report-window-stage";

const changes = { notify: "changes" };
const main = { record: { sourceBranch: "refs/heads/main" } };
const feature = { record: { sourceBranch: "refs/heads/feature" } };

describe("packaged PipelineMonitor, what it owes to the channel", () => {
  const { stage } = useReportWindow();

  const ok = (service: SandboxBuildService, id: number, seconds: number, sketch: RunSketch = {}) =>
    fail(service, id, seconds, { result: "succeeded", runSeconds: 60, ...sketch });
  const slack = { step: { inputs: { chatFormat: "slack" } } };

  for (const notify of ["all", "changes"])
    it(`tells with the next report what the channel did not take, and the rest not twice (notify: ${notify})`, async () => {
      await stage(
        async (watch, service, chat) => {
          for (let id = 1; id <= 120; id++) fail(service, id, -id, { pipeline: `p${id}`, definitionId: id });
          let parts = 0;
          chat.faults.push({ when: () => ++parts === 3, reply: { status: 500, body: "" } });
          await watch({ start: 0, ...slack });
          const first = toldIn(chat.requests.slice(0, 2));
          assert.deepEqual(
            [chat.requests.length, first.size > 0 && first.size < 120],
            [3, true],
            [...first].join(),
          );
          chat.faults.splice(0);
          await watch({ start: hour, ...slack });
          const second = toldIn(chat.requests.slice(3));
          assert.deepEqual(
            [...first, ...second].sort(byNumber),
            Array.from({ length: 120 }, (_, index) => index + 1),
          );
          chat.texts.splice(0);
          const third = await watch({ start: 2 * hour, ...slack });
          assert.deepEqual([chat.texts, third.ids], [[], []]);
        },
        { notify },
      );
    });

  it("tells a failure of main beside a known one of another branch, and the end of each", async () => {
    await stage(async (watch, service) => {
      fail(service, 1, -600, feature);
      assert.deepEqual((await watch({ start: 0 })).ids, [1]);
      fail(service, 2, 1800, main);
      assert.deepEqual((await watch({ start: hour })).ids, [2]);
      ok(service, 3, hour + 1800, feature);
      assert.match((await watch({ start: 2 * hour })).report.join("\n"), /buildId=3\) works again\.$/);
      ok(service, 4, 2 * hour + 1800, main);
      assert.match((await watch({ start: 3 * hour })).report.join("\n"), /buildId=4\) works again\.$/);
    }, changes);
  });

  it("tells the end of what it told: fixed within the report, renamed, or in one of two folders", async () => {
    await stage(async (watch, service) => {
      fail(service, 1, -900);
      ok(service, 2, -300);
      fail(service, 3, -800, { pipeline: "old name", definitionId: 8 });
      fail(service, 4, -700, { definitionId: 9 });
      const first = await watch({ start: 0 });
      assert.deepEqual(first.ids, [4, 3, 1, 2]);
      ok(service, 5, 1800, { pipeline: "new name", definitionId: 8 });
      ok(service, 6, 1900, { definitionId: 9 });
      const second = await watch({ start: hour });
      assert.deepEqual(second.ids.sort(byNumber), [5, 6]);
      assert.match(second.report.join("\n"), /new name .*works again\./);
    }, changes);
  });

  it("tells when a mute ends what failed in it, without another run", async () => {
    const mute = { mute_until: "2026-11-20T05:00Z" };
    const pipelines = { default: { max_proc_time: 900, min_proc_time: 30 }, "nightly import": mute };
    await stage(
      async (watch, service) => {
        fail(service, 1, -600);
        assert.deepEqual((await watch({ start: 0 })).ids, []);
        assert.deepEqual((await watch({ start: hour })).ids, []);
        assert.deepEqual((await watch({ start: 2 * hour })).ids, [1]);
        assert.deepEqual((await watch({ start: 3 * hour })).ids, []);
        ok(service, 2, 3 * hour + 600);
        assert.match((await watch({ start: 4 * hour })).report.join("\n"), /works again\.$/);
      },
      { ...changes, pipelines },
    );
  });

  it("tells after a maintenance window that a problem has ended in it", async () => {
    await stage(
      async (watch, service) => {
        fail(service, 1, -600);
        assert.deepEqual((await watch({ start: 0 })).ids, [1]);
        ok(service, 2, hour);
        assert.deepEqual((await watch({ start: hour + 600 })).report, ["No recent pipeline errors."]);
        assert.match((await watch({ start: 3 * hour })).report.join("\n"), /buildId=2\) works again\.$/);
        assert.deepEqual((await watch({ start: 4 * hour })).report, ["No recent pipeline errors."]);
      },
      { ...changes, quiet: [{ schedule: "0 4 * * *", hours: 1 }] },
    );
  });

  it("reminds of a stuck run, and says that it has finished", async () => {
    await stage(
      async (watch, service) => {
        const hang = (seconds: number) =>
          service.put(sketchRun(at(seconds), { id: 1, unfinished: "running", runSeconds: seconds + 2000 }));
        const seen = [];
        for (let hours = 0; hours < 5; hours++) {
          hang(hours * hour);
          seen.push((await watch({ start: hours * hour })).ids);
        }
        assert.deepEqual(seen, [[1], [], [], [1], []]);
        ok(service, 1, 4 * hour + 600);
        assert.match((await watch({ start: 5 * hour })).report.join("\n"), /buildId=1\) has finished\.$/);
      },
      { ...changes, check_unfinished: true, remind_hours: 3 },
    );
  });

  it("takes a tag for its own only with the attachment of that run", async () => {
    await stage(async (watch, service) => {
      const { tags } = await watch({ start: 0 });
      fail(service, 1, 1800);
      // Somebody puts the tag on another run of the same pipeline.
      service.put(
        sketchRun(at(2000), { id: 990, definitionId: 99, pipeline: "monitor", finishedSecondsAgo: 0, tags }),
      );
      assert.deepEqual((await watch({ start: hour })).ids, [1]);
    });
  });

  it("says so if it cannot read what it told, and leaves the end of a problem to the next report", async () => {
    await stage(async (watch, service) => {
      fail(service, 1, -600);
      await watch({ start: 0 });
      ok(service, 2, 1800);
      service.faults.push({ when: ({ path }) => path.includes("attachments"), reply: { status: 500 } });
      const blind = await watch({ start: hour });
      assert.match(blind.warnings, /Could not check what earlier messages reported/);
      assert.deepEqual(blind.tags, []);
      service.faults.splice(0);
      assert.match((await watch({ start: 2 * hour })).report.join("\n"), /buildId=2\) works again\.$/);
    }, changes);
  });

  it("says in the channel that a memory of another form is forgotten", async () => {
    await stage(async (watch, service, chat) => {
      fail(service, 1, -600);
      await watch({ start: 0 });
      chat.texts.splice(0);
      const isMemory = ({ path }: { path: string }) => path.endsWith(".json");
      service.faults.push({ when: isMemory, reply: { status: 200, body: '{"version":2,"projects":[]}' } });
      await watch({ start: hour });
      assert.match(chat.texts.join(), /Earlier messages are forgotten/);
      service.faults.splice(0);
      chat.texts.splice(0);
      await watch({ start: 2 * hour });
      assert.deepEqual(chat.texts, []);
    }, changes);
  });

  it("tells once that projects cannot be listed, and that they can be again", async () => {
    await stage(
      async (watch, service, chat) => {
        await watch({ start: 0 });
        const isList = ({ path }: { path: string }) => path.endsWith("/_apis/projects");
        service.faults.push({ when: isList, reply: { status: 403 } });
        await watch({ start: hour });
        await watch({ start: 2 * hour });
        assert.equal(chat.texts.length, 1);
        assert.match(chat.texts.join(), /Not all projects could be listed/);
        service.faults.splice(0);
        await watch({ start: 3 * hour });
        assert.match(chat.texts[1] ?? "", /The other projects can be read again\./);
      },
      { ...changes, projects: ["*"] },
      { moreProjects: { Shop: [] } },
    );
  });

  it("knows a run that the list has as in progress, and tells its end", async () => {
    await stage(async (watch, service) => {
      const listed = {
        id: 1,
        finishedSecondsAgo: 0,
        record: { status: "inProgress", result: undefined, finishTime: undefined },
      };
      service.put(sketchRun(at(-600), listed));
      assert.deepEqual((await watch({ start: 0 })).ids, [1]);
      assert.deepEqual((await watch({ start: hour })).ids, []);
      ok(service, 1, hour + 600);
      assert.match((await watch({ start: 2 * hour })).report.join("\n"), /buildId=1\) has finished\.$/);
    }, changes);
  });
});

function toldIn(requests: readonly { body: string }[]): Set<number> {
  const bodies = requests.map(({ body }) => body).join("");
  return new Set([...bodies.matchAll(/buildId=(\d+)/g)].map(([, id]) => Number(id)).filter((id) => id < 900));
}

function byNumber(one: number, other: number): number {
  return one - other;
}
