import assert from "node:assert/strict";
import fc from "fast-check";
import { markdownWriting } from "../../../../shared/chat/markdown";
import { plainText, renderParts } from "../../../../shared/chat/message";
import {
  explanationOf,
  type FailureReason,
  findReason,
  type LogEvidence,
} from "../../../../tasks/PipelineMonitor/causes/reason";
import type { Reason } from "../../../../tasks/PipelineMonitor/causes/reason-in";
import { isFooter } from "../../../../tasks/PipelineMonitor/causes/shapes/footers";
import { issueOfResult } from "../../../../tasks/PipelineMonitor/rules/issues";
import { hostileText } from "../../../hostile-text";
import { findCommand } from "../../../sandbox/commands";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";

const line = (message: string, changes: Partial<Reason> = {}): LogEvidence => ({
  ...{ before: [], named: undefined },
  reason: {
    ...{ message, place: "", number: 7, tool: "", certainty: isFooter(message) ? "footer" : "likely" },
    ...{ isMarked: false, more: "", ending: "" },
    ...changes,
  },
});
const marked = (text: string) => line(text, { isMarked: true });
const error = (message: string, agent = "") => ({ message, agent });
const errors = (...messages: string[]) => messages.map((message) => error(message));
const issue = issueOfResult(failedRun());
const telling = { explains: true, groups: true, quotes: true };
const silently = { explains: false, groups: false, quotes: true };
const sentenceOf = (reason: FailureReason) => explanationOf(reason, issue, telling).sentence;
const shown = (...parts: Parameters<typeof findReason>) => {
  const reason = findReason(...parts);
  return reason && renderParts(sentenceOf(reason), markdownWriting, sanitize);
};
const known = [
  { contains: "ORA-01653", name: "tablespace full", owner: undefined, runbook: undefined, mayRetry: false },
];
const lost = "We stopped hearing from agent build-07. Verify the agent machine is running.";

const silent = "Bash exited with code '1'.";
const full = "No space left on device";
const timeOut = "The job running on agent a ran longer than the maximum time of 60 minutes.";
const whyLost = `Why: agent build-07 lost ("${lost}").`;
const named = 'Why: tablespace full ("ORA-01653").';
const [tablespace] = known;
const teamLog: LogEvidence = {
  ...marked("ORA-01653"),
  named: {
    ...{ cause: { kind: "knownIssue", name: "tablespace full" }, line: "ORA-01653", number: 7 },
    ...(tablespace === undefined ? {} : { known: tablespace }),
  },
};

