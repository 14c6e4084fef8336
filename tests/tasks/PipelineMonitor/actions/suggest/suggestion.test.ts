import assert from "node:assert/strict";
import fc from "fast-check";
import { oneLine } from "../../../../../shared/text/sanitize";
import {
  comeBack,
  findSuggestion,
  renderSuggestion,
} from "../../../../../tasks/PipelineMonitor/actions/suggest/suggestion";
import type { PipelineTimes } from "../../../../../tasks/PipelineMonitor/actions/suggest/times";
import { hostileText } from "../../../../hostile-text";
import { sanitize } from "../../../../sanitize";
import { goodConfig } from "../../good-config";
import { parseConfig } from "../../parse-config";

const history = (pipeline: string, goodRuns: number): PipelineTimes => ({
  pipeline,
  runs: goodRuns + 1,
  successSeconds: Array<number>(goodRuns).fill(300),
  queuedSeconds: Array<number>(goodRuns + 1).fill(5),
});
const suggested = { max_proc_time: 450, min_proc_time: 150 };
const defaults = { max_proc_time: 900, min_proc_time: 30 };

function suggest(pipelines: Record<string, unknown>, ...pasts: PipelineTimes[]) {
  const file = { ...goodConfig, pipelines };
  const { config, problems } = parseConfig(file);
  return findSuggestion(file, config ?? assert.fail(problems.join()), pasts);
}

describe("findSuggestion", () => {
  it("keeps what the configuration says besides, and adds the pipelines that have no entry", () => {
    const others = { comment: "for people", default: defaults, "db_*": { owner: "Bob" } };
    const settings = { schedule: "0 2 * * *", grace: 60, owner: "Ann" };
    const pasts = [history("import", 10), history("price feed", 99), history("constructor", 10)];
    const found = suggest({ ...others, import: { ...settings, max_proc_time: 60 } }, ...pasts);
    const added = { "price feed": suggested, constructor: suggested };
    assert.deepEqual(found, {
      ...{ pipelines: { ...others, import: { ...settings, ...suggested }, ...added }, left: [] },
    });
  });

  it("leaves the settings of a pipeline of which too little is known as they are, and says so", () => {
    const entries = { default: defaults, import: { max_proc_time: 60 }, asleep: {} };
    const left = [
      { pipeline: "import", why: "too little history, 9 successful runs of the 10 that it takes" },
      { pipeline: "asleep", why: "too little history, 0 successful runs of the 10 that it takes" },
      { pipeline: "rare", why: "too little history, 1 successful run of the 10 that it takes" },
    ];
    const found = suggest(entries, history("import", 9), history("rare", 1));
    assert.deepEqual(found, { pipelines: entries, left });
  });

  it("leaves pipelines alone that are not checked", () => {
    const entries = { default: { ...defaults, check_flag: false }, import: { check_flag: false }, feed: {} };
    const found = suggest(entries, ...["import", "x", "feed"].map((name) => history(name, 50)));
    assert.deepEqual(found, { pipelines: { ...entries, feed: suggested }, left: [] });
  });

  it("does not put settings in place of a comment, nor in place of the default", () => {
    const entries = { comment: "for people", default: defaults };
    const why = "a pipeline with this name cannot be configured";
    const left = ["default", "comment"].map((pipeline) => ({ pipeline, why }));
    const found = suggest(entries, history("comment", 50), history("default", 50));
    assert.deepEqual(found, { pipelines: entries, left });
    const served = suggest({ ...entries, comment: { max_proc_time: 1 } }, history("comment", 50));
    assert.deepEqual(served.pipelines["comment"], suggested);
  });

  it("suggests what the monitor takes as its configuration", () => {
    const forProto = suggest({ default: defaults }, history("__proto__", 50));
    assert.deepEqual(Object.keys(forProto.pipelines), ["default"]);
    const pasts = [history("a", 10), history("b", 3), history("comment", 10)];
    const { pipelines } = suggest({ default: defaults }, ...pasts);
    const { config, problems, warnings } = parseConfig({ ...goodConfig, pipelines });
    assert.deepEqual([problems, warnings], [[], []]);
    const limits = { maxProcSeconds: 450, minProcSeconds: 150 };
    assert.deepEqual(config?.pipelines.byName.get("comment")?.limits, limits);
  });
});

describe("renderSuggestion", () => {
  it("show the times in columns, what is not known, and the section as JSON at the end", () => {
    const past = [history("import", 10), { ...history("x", 0), queuedSeconds: [] }];
    assert.deepEqual(renderSuggestion(past, suggest({ default: { ...defaults } }, ...past), sanitize), [
      "",
      "pipeline  runs  good  run: median   99 %  longest  queue: median  99 %  longest",
      "import      11    10        300 s  300 s    300 s            5 s   5 s      5 s",
      "x            1     0            –      –        –              –     –        –",
      "",
      "Left as they are: x (too little history, 0 successful runs of the 10 that it takes).",
      "",
      '"pipelines": {',
      '  "default": {',
      '    "max_proc_time": 900,',
      '    "min_proc_time": 30',
      "  },",
      '  "import": {',
      '    "max_proc_time": 450,',
      '    "min_proc_time": 150',
      "  }",
      "}",
    ]);
  });

  it("can be pasted whatever a pipeline is called: no character of a name is lost on the way to the screen", () => {
    fc.assert(
      fc.property(hostileText, (name) => {
        fc.pre(!["__proto__", "comment", "default"].includes(name));
        const { pipelines, left } = suggest({ default: defaults }, history(name, 10));
        const lines = renderSuggestion([], { pipelines, left }, sanitize).map(oneLine);
        const section = lines.slice(lines.indexOf('"pipelines": {')).join("\n");
        assert.deepEqual(JSON.parse(`{${section}}`), { pipelines: { default: defaults, [name]: suggested } });
      }),
    );
  });

  it("say nothing of what is left where nothing is", () => {
    const past = [history("import", 10)];
    const lines = renderSuggestion(past, suggest({ default: defaults }, ...past), sanitize);
    assert.equal(lines[4], '"pipelines": {');
  });
});

describe("comeBack", () => {
  it("says when the pipeline with the most successful runs has enough of them", () => {
    const times = (...successes: number[]) => successes.map((count) => history("import", count));
    const tooLittle =
      "Too little history to suggest anything: it takes 10 successful runs of a pipeline, and";
    const more = "Use more days, or come back";
    assert.equal(comeBack(times(2, 7), 14), `${tooLittle} the most is 7. ${more} in 6 days.`);
    assert.equal(comeBack(times(9), 1), `${tooLittle} the most is 9. ${more} in 1 day.`);
    assert.equal(comeBack(times(0), 14), `${tooLittle} the most is 0. ${more} once pipelines succeed.`);
    assert.equal(comeBack(times(2, 10), 14), undefined);
  });
});
