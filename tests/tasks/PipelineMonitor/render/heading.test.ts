import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { utcZone } from "../../../../shared/text/zone";
import { explanationOf, type FailureReason } from "../../../../tasks/PipelineMonitor/causes/reason";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { Lasting } from "../../../../tasks/PipelineMonitor/issue/report";
import type { SilenceReason } from "../../../../tasks/PipelineMonitor/issue/silenced";
import { renderHeading } from "../../../../tasks/PipelineMonitor/render/heading";
import { renderSummary } from "../../../../tasks/PipelineMonitor/render/summary";
import { sanitize } from "../../../sanitize";
import { knownEntry } from "../known-entry";
import { failure, noteEntry, now, tooFew } from "../ledger/ledger-stage";
import { projectReport, reportOn } from "../report-stage";
import { reasons } from "../silences";

/** A pipeline that fails, which the configuration keeps quiet for a reason. */
const lasting = (pipeline: string, definitionId: number, by?: SilenceReason): Lasting => ({
  entry: knownEntry(failure({ pipeline, definitionId }), now),
  ...(by === undefined ? {} : { silenced: { by, why: [] } }),
});
const withIssue = (problem: Lasting, change: (issue: Issue) => Partial<Issue>): Lasting => {
  const { content } = problem.entry;
  const issue = "about" in content ? content : assert.fail();
  return { ...problem, entry: { ...problem.entry, content: { ...issue, ...change(issue) } } };
};
/** A failure with a reason that others may share. */
const byCause = (pipeline: string, definitionId: number, reason: Partial<FailureReason> = {}): Lasting =>
  withIssue(lasting(pipeline, definitionId), (issue) => {
    const telling = { explains: true, groups: true, quotes: true };
    const whole = { cause: undefined, line: "no route", ending: "", ...reason };
    return { explanation: explanationOf(whole, issue, telling) };
  });
const lost = { cause: { kind: "lostAgent", agent: "build-07" }, line: "" } as const;
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
    assert.equal(headingOf(b), "No problems, except 1 below its threshold: b failed");
    const muted = lasting("d", 4, { ...reasons.mute, heading: { one: "muted", many: "muted" } });
    assert.match(headingOf(a, b, c, muted) ?? "", /^a failed; 2 below their threshold, 1 muted$/);
    assert.equal(headingOf(), undefined);
  });

  it("says once how many pipelines fail by one cause", () => {
    const all = ["a", "b", "c"].map((name, index) => byCause(name, index + 1));
    assert.equal(headingOf(...all), "no route: 3 pipelines failed");
    assert.equal(headingOf(...all, lasting("d", 4)), "4 problems: no route: 3 pipelines failed, d failed");
    const both = [byCause("a", 1, lost), byCause("b", 2, lost)];
    assert.equal(headingOf(...both), "2 problems: agent build-07 lost: 2 runs failed (a, b)");
  });

  it("says of the only problem why, and since when", () => {
    const since = { time: now * 1000, zone: utcZone };
    const later = (problem: Lasting) =>
      withIssue(problem, () => ({ waited: { since, count: 1, earlier: [] } }));
    assert.equal(headingOf(byCause("a", 1)), "a failed: no route");
    assert.equal(headingOf(later(lasting("a", 1))), "a failed at 03:19 UTC");
    assert.equal(
      headingOf(later(lasting("a", 1)), lasting("b", 2)),
      "2 problems: a failed at 03:19 UTC, b failed",
    );
    const group = [later(byCause("a", 1, lost)), later(byCause("b", 2, lost)), lasting("c", 3)];
    assert.equal(headingOf(...group), "3 problems: agent build-07 lost, c failed");
  });

  it("names no problem that is only context, and says that there is more", () => {
    const few = { entry: knownEntry(tooFew, now) };
    assert.equal(headingOf(few, lasting("a", 1)), "2 problems: a failed, and more");
    assert.match(headingOf(few) ?? "", /^Fewer runs than expected/);
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
