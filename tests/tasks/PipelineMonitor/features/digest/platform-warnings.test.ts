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

const strings =
  "https://github.com/microsoft/azure-pipelines-agent/blob/42bde98bea7bb3b9e186d693e3b1554249e93a38/src/Misc/layoutbin/en-US/strings.json";

/** Warnings of the platform, each with the public page that quotes it, or the key of the agent's own strings. */
const warningExamples: Readonly<Record<string, string>> = {
  "Task Npm relies on an unsupported version of Node.js. Unsupported Node versions (6, 10, and 16) are being retired, and any pipelines using tasks dependent on these versions will begin to fail.": `${strings}#NodeEOLRetirementWarning`,
  "Task Npm relies on an unsupported version of Node.js. To avoid use of unsupported Node.js the task is being run on the latest available version of Node.js. The task may fail or work unexpectedly.": `${strings}#NodeEOLUpgradeWarning`,
  "Task 'Npm' version 1 (Npm@1) is dependent on a Node version (Node16) that is end-of-life.": `${strings}#DeprecatedNodeRunner`,
  "Task 'Npm' is dependent on a task runner that is end-of-life and will be removed in the future.": `${strings}#DeprecatedRunner`,
  "Task 'Npm' version 0 (Npm@0) is deprecated.": `${strings}#DeprecationMessage`,
  "The container operating system doesn't support Node24. Using Node20 instead.": `${strings}#NodeGlibcFallbackWarning`,
  "The operating system version this agent is running on (Ubuntu 18.04) is not supported per Net8 requirements and will not be supported in an upcoming update to the Pipelines Agent.": `${strings}#UnsupportedOsVersionByNet8`,
  "The operating system version this agent is running on (Ubuntu 20.04) is not supported per Net10 requirements and will not be supported in an upcoming update to the Pipelines Agent.": `${strings}#UnsupportedOsVersionByNet10`,
  "Action Required: Azure Pipelines Agent cannot reach the new CDN URL. Allowlist 'download.agent.dev.azure.com' now to prevent pipeline failures.": `${strings}#AgentCdnAccessFailWarning`,
  "Artifact upload to Blobstore failed, falling back to TFS. This fallback will be removed in a future release.": `${strings}#BlobStoreUploadWarning`,
  "Overwriting readonly variable 'a'. This behavior will be disabled in the future.": `${strings}#ReadOnlyVariableWarning`,
  "Task 'JFrog npm' version 1 (JFrogNpm@1) is dependent on a Node version (10) that is end-of-life.":
    "https://github.com/jfrog/jfrog-azure-devops-extension/issues/512",
  "Task '{0}' is dependent on a task runner that is end-of-life and will be removed in the future.":
    "https://github.com/microsoft/azure-pipelines-agent/pull/4458",
  "Task 'Terraform' version 3 (TerraformTaskV3@3) is deprecated.":
    "https://github.com/microsoft/azure-pipelines-terraform/pull/362",
  "This task uses Node 6 execution handler, which will be removed March 31st 2022.":
    "https://github.com/microsoft/azure-pipelines-agent/pull/4458",
  "The agent operating system doesn't support Node20. Using Node16 instead.":
    "https://github.com/dotnet/dnceng/issues/1743",
  "The windows-2019 runner image is being deprecated, consider switching to windows-2022(windows-latest) or windows-2025 instead.":
    "https://github.com/web-platform-tests/wpt/issues/53361",
  'The Ubuntu-20.04 image for the Microsoft-hosted "Azure Pipelines" pool is deprecated and will be retired April 1st.':
    "https://github.com/microsoft/aspire/issues/8186",
  "Ubuntu 16.04 LTS environment is deprecated and will be removed on September 20, 2021.":
    "https://github.com/aboutcode-org/scancode-toolkit/issues/2687",
  "A brownout will take place on December, 15 3:00 PM - 4:30 PM UTC to raise awareness of the upcoming windows-2016 environment removal":
    "https://dynvision365.com/2021/12/10/getting-ready-for-the-next-azure-devops-pipeline-agent-update/",
  "ubuntu-latest pipelines will use ubuntu-24.04 soon.":
    "https://github.com/easingthemes/ssh-deploy/issues/196",
};

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
    assert.deepEqual(missing, [], "without an example");
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