describe("findReason", () => {
  const why = (result: string) => (log?: LogEvidence, timeline?: string[]) =>
    shown(result, log, timeline && errors(...timeline));
  const whyFailed = why("failed");

  it("takes a cause that the log names, else one that the timeline names, else the line of the log", () => {
    assert.equal(whyFailed(marked(full), [lost]), `Why: no space left ("${full}").`);
    assert.equal(whyFailed(marked("eslint: 3 problems"), [lost]), whyLost);
    assert.equal(whyFailed(line("Build succeeded, 0 errors"), ["x", lost]), whyLost);
    for (const timeline of [["x"], undefined])
      assert.equal(whyFailed(marked("no route"), timeline), 'Why: "no route".');
    assert.equal(whyFailed(line("psql: error: refused"), ["x"]), 'Why: "psql: error: refused".');
  });

  it("quotes a line that is only the last before the end if nothing else says why", () => {
    const last = (text: string) => line(text, { more: silent, certainty: "output" });
    assert.equal(whyFailed(last("tenant 7 is full"), ["no route"]), 'Why: "no route".');
    assert.equal(whyFailed(last("tenant 7 is full"), [silent]), `Why: "tenant 7 is full … ${silent}".`);
  });

  it("quotes the line that says why before one that only says that there was an error, and its place last", () => {
    const ended = line("refused", { ending: silent, place: "a.sql:3" });
    assert.equal(whyFailed(ended), `Why: "refused (a.sql:3) … ${silent}".`);
  });

  it("takes the first error of the timeline that says something where the log says nothing", () => {
    for (const log of [undefined, marked("")]) {
      for (const timeline of [undefined, [], [""]]) assert.equal(whyFailed(log, timeline), undefined);
      assert.equal(whyFailed(log, ["", silent, "no route"]), 'Why: "no route".');
      assert.equal(whyFailed(log, [silent]), `Why: "${silent}".`);
    }
  });

  it("takes a run for cancelled by a person where its timeline was read, and tells of nothing else", () => {
    const operation = "The operation was canceled.";
    const whyCanceled = why("canceled");
    const probably = "Why: canceled, probably by a person";
    assert.equal(whyCanceled(marked(operation), [operation]), `${probably} ("${operation}").`);
    assert.equal(whyCanceled(undefined, []), `${probably}.`);
    const byErika = "The run was canceled by Erika.";
    assert.equal(whyCanceled(undefined, [byErika]), `Why: canceled by a person ("${byErika}").`);
    assert.equal(whyCanceled(marked(operation), [timeOut]), `Why: time-out ("${timeOut}").`);
    const byService = "The build was canceled by Microsoft.VisualStudio.Services.TFS.";
    assert.equal(whyCanceled(marked(operation)), `Why: "${operation}".`);
    for (const other of ["No agent found in pool Default", byService])
      assert.equal(whyCanceled(marked(operation), [other]), `Why: "${other}".`);
  });

  it("takes what the team has named before all, in the log or in the timeline", () => {
    assert.equal(shown("failed", marked(lost), [error("ORA-01653")], known), named);
    for (const other of [lost, "ORA-01653 again"])
      assert.equal(shown("failed", teamLog, [error(other)], known), named);
  });

  it("names the agent that the timeline's record was on, where the line does not", () => {
    const timeline = [error("We stopped hearing from the agent.", "build-07")];
    assert.match(shown("failed", undefined, timeline) ?? "", /^Why: agent build-07 lost \(/);
  });
});

describe("an explanation with quote_logs false", () => {
  it("has the cause and what to do, and no line, but still groups by the line", () => {
    const of = (reason: FailureReason) => {
      const { sentence, line, group } = explanationOf(reason, issue, { ...telling, quotes: false });
      return [plainText(sentence, sanitize), line, plainText(group?.title ?? [], sanitize)];
    };
    const advice =
      "variable SMTP_HOST seems to be undefined: check the indentation of variables in the pipeline definition";
    const cause = { kind: "undefinedVariable", variable: "SMTP_HOST" } as const;
    assert.deepEqual(of({ cause, line: "x", ending: "exit code 1" }), [`Why: ${advice}.`, "", advice]);
    assert.deepEqual(of({ cause: undefined, line: "no route", ending: "" }), [
      "",
      "",
      "same line in their logs",
    ]);
  });
});

describe("the group of a failure", () => {
  it("is that of its cause, or of a line that says something, unless its agent is unknown or it took too long", () => {
    const groupOf = (reason: FailureReason, of = issue, groups = true) =>
      explanationOf(reason, of, { ...silently, groups });
    const full = { cause: { kind: "noSpace" }, line: "x", ending: "exit code 1" } as const;
    const key = '{"kind":"noSpace"}';
    const title = [{ words: "no space left" }];
    const ofCause = {
      sentence: [],
      line: "x",
      name: title,
      group: { key, title },
      cause: key,
      kind: "noSpace",
    };
    assert.deepEqual(groupOf(full), ofCause);
    const slow = { ...issue, limits: { maxSeconds: 1 } };
    for (const ungrouped of [
      groupOf(full, slow),
      groupOf(full, issue, false),
      explanationOf(full, issue, silently),
    ])
      assert.deepEqual(ungrouped, { ...ofCause, group: undefined });
    const said = (line: string, ending = "") => groupOf({ cause: undefined, line, ending }).group;
    const quoted = [{ words: '"' }, { name: "no route" }, { words: '"' }];
    assert.deepEqual(said("no route"), { key: "line no route", title: quoted });
    for (const unsaid of [said(""), said("no route", "exit code 1")]) assert.equal(unsaid, undefined);
    const ofAgent = (agent: string) =>
      groupOf({ cause: { kind: "lostAgent", agent }, line: "", ending: "" }).group;
    assert.deepEqual([ofAgent(""), ofAgent("b")?.key], [undefined, '{"kind":"lostAgent","agent":"b"}']);
  });
});

describe("the cause by which failures are compared", () => {
  const causeOf = (text: string, certainty: Reason["certainty"] = "sure", run = failedRun()) =>
    explanationOf({ cause: undefined, line: text, ending: "", certainty }, issueOfResult(run), silently)
      .cause;

  it("is the message, and the same at another time", () => {
    assert.notEqual(causeOf("refused with code 1"), causeOf("refused with code 2"));
    assert.equal(causeOf("03:04:05 refused after 3 s"), causeOf("04:05:06 refused after 12 s"));
  });

  it("is another one for each run if the reason is only a guess", () => {
    const next = failedRun({ id: 999 });
    for (const certainty of ["guess", "hint", "warning", "effect", "output", "footer"] as const) {
      assert.notEqual(causeOf("refused", certainty), causeOf("refused", certainty, next), certainty);
      assert.equal(causeOf("refused", certainty), causeOf("refused", certainty));
    }
    for (const certainty of ["sure", "marked", "fair", "likely", "count"] as const)
      assert.equal(causeOf("refused", certainty), causeOf("refused", certainty, next), certainty);
  });
});

describe("an explanation that is shown", () => {
  it("is one line that acts on nobody, whatever the log holds", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (text, agent) => {
        for (const why of [
          { cause: undefined, line: text, ending: text },
          { cause: { kind: "lostAgent", agent } as const, line: text, ending: "" },
          { cause: { kind: "undefinedVariable", variable: text } as const, line: "", ending: "" },
        ]) {
          const markdown = renderParts(sentenceOf(why), markdownWriting, sanitize);
          assert.doesNotMatch(markdown, /[\r\n\u2028\u2029\u0085@<>]/);
          assert.equal(findCommand(markdown), undefined);
        }
      }),
    );
  });
});
