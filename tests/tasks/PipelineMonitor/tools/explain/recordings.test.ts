import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Clock } from "../../../../../shared/clock";
import { hour, limits, now, type ToolEnded, type ToolStageOptions, useTools } from "../tool-stage";

describe("explainTool, recordings", () => {
  const onStage = useTools();
  /** Records an hour, and replays it without the service after what a colleague does to the configuration. */
  const replayed = async (options: ToolStageOptions, keys: object = {}) => {
    const both: ToolEnded[] = [];
    await onStage(options, async ({ tool, alone, configure, folder }) => {
      both.push(await tool("explain", { record: join(folder, "case") }));
      configure(keys);
      both.push(await alone("explain", { replay: join(folder, "case") }));
    });
    const [live = assert.fail(), replay = assert.fail()] = both;
    return { live, replay };
  };

  const ticking = (clock: Clock) => {
    let ticks = clock.now() - 2;
    return { ...clock, now: () => ticks++ };
  };
  for (const { what, options, since, at } of [
    { what: "usually", options: {}, since: "02:18:30", at: "03:19:00" },
    {
      ...{ what: "though a second begins meanwhile", options: { tick: ticking } },
      ...{ since: "02:18:29", at: "03:18:59" },
    },
    {
      ...{ what: "by the service's time if the machine's is wrong", options: { serviceTime: now - 600_000 } },
      ...{ since: "02:08:30", at: "03:09:00" },
    },
  ])
    it(`replays a recording to the same lines, ${what}`, async () => {
      const { live, replay } = await replayed({ runs: hour, ...options });
      const [first, ...lines] = live.printed;
      assert.deepEqual(
        [first, lines[0], lines.pop()],
        [
          "Reading the runs of BASE with BUILD_AUTH.",
          `Runs that finished since 2026-11-20 ${since} UTC, the last hour and 30 seconds.`,
          "Recorded in FOLDER/case, without what looks like a credential. Check it before you share it. " +
            "Replay: --explain CONFIGURATION --replay FOLDER/case",
        ],
      );
      assert.deepEqual(replay, {
        ...live,
        ...{ printed: [`Replaying FOLDER/case, recorded 2026-11-20 ${at} UTC.`, ...lines], warnings: [] },
      });
    });

  it("warns of entries that apply to no pipeline, but not in a recording", async () => {
    const options = { runs: hour, config: { pipelines: { default: limits, ghost: {} } } };
    const warning = "configFile: pipelines.ghost: no pipeline of the project has this name";
    const { live, replay } = await replayed(options);
    await onStage(options, async ({ tool }) => {
      const { warnings } = await tool("explain");
      assert.deepEqual([warnings, live.warnings, replay.warnings], [[warning], [], []]);
    });
  });

  it("tells what a changed configuration makes of a recording, and what the recording lacks for that", async () => {
    const keys = { pipelines: { default: { max_proc_time: 200, min_proc_time: 30 } } };
    const { replay } = await replayed({ runs: hour, config: { pipelines: { default: limits } } }, keys);
    const has = (line: RegExp) =>
      assert.ok(
        replay.printed.some((one) => line.test(one)),
        String(line),
      );
    has(
      /^site health .* ran too long: 300 s \(5 min\), allowed 30 to 200 s\. .*its logs could not be listed/,
    );
    has(
      /The recording has no response to \/_apis\/build\/builds\/1\/logs\. Either this configuration asks for/,
    );
    const other = await replayed({ runs: hour }, { project: "Day Shift" });
    assert.match(
      other.replay.error,
      /case was recorded of \/contoso\/Night%20Shift, and the configuration names \/contoso\/Day%20Shift$/,
    );
  });

  it("records what failed, so that a colleague sees the same problem", async () => {
    await onStage({ runs: hour }, async ({ tool, alone, service, folder }) => {
      service.faults.push({ when: ({ path }) => path.endsWith("/builds"), reply: { status: 403 } });
      const live = await tool("explain", { record: join(folder, "case") });
      assert.match(live.error, /403 Forbidden/);
      assert.match(live.printed.at(-1) ?? "", /^Recorded in/);
      assert.equal((await alone("explain", { replay: join(folder, "case") })).error, live.error);
    });
  });

  it("saves no recording of a canceled run, and says why one is not complete", async () => {
    await onStage({ runs: hour }, async ({ tool, alone, service, folder }) => {
      const [stop, spoiled] = [new AbortController(), join(folder, "spoiled")];
      let duringRecording = () => stop.abort();
      service.faults.push({
        when: ({ path }) => path.endsWith("/builds"),
        reply(_, healthy) {
          duringRecording();
          return healthy();
        },
      });
      const canceled = await tool("explain", { record: join(folder, "case") }, stop.signal);
      assert.deepEqual(
        [canceled.outcome, canceled.printed],
        [undefined, ["Reading the runs of BASE with BUILD_AUTH."]],
      );
      const { error } = await alone("explain", { replay: join(folder, "case") });
      assert.match(error, /^--replay: FOLDER\/case does not contain a recording: ENOENT/);
      duringRecording = () => mkdirSync(join(spoiled, "2.json"));
      const { warnings } = await tool("explain", { record: spoiled });
      assert.match(warnings.join(), /^--record: FOLDER\/spoiled has nothing to replay: E\w+/);
    });
  });

  it("refuses folders that it cannot use, in one message with all other problems", async () => {
    await onStage({}, async ({ alone, write, folder }) => {
      const full = join(folder, "full");
      mkdirSync(full);
      const inputs = {
        configFile: "",
        record: dirname(write("full/x", "")),
        replay: join(folder, "nowhere"),
      };
      const { error } = await alone("explain", inputs);
      assert.match(
        error,
        /^4 problems found:\n- --record: a replay has nothing to record\n- --record: FOLDER\/full is not empty\. Name a new folder\n- configFile: missing; .*\n- --replay: FOLDER\/nowhere does not contain a recording: ENOENT.*$/,
      );
    });
  });
});
