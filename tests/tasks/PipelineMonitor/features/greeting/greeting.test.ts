import assert from "node:assert/strict";
import { markdownLines } from "../../../../../shared/chat/markdown";
import type { Message } from "../../../../../shared/chat/message";
import { memoryAgent } from "../../../../memory-agent";
import { memoryBuildService } from "../../../../memory-build-service";
import type { RunSketch } from "../../../../sandbox/runs";
import { sanitize } from "../../../../sanitize";
import { changes, ended, memoryPipeline, playHours, watch } from "../../monitor-stage";
import { header } from "../../rule-table/case";

const text = (what: string) => `${header}\nWatching ${what}`;

describe("greetings", () => {
  it("begin the first report if the key asks for it, and are not repeated", async () => {
    const runs = [1, 2, 3].map((id) =>
      ended(0, -0.5, { id, definitionId: id % 2, pipeline: `pipeline ${id % 2}` }),
    );
    const texts = await playHours({ greeting: true }, [{ at: 0, runs }, { at: 1 }]);
    const both = text("2 pipelines in Night Shift (2 ran in the last day). All is well so far.");
    assert.deepEqual(texts, [both, ""]);
    assert.deepEqual(await playHours({}, [{ at: 0, runs }]), [""]);
  });

  it("count what will be checked, whether it ran or not", async () => {
    const pipelines = Array.from({ length: 40 }, (_, id) => ({ id, name: `p ${id}`, folder: "\\" }));
    const service = () => ({ enabledPipelines: async () => pipelines });
    const runs = [ended(0, -2, { definitionId: 3, pipeline: "p 3" })];
    const keys = { greeting: true, pipelines: { default: {}, "p 3*": { check_flag: false } } };
    const [posted] = await playHours(
      { ...keys, pipelines: { ...keys.pipelines, default: { max_proc_time: 900, min_proc_time: 0 } } },
      [{ at: 0, runs, service }],
    );
    assert.equal(posted, text("29 pipelines in Night Shift (none ran in the last day). All is well so far."));
  });

  it("say no number that nobody knows", async () => {
    const service = () => ({ enabledPipelines: () => Promise.reject(new Error("403")) });
    const [posted] = await playHours({ greeting: true }, [{ at: 0, service }]);
    assert.equal(posted, text("Night Shift (none ran in the last day). All is well so far."));
  });

  it("count two pipelines of one name in two folders as two", async () => {
    const twin = (id: number, path: string) =>
      ended(0, -0.5, {
        id,
        definitionId: id,
        pipeline: "deploy",
        record: { definition: { id, name: "deploy", path } },
      });
    const [posted] = await playHours({ greeting: true }, [
      { at: 0, runs: [twin(7, "\\Billing"), twin(8, "\\Shop")] },
    ]);
    assert.match(posted ?? "", /Watching 2 pipelines in Night Shift \(2 ran/);
  });

  it("are not posted outside a pipeline, or if the last report cannot be read", async () => {
    const keys = { ...changes, greeting: true };
    assert.deepEqual((await watch([], { keys })).posted, []);
    const { posted } = await watch([], { keys, ownPipeline: { unknown: "no token" } });
    assert.doesNotMatch(posted.join(), /Watching/);
  });

  it("count the pipelines of all projects", async () => {
    const pipeline = memoryPipeline()(0);
    const other = {
      ...memoryBuildService(new URL("https://h/o/Shop"), []),
      enabledPipelines: async () => [{ id: 1, name: "a" }],
    };
    const projects = { list: async () => ({ projects: [], isCut: false }), open: () => other };
    const keys = { ...changes, greeting: true, projects: ["Shop"] };
    const { posted } = await watch([ended(0, -1)], { ...pipeline, keys, projects });
    assert.match(
      posted.join(),
      /Watching 2 pipelines in Night Shift and 1 more project \(1 ran in the last day\)\. All is well/,
    );
  });

  it("do not say that all is well if it is not", async () => {
    const runs = [ended(0, -1, { result: "failed" })];
    const [posted] = await playHours({ greeting: true }, [{ at: 0, runs }]);
    assert.doesNotMatch(posted ?? "", /All is well/);
  });

  it("say that the schedule has started the monitor", async () => {
    const { ownPipeline, agent, clock } = memoryPipeline()(0);
    const scheduled = memoryAgent({ variables: { "Build.Reason": "Schedule" } });
    const keys = { ...changes, greeting: true };
    const task = { ownPipeline, clock, agent: { ...agent, variable: scheduled.variable }, keys };
    assert.match((await watch([], task)).posted.join(), /\. Started by its schedule\. All is well so far\.$/);
  });
});

describe("a greeting that could not be delivered", () => {
  /** The monitor of an hour, whose first posts fail. */
  async function play(hours: readonly RunSketch[][], fails: (hour: number) => boolean): Promise<string[]> {
    const pipeline = memoryPipeline();
    const variables = {
      "System.CollectionUri": "https://dev.azure.com/contoso/",
      "System.TeamProject": "Night Shift",
      "Build.BuildId": "900",
      "System.DefinitionId": "9",
    };
    const texts: string[] = [];
    for (const [hour, runs] of hours.entries()) {
      const { ownPipeline, agent, clock } = pipeline(hour);
      const { variable } = memoryAgent({ variables });
      const lines: string[] = [];
      const post = async (message: Message) => {
        if (fails(hour)) throw new Error("404");
        lines.push(...markdownLines(message, sanitize));
      };
      const keys = { ...changes, greeting: true };
      await watch(runs, { ownPipeline, clock, agent: { ...agent, variable }, keys, post });
      texts.push(lines.join("\n"));
    }
    return texts;
  }

  const nightly = { id: 1, definitionId: 1, pipeline: "nightly" };
  const monitor = { id: 2, definitionId: 9, pipeline: "monitor", result: "failed" };

  it("is worded by what is true now, without the monitor's own tries", async () => {
    const texts = await play(
      [
        [ended(0, -2, nightly), ended(0, -1, monitor)],
        [
          ended(1, -2, nightly),
          ended(1, 0.5, { ...nightly, id: 3, result: "failed" }),
          ended(1, 0.1, { ...monitor, id: 4 }),
        ],
        [ended(2, 1.5, nightly)],
      ],
      (hour) => hour === 0,
    );
    assert.deepEqual(texts[0], "");
    assert.match(texts[1] ?? "", /Watching 2 pipelines in Night Shift\.$/);
    assert.match(texts[1] ?? "", /nightly .* failed/);
    assert.doesNotMatch(texts[1] ?? "", /monitor|well so far/);
    assert.doesNotMatch(texts[2] ?? "", /Watching/);
  });

  it("is told when the channel takes it, once", async () => {
    const runs = [ended(0, -2, nightly)];
    const texts = await play([runs, [], [], []], (hour) => hour < 2);
    assert.deepEqual(
      texts.map((one) => /All is well so far/.test(one)),
      [false, false, true, false],
    );
  });

  it("lets the monitor's own failures be problems once it was delivered", async () => {
    const texts = await play([[], [ended(1, 0.5, monitor)]], () => false);
    assert.match(texts[1] ?? "", /monitor .* failed/);
  });
});
