import assert from "node:assert/strict";
import { editsBetween, partsOf } from "../../../../tasks/PipelineMonitor/config/edits";

const config = { remind_hours: 24, pipelines: { default: { max_proc_time: 900 }, "a.b": { owner: "A" } } };

describe("edits of a configuration", () => {
  const between = (before: unknown, after: unknown) => editsBetween(partsOf(before), partsOf(after));

  it("are the keys and the entries of pipelines that were added, changed or removed", () => {
    const { remind_hours: _, ...removed } = config;
    const pipelines = { ...config.pipelines, "a.b": { owner: "B" }, c: {} };
    assert.deepEqual(between(config, { ...removed, pipelines, notify: "changes" }), [
      "remind_hours",
      "pipelines.a.b",
      "pipelines.c",
      "notify",
    ]);
  });

  it("are none if only the order of the keys differs", () => {
    const { pipelines, ...others } = config;
    assert.deepEqual(between(config, { pipelines, ...others }), []);
  });

  it("are known by the key alone if there are more than 500 entries", () => {
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`p${index}`, {}]));
    assert.deepEqual(between({ pipelines: many }, { pipelines: { ...many, p7: { owner: "A" } } }), [
      "pipelines",
    ]);
  });
});
