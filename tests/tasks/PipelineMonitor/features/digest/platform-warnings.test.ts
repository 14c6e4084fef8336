import assert from "node:assert/strict";
import { plainText, rowsOf } from "../../../../../shared/chat/message";
import { digestMessage } from "../../../../../tasks/PipelineMonitor/features/digest/message";
import {
  gatheredWarnings,
  platformWarningsIn,
  platformWordings,
} from "../../../../../tasks/PipelineMonitor/features/digest/platform-warnings";
import { digestSummary } from "../../../../../tasks/PipelineMonitor/features/digest/summary";
import { sanitize } from "../../../../sanitize";
import { digested } from "./digest-stage";
import { warningExamples } from "./warning-examples";

describe("the examples of the platform's warnings", () => {
  it("are recognized, and each has a source", () => {
    for (const [text, source] of Object.entries(warningExamples)) {
      assert.equal(platformWarningsIn([text]).length, 1, text);
      assert.match(source, /^https:\/\/\S+$/);
    }
  });

  it("have one for each wording", () => {
    const missing = platformWordings.filter(
      (wording) => !Object.keys(warningExamples).some((text) => wording.test(text)),
    );
    assert.deepEqual(missing, [], "not in warning-examples.ts");
  });
});

describe("platformWarningsIn", () => {
  it("ends a warning before its first link, and keeps its date", () => {
    const image = "The windows-2019 runner image is being deprecated, use windows-2022 instead.";
    const more = "It goes on 2025-06-30, for more details see https://github.com/x/y.";
    const node = "Task 'A' version 1 (A@1) is dependent on a Node version (10) that is end-of-life.";
    const retired =
      'The Ubuntu-20.04 image for the Microsoft-hosted "Azure Pipelines" pool is deprecated and will be retired April 1st.';
    for (const [text, warning] of [
      [`${image} ${more}`, `${image} (2025-06-30)`],
      [`${node} Contact the owner. Review https://aka.ms/guidance`, `${node} Contact the owner.`],
      [`${retired} Please review [aka.ms/azdo](https://aka.ms/azdo) for news.`, retired],
    ] as const)
      assert.deepEqual(platformWarningsIn([text]), [warning]);
  });

  it("joins a task's warning with the next, if that says from when on", () => {
    const task = "Task 'Old' version 3 (Old@3) is deprecated.";
    const from = "This task will be removed. From December 1, 2026, onwards it may no longer be available.";
    assert.deepEqual(platformWarningsIn([task, from, "x"]), [`${task} ${from}`]);
    assert.deepEqual(platformWarningsIn([from, task]), [task]);
  });

  it("has each once, and none of other tools", () => {
    const npm = "npm WARN deprecated request@2.88.2: request has been deprecated";
    const own = ["version 3 of the API is deprecated", "This image is deprecated", "Node 10 is old", npm];
    assert.deepEqual(platformWarningsIn(own), []);
    const task = "Task 'Old' version 3 (Old@3) is deprecated.";
    assert.deepEqual(platformWarningsIn([task, ...own, task]), [task]);
  });
});

describe("the platform's warnings in the digest", () => {
  const image = "The a-1 image is being deprecated.";
  const dated = "The a-2 environment is deprecated and will be removed on June 30, 2027";
  const warnings = gatheredWarnings([
    ...["b", "a", "d", "c", "a"].map((pipeline) => ({ pipeline, warnings: [image] })),
    { pipeline: "e_e", warnings: [dated] },
  ]);

  it("come with their pipelines, those with a date first, up to five", () => {
    const linesOf = (some: typeof warnings) =>
      digestMessage({ ...digested([]), warnings: some })
        .lines.flatMap(rowsOf)
        .map((row) => plainText(row, sanitize))
        .filter((line) => line.includes("Azure Pipelines"));
    assert.deepEqual(linesOf(warnings), [
      `Azure Pipelines warns in e_e: ${dated}.`,
      `Azure Pipelines warns in a, b, c, and 1 more: ${image}`,
    ]);
    const three = [{ text: image, pipelines: ["a", "b", "c"] }];
    assert.deepEqual(linesOf(three), [`Azure Pipelines warns in a, b, c: ${image}`]);
    const many = Array.from({ length: 7 }, (_, index) => ({ text: `${index}.`, pipelines: ["a"] }));
    assert.deepEqual(linesOf(many).slice(5), ["2 more warnings of Azure Pipelines: see the monitor's run."]);
    assert.deepEqual(linesOf([]), []);
  });

  it("are in the summary, all of them", () => {
    const summary = digestSummary({ ...digested([]), warnings }, [], true, sanitize);
    const head = "| Warning of Azure Pipelines | Pipelines |\n| --- | --- |\n";
    assert.ok(summary.includes(`${head}| ${dated} | e\\_e |`));
    assert.match(summary, /\| The a-1 image is being deprecated\. \| a, b, c, d \|/);
    assert.doesNotMatch(digestSummary(digested([]), [], true, sanitize), /Azure Pipelines/);
  });
});
