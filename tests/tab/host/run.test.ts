import assert from "node:assert/strict";
import { findAttachment, findRun, findSteps, resourceUrl } from "../../../tab/host/run";

const ids = "96ac2280-8cb4-5df5-99de-dd2da759617d/3dc8fd7e-4368-5a92-293e-d53cefc8c4b3";

describe("URLs of a run", () => {
  for (const project of [
    "https://dev.azure.com/contoso/7acde0c4-0000-4000-8000-000000000000",
    "https://contoso.visualstudio.com/DefaultCollection/Night%20Shift",
    "http://server:8080/tfs/Default%20Collection/Night%20Shift",
    "https://server/_apis-of-ours/Collection/Project",
  ])
    it(`are found by pattern: ${project}`, () => {
      const place = findRun(`${project}/_apis/build/Builds/812`);
      assert.deepEqual(place, { project, run: `${project}/_apis/build/builds/812` });
      const href = `${project}/_apis/build/builds/812/${ids}/attachments/pipeline-keeper.report/report`;
      const name = findAttachment(`${href}?api-version=7.1`);
      assert.ok(place && name);
      assert.equal(resourceUrl(place.run, name), `${href}?api-version=5.0-preview.2`);
    });

  it("are refused where they name no run or no attachment", () => {
    for (const url of ["", "undefined", "https://dev.azure.com/contoso", "javascript:/_apis/build/builds/1"])
      assert.equal(findRun(url), undefined);
    for (const href of ["", `https://x/${ids}/logs/1`, "https://x/1/2/attachments/a/b"])
      assert.equal(findAttachment(href), undefined);
  });
});

describe("steps of a run", () => {
  it("are those of our tasks, released or for development, whatever else the timeline holds", () => {
    const record = (name: string, more = {}) => ({ task: { name }, state: "completed", ...more });
    const issues = [
      { type: "error", message: "why" },
      { type: "warning", message: "no" },
      null,
      { type: "error" },
    ];
    const ours = [record("PipelineMonitor", { issues }), record("DomainRegisterDev")];
    const steps = findSteps([...ours, record("CmdLine"), { task: null }, null, "text"]) ?? [];
    const texts = steps.map(({ task, errors }) => `${task}: ${errors}`);
    assert.deepEqual(texts, ["PipelineMonitor: why", "DomainRegisterDev: "]);
    assert.equal(findSteps(undefined) ?? findSteps([]), undefined);
  });
});
