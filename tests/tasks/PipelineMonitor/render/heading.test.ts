import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { explanationOf } from "../../../../tasks/PipelineMonitor/causes/reason";
import type { Lasting } from "../../../../tasks/PipelineMonitor/issue/report";
import type { SilenceReason } from "../../../../tasks/PipelineMonitor/issue/silenced";
import { renderHeading } from "../../../../tasks/PipelineMonitor/render/heading";
import { renderSummary } from "../../../../tasks/PipelineMonitor/render/summary";
import { sanitize } from "../../../sanitize";
import { knownEntry } from "../known-entry";
import { failure, noteEntry, now } from "../ledger/ledger-stage";
import { projectReport, reportOn } from "../report-stage";
import { reasons } from "../silences";

/** A pipeline that fails, which the configuration keeps quiet for a reason. */
const lasting = (pipeline: string, definitionId: number, by?: SilenceReason): Lasting => ({
  entry: knownEntry(failure({ pipeline, definitionId }), now),
  ...(by === undefined ? {} : { silenced: { by, why: [] } }),
});
const headingOf = (...all: Lasting[]) => {
  const heading = renderHeading(projectReport({ lasting: all }), [], sanitize);
  return heading && plainText(heading, sanitize);
};

describe("the heading of a project", () => {
  it("counts what the configuration keeps quiet by its reason", () => {
    const { threshold } = reasons;
    const [a, b, c] = [lasting("a", 1), lasting("b", 2, threshold), lasting("c", 3, threshold)];
    assert.match(headingOf(a, b) ?? "", /; 1 below its threshold$/);
    assert.match(headingOf(a, b, c) ?? "", /; 2 below their threshold$/);
    assert.match(headingOf(b) ?? "", /^No problems, except 1 below its threshold: b /);
    assert.equal(headingOf(), undefined);
  });

  it("says once how many pipelines fail by one cause", () => {
    const byCause = (pipeline: string, definitionId: number): Lasting => {
      const { entry } = lasting(pipeline, definitionId);
      const issue = "about" in entry.content ? entry.content : assert.fail();
      const reason = { cause: undefined, line: "no route", ending: "" };
      const telling = { explains: true, groups: true, quotes: true };
      return {
        entry: { ...entry, content: { ...issue, explanation: explanationOf(reason, issue, telling) } },
      };
    };
    const all = ["a", "b", "c"].map((name, index) => byCause(name, index + 1));
    assert.equal(headingOf(...all), "no route: 3 pipelines failed");
    assert.equal(headingOf(...all, lasting("d", 4)), "4 problems: no route: 3 pipelines failed, d failed");
  });
});

describe("the summary of what lasts", () => {
  it("has each problem once, found now or not, and no note as one", () => {
    const found = lasting("a", 1);
    const { content } = found.entry;
    const issues = "about" in content ? [content] : [];
    const all = [found, lasting("b", 2), { entry: { ...noteEntry(), family: "state" as const } }];
    const text = renderSummary(reportOn([projectReport({ issues, lasting: all })]), sanitize);
    for (const name of ["a", "b"]) assert.equal(text.split(`**${name}**`).length, 2, text);
  });
});
