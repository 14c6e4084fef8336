import assert from "node:assert/strict";
import { json, type ReceivedRequest, type Reply } from "../sandbox/loopback";
import type { RunSketch } from "../sandbox/runs";
import { scheduledRuns } from "../sandbox/schedule";
import { buildAuth, now } from "./monitor-stage";
import { assertInDocumentation, withToolStage } from "./tool-stage";

const nightly = (changes: Partial<RunSketch> = {}) =>
  scheduledRuns(now, { everyMinutes: 24 * 60, days: 20, run: { id: 100, ...changes } });

describe("packaged PipelineMonitor --suggest", () => {
  it("suggests a section `pipelines` that fits to the last 14 days, which the monitor takes", async () => {
    const feed = Array.from({ length: 30 }, (_, index) => ({
      id: 500 + index,
      pipeline: "price feed",
      finishedSecondsAgo: 3600 * index,
      runSeconds: 280 + index,
      queuedSeconds: index,
    }));
    const runs = [...nightly(), ...feed, { id: 900, pipeline: "rare" }];
    await withToolStage({ runs }, async ({ tool, service }) => {
      const { lines, stdout, exitCode, stderr } = await tool("--suggest", "monitor.json");
      assert.deepEqual([exitCode, stderr], [0, ""]);
      assertInDocumentation(stdout, "Suggest");
      assert.deepEqual(lines.slice(0, 10), [
        "Reading the runs of BASE with BUILD_AUTH.",
        "45 runs of 3 pipelines finished in the last 14 days.",
        "",
        "pipeline        runs  good  run: median   99 %  longest  queue: median  99 %  longest",
        "nightly import    14    14         60 s   60 s     60 s            3 s   3 s      3 s",
        "price feed        30    30        294 s  309 s    309 s           14 s  29 s     29 s",
        "rare               1     1        300 s  300 s    300 s            5 s   5 s      5 s",
        "",
        "Left as they are: rare (too little history, 1 successful run of the 10 that it takes).",
        "",
      ]);
      assert.deepEqual(JSON.parse(`{${lines.slice(10).join("\n")}}`), {
        pipelines: {
          default: { max_proc_time: 900, min_proc_time: 30 },
          "nightly import": { max_proc_time: 120, min_proc_time: 30 },
          "price feed": { max_proc_time: 470, min_proc_time: 140 },
        },
      });
      assert.deepEqual(
        service.requests.map(({ target }) => target.replace(/^.*builds/, "")),
        [
          "?minTime=2026-11-06T03:19:00Z&api-version=7.1-preview.7",
          "/contoso/Night%20Shift/_apis/build/definitions?api-version=7.1-preview.7",
        ],
      );
    });
  });

  it("compares the schedules with the pipeline's YAML if the credential may read code", async () => {
    const runs = nightly({ record: { reason: "schedule" } });
    const definition = {
      id: 7,
      process: { type: 2, yamlFilename: "ci/nightly.yml" },
      repository: { id: "r-1", type: "TfsGit", defaultBranch: "refs/heads/main" },
    };
    const shown = '  nightly import: "schedule": "0 0 * * *" (every day at 00:00 UTC, 1 week)';
    const compared = async (reply: Reply) => {
      let line: string | undefined;
      await withToolStage({ runs }, async ({ tool, service }) => {
        const isAsked = (path: RegExp) => (request: ReceivedRequest) =>
          path.test(request.path) && request.headers.authorization === `Basic ${buildAuth}`;
        service.faults.push(
          { when: isAsked(/\/definitions\/7$/), reply: json(definition) },
          { when: isAsked(/\/git\/repositories\/r-1\/items$/), reply },
        );
        const { stdout, exitCode } = await tool("--suggest", "monitor.json");
        assert.equal(exitCode, 0);
        line = stdout.split("\n").find((one) => one.startsWith(shown));
        if (reply.status === 403) assert.match(stdout, /needs the scope Code \(read\): .*403/);
      });
      return line?.slice(shown.length);
    };
    const yaml = (cron: string) =>
      json({ content: `schedules:\n  - cron: "${cron}"\n    branches: { include: [main] }\nsteps: []\n` });
    assert.equal(await compared(yaml("0 0 * * *")), ", as in its YAML, without always: true");
    assert.equal(await compared(yaml("0 1 * * *")), ", its YAML has 0 1 * * *, without always: true");
    assert.equal(await compared({ status: 403 }), "");
  });

  it("goes by the runs that the rules see", async () => {
    const pull = { id: 900, pipeline: "price feed", record: { reason: "pullRequest" } };
    const config = { runs: "notPullRequests" };
    await withToolStage({ runs: [...nightly(), pull], config }, async ({ tool }) => {
      const { lines } = await tool("--suggest", "monitor.json");
      assert.equal(lines[1], "14 runs of 1 pipeline finished in the last 14 days.");
    });
  });

  it("looks back as many days as it is told, 1 to 365", async () => {
    await withToolStage({ runs: nightly() }, async ({ tool, alone }) => {
      const { lines } = await tool("--suggest", "--configFile", "monitor.json", "--days", "5");
      assert.equal(lines[1], "5 runs of 1 pipeline finished in the last 5 days.");
      assert.match(lines[2] ?? "", /and the most is 5\. Use more days, or come back in 5 days\.$/);
      const refused = await alone("--suggest", "monitor.json", "--days", "366");
      assert.equal(refused.exitCode, 2);
      assert.match(
        refused.stderr,
        /^Error: \d+ problems? found; nothing was checked or posted\.\n- .*days: expected a whole number from 1 to 365, got "366"/s,
      );
      assert.match(refused.stderr, /BUILD_AUTH: missing/);
    });
  });

  it("says what it could not understand, and that there is nothing to go by", async () => {
    await withToolStage({ runs: [{ id: 1, record: { buildNumber: 7 } }] }, async ({ tool }) => {
      const { lines } = await tool("--suggest", "monitor.json");
      assert.equal(
        lines[1],
        "1 run of 0 pipelines finished in the last 14 days. The records of 1 are not readable, so they are ignored.",
      );
    });
    await withToolStage({}, async ({ tool }) => {
      const { lines } = await tool("--suggest", "monitor.json");
      assert.equal(lines[2], "There is nothing to suggest. Use more days, or check `url_params`.");
    });
  });

  it("fails when the list cannot be read whole, and suggests nothing", async () => {
    await withToolStage({ runs: nightly() }, async ({ tool, service }) => {
      service.faults.push({ when: () => true, reply: { status: 401 } });
      const { exitCode, stdout, stderr } = await tool("--suggest", "monitor.json");
      assert.equal(exitCode, 2);
      assert.ok(!stdout.includes("pipelines"));
      assert.match(stderr, /401 Unauthorized.*BUILD_AUTH has expired/);
    });
  });
});
