import assert from "node:assert/strict";
import Ajv from "ajv";
import fc from "fast-check";
import { configSchemaText } from "../../../../build/json-schema";
import { memberAt } from "../../../../shared/json/path";
import { renderFileInForce } from "../../../../tasks/PipelineMonitor/actions/explain/explain";
import { editsBetween, partsOf } from "../../../../tasks/PipelineMonitor/config/edits";
import { withoutFile } from "../../../../tasks/PipelineMonitor/config/load";
import { standardPreset } from "../../../../tasks/PipelineMonitor/config/preset";
import { features } from "../../../../tasks/PipelineMonitor/features";
import { goodConfig } from "../good-config";
import { parseConfig } from "../parse-config";

const { organization, project, url_base, test_flag } = goodConfig;
const place = { organization, project, url_base, test_flag };
const withPreset = (keys: object = {}) => ({ ...place, preset: "standard", ...keys });
const preset = standardPreset(features);
const ofDefault: object = Object(memberAt(preset, ["pipelines", "default"]));

/** Keys and settings that a file may have beside the preset, those of the preset with other values. */
const settings = fc.record(
  {
    max_proc_time: fc.nat(9000),
    min_proc_time: fc.nat(9000),
    check_flag: fc.boolean(),
    schedule: fc.constant("auto"),
    owner: fc.constant("Data team"),
  },
  { requiredKeys: [] },
);
const overrides = fc.record(
  {
    url_params: fc.constantFrom("&api-version=7.0", "&api-version=7.1&resultFilter=failed"),
    run_ct_min: fc.integer({ min: -1, max: 20 }),
    queue_time_max: fc.nat(900),
    explain_failures: fc.boolean(),
    group_causes: fc.boolean(),
    check_unfinished: fc.boolean(),
    approvals_after: fc.constant(48),
    history: fc.integer({ min: 1, max: 1000 }),
    window: fc.constantFrom("last_hour", "since_last_report"),
    notify: fc.constantFrom("all", "changes"),
    runs: fc.constantFrom("all", "scheduled"),
    greeting: fc.boolean(),
    digest: fc.constant("Mon 06:00"),
  },
  { requiredKeys: [] },
);
const entries = fc.dictionary(fc.constantFrom("default", "nightly *", "price feed", "constructor"), settings);
const files = fc.tuple(overrides, fc.option(entries, { nil: undefined })).map(([keys, pipelines]) => ({
  ...{ keys, pipelines: pipelines ?? {} },
  file: withPreset({ ...keys, ...(pipelines === undefined ? {} : { pipelines }) }),
}));

/** Without where a setting comes from, which only a file with a preset needs. */
const texts = (found: readonly string[]) => found.map((text) => text.replace(/ \("preset": .*\)$/, ""));

describe("preset of the monitor's configuration", () => {
  it("means the same as its keys, spelled out beside those of the file", () => {
    fc.assert(
      fc.property(files, ({ keys, pipelines, file }) => {
        const byHand = {
          ...{ ...place, ...preset, ...keys },
          pipelines: { ...pipelines, default: { ...Object(ofDefault), ...pipelines["default"] } },
        };
        const [short, long] = [parseConfig(file), parseConfig(byHand)];
        assert.deepEqual(short.known, long.known);
        assert.deepEqual([texts(short.problems), texts(short.warnings)], [long.problems, long.warnings]);
        assert.deepEqual(editsBetween(partsOf(long.known), partsOf(short.known)), []);
      }),
    );
  });

  it("means the same as the file that explain prints, copied", () => {
    fc.assert(
      fc.property(files, ({ file }) => {
        const parsed = parseConfig(file);
        fc.pre(parsed.problems.length === 0 && Object.keys(parsed.filled).length > 0);
        const [, title, ...lines] = renderFileInForce(parsed);
        assert.equal(title, "The configuration in force, to copy as monitor.json:");
        const copied = parseConfig(JSON.parse(lines.join("\n")));
        assert.deepEqual([copied.known, copied.problems], [parsed.known, []]);
        assert.deepEqual(renderFileInForce(copied), []);
      }),
    );
  });

  it("leaves a configuration without it as it is", () => {
    for (const value of [goodConfig, place, {}, [], null, undefined, "standard"])
      assert.equal(parseConfig(value).value, value);
    assert.deepEqual(parseConfig(place).problems.length, 4);
  });

  it("does not decide where a credential goes, or that something is posted", () => {
    assert.deepEqual(
      parseConfig({ preset: "standard" }).problems.map((problem) => problem.split(":")[0]),
      ["organization", "project", "url_base", "test_flag"],
    );
  });

  it("is the only problem if its name is wrong", () => {
    for (const preset of ["standrad", null])
      assert.deepEqual(parseConfig(withPreset({ preset })).problems, [
        `preset: expected "standard", got ${JSON.stringify(preset)}`,
      ]);
  });

  it("does not complete a value of the wrong type", () => {
    const problemsWith = (keys: object) => parseConfig(withPreset(keys)).problems;
    for (const pipelines of [null, 5, []])
      assert.match(problemsWith({ pipelines }).join(), /^pipelines: expected/);
    assert.match(problemsWith({ pipelines: { default: 5 } }).join(), /^pipelines\.default: expected/);
    assert.match(problemsWith({ window: null }).join(), /^window: expected .* got null$/);
  });

  it("is named in what is wrong with a setting that the file does not have", () => {
    const pipelines = { default: { min_proc_time: 4000 }, nightly: { min_proc_time: 5000 } };
    const odd = "so every run is reported. Correct one of them";
    assert.deepEqual(parseConfig(withPreset({ pipelines })).warnings, [
      `pipelines.default: min_proc_time 4000 is more than max_proc_time 3600, ${odd} ("preset": "standard" sets max_proc_time)`,
      `pipelines.nightly: min_proc_time 5000 is more than max_proc_time 3600 (of pipelines.default), ${odd} ("preset": "standard" sets max_proc_time)`,
    ]);
  });
});

describe("JSON Schema of a configuration with a preset", () => {
  const validate = new Ajv({ strict: false }).compile(JSON.parse(configSchemaText()));

  it("asks for what the task asks for", () => {
    const { pipelines: _, ...withoutPipelines } = goodConfig;
    const cases: object[] = [
      ...[goodConfig, place, withoutPipelines, { ...goodConfig, pipelines: {} }, { preset: "standard" }],
      ...[withPreset(), withPreset({ preset: "other" }), withPreset({ pipelines: { nightly: {} } })],
      ...[withoutFile, withPreset({ pipelines: { default: 5 } }), { ...goodConfig, project: undefined }],
    ];
    const own = { organization: "contoso", project: "Night Shift", url_base: "https://dev.azure.com/" };
    const taken = cases.map((config) => parseConfig(config, own).problems.length === 0);
    const valid = cases.map((config) => validate(config));
    assert.deepEqual(valid, taken);
    assert.deepEqual(taken, [true, false, false, false, false, true, false, true, true, false, true]);
  });
});
