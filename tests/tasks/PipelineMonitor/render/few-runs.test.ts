import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { projectIdOf } from "../../../../shared/project";
import { type Block, blockOf } from "../../../../tasks/PipelineMonitor/render/blocks";
import { withContextApart, withFewRunsJoined } from "../../../../tasks/PipelineMonitor/render/few-runs";
import { blockOfNote } from "../../../../tasks/PipelineMonitor/render/notes";
import { renderTitle } from "../../../../tasks/PipelineMonitor/render/title";
import { issueOfResult, issueOfRunCount } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { fewRuns } from "../../../sentences";
import { failedRun } from "../failed-run";

const few = (project: string, found: number) => ({
  ...blockOf(issueOfRunCount(found, 10)),
  project: { id: projectIdOf(project), name: project },
  links: [{ label: { words: "Runs" }, url: new URL(`https://h/${project}`) }],
});
const failure = blockOf(issueOfResult(failedRun()));
const note = blockOfNote({ says: [{ words: "x" }], severity: "note", rank: 7 });
const textOf = (parts: Parameters<typeof plainText>[0]) => plainText(parts, sanitize);

describe("projects with too few runs", () => {
  it("share a block, in the place of the first, with a link for each", () => {
    const all = [failure, few("Shop", 2), note, few("Web", 0)];
    const [first, joined = assert.fail(), ...others] = withFewRunsJoined(all, sanitize);
    assert.deepEqual([first, others], [failure, [note]]);
    const list = (separator: string) =>
      `Shop (expected more than 10, found 2)${separator}Web (expected more than 10, found 0)`;
    const told = [joined.parts, joined.titles[0]?.phrase ?? [], joined.shortTitle].map(textOf);
    assert.deepEqual(told, [
      `${fewRuns} in the last hour: ${list(" · ")}`,
      "fewer runs than expected in the last hour: Shop, Web",
      `fewer runs than expected in the last hour: ${list(", ")}`,
    ]);
    const pages = joined.parts.flatMap((part) => ("url" in part ? [part.url.href] : []));
    assert.deepEqual([pages, joined.tells.length], [["https://h/Shop", "https://h/Web"], 2]);
  });

  it("have no figures if nothing ran in any of them", () => {
    const [{ parts } = assert.fail()] = withFewRunsJoined([few("Shop", 0), few("Web", 0)], sanitize);
    assert.equal(textOf(parts), "No runs finished in the last hour: Shop · Web");
  });

  it("are in several blocks if they are many, each told once", () => {
    const all = Array.from({ length: 40 }, (_, index) => few(`project ${index}`, 1));
    const blocks = withFewRunsJoined(all, sanitize);
    assert.equal(blocks.length, 7);
    assert.deepEqual(
      blocks.flatMap(({ tells }) => tells),
      all.flatMap(({ tells }) => tells),
    );
    assert.equal(new Set(blocks.map(({ group }) => group)).size, 1, "the title is about all of them once");
  });

  it("are context beside another problem, while they are few; otherwise they are lines like others", () => {
    const context = (...blocks: Block[]) => withContextApart(blocks).footerLines.length;
    const projects = ["Shop", "Web", "Lab", "Ops"].map((project) => few(project, 1));
    const three = projects.slice(0, 3);
    assert.equal(context(...three), 0);
    assert.equal(context(...three, note), 0, "a note is no problem");
    assert.equal(context(...three, failure), 3);
    assert.equal(context(...three, failure, failure), 3);
    assert.equal(context(...projects, failure), 0);
    const { lines } = withContextApart([note, ...three, failure]);
    assert.deepEqual(lines, [failure, note], "the worst first");
  });

  it("are as many problems as projects, in the title", () => {
    const blocks = [failure, ...withFewRunsJoined([few("Shop", 0), few("Web", 0)], sanitize)];
    const { phrase } = renderTitle({ words: "3 projects" }, blocks, 3, sanitize);
    const all = "nightly import failed, no runs finished in the last hour: Shop, Web";
    assert.equal(textOf(phrase), `3 problems in 3 projects: ${all}`);
  });

  it("stay as they are if there is one", () => {
    const all = [few("Shop", 2), failure];
    assert.equal(withFewRunsJoined(all, sanitize), all);
  });
});
