import assert from "node:assert/strict";
import fc from "fast-check";
import { markdownWriting } from "../../../../../shared/chat/markdown";
import { plainText, renderParts } from "../../../../../shared/chat/message";
import {
  explanationOf,
  type FailureReason,
  findReason,
  needsTimeline,
} from "../../../../../tasks/PipelineMonitor/checks/causes/reason";
import type { CauseLine } from "../../../../../tasks/PipelineMonitor/issue/links";
import { issueOfResult } from "../../../../../tasks/PipelineMonitor/rules/issues";
import { hostileText } from "../../../../hostile-text";
import { findCommand } from "../../../../sandbox/commands";
import { sanitize } from "../../../../sanitize";
import { failedRun } from "../../failed-run";

const line = (text: string, changes: Partial<CauseLine> = {}): CauseLine => ({
  text,
  ending: "",
  isMarked: false,
  number: 7,
  before: [],
  beforeNumber: 7,
  ...changes,
});
const marked = (text: string) => line(text, { isMarked: true });
const error = (message: string, agent = "") => ({ message, agent });
const issue = issueOfResult(failedRun());
const sentenceOf = (reason: FailureReason) =>
  explanationOf(reason, issue, { explain_failures: true, group_causes: true }).sentence;
const shown = (...parts: Parameters<typeof findReason>) => {
  const reason = findReason(...parts);
  return reason && renderParts(sentenceOf(reason), markdownWriting, sanitize);
};
const known = [{ contains: "ORA-01653", name: "tablespace full", owner: undefined, runbook: undefined }];
const lost = "We stopped hearing from agent build-07. Verify the agent machine is running.";

describe("needsTimeline", () => {
  it("asks where the log names no cause: the agent may have been lost before it could say so", () => {
    assert.equal(needsTimeline(undefined), true);
    assert.equal(needsTimeline(line("0 errors")), true);
    assert.equal(needsTimeline(marked("Bash exited with code '1'.")), true);
    assert.equal(needsTimeline(marked(lost)), false);
  });

  it("asks where the log names no cause that the team has named, if it has named some", () => {
    assert.deepEqual(
      [marked(lost), marked("ORA-01653")].map((told) => needsTimeline(told, known)),
      [true, false],
    );
  });
});

describe("findReason", () => {
  it("takes a cause that the log names, else one that the timeline names, else the line of the log", () => {
    const full = marked("No space left on device");
    assert.equal(shown("failed", full, [error(lost)]), 'Why: no space left ("No space left on device").');
    assert.equal(
      shown("failed", marked("eslint: 3 problems"), [error(lost)]),
      `Why: agent build-07 lost ("${lost}").`,
    );
    assert.equal(shown("failed", marked("no route"), [error("x")]), 'Why: "no route".');
    assert.equal(shown("failed", marked("no route"), undefined), 'Why: "no route".');
    assert.equal(
      shown("failed", line("refused", { isMarked: true, ending: "Bash exited with code '1'." }), undefined),
      "Why: \"refused … Bash exited with code '1'.\".",
    );
  });

  it("quotes the line that tells the cause before one that only says that there was an error", () => {
    const silent = line("Bash exited with code '1'.", {
      isMarked: true,
      before: ["x", "df: No space left on device"],
    });
    assert.equal(
      shown("failed", silent, undefined),
      "Why: no space left (\"df: No space left on device … Bash exited with code '1'.\").",
    );
  });

  it("takes what the team has named before all, in the log or in the timeline", () => {
    const named = 'Why: tablespace full ("ORA-01653").';
    assert.equal(shown("failed", marked(lost), [error("ORA-01653")], known), named);
    assert.equal(shown("failed", marked("ORA-01653"), [error(lost)], known), named);
  });

  it("takes a named cause of the timeline before a line that may be by the way", () => {
    assert.equal(
      shown("failed", line("Build succeeded, 0 errors"), [error("x"), error(lost)]),
      `Why: agent build-07 lost ("${lost}").`,
    );
  });

  it("leaves out an error without a text", () => {
    for (const timeline of [undefined, [], [error("")]])
      assert.equal(shown("failed", marked(""), timeline), undefined);
    assert.equal(shown("failed", marked(""), [error(""), error("no route")]), 'Why: "no route".');
  });

  it("takes the line around the first error where neither names a cause", () => {
    assert.equal(shown("failed", line("psql: error: refused"), [error("x")]), 'Why: "psql: error: refused".');
  });

  it("takes the first error of the timeline that says something where the log says nothing", () => {
    const silent = error("Bash exited with code '1'.");
    assert.equal(shown("failed", undefined, [silent, error("no such image")]), 'Why: "no such image".');
    assert.equal(shown("failed", undefined, [silent]), "Why: \"Bash exited with code '1'.\".");
    assert.equal(shown("failed", undefined, []), undefined);
    assert.equal(shown("failed", undefined, undefined), undefined);
  });

  it("names the agent that the timeline's record was on, where the line does not", () => {
    assert.match(
      shown("failed", undefined, [error("We stopped hearing from the agent.", "build-07")]) ?? "",
      /^Why: agent build-07 lost \(/,
    );
  });

  it("takes a run for cancelled by a person where its timeline was read, and tells of nothing else", () => {
    const operation = marked("The operation was canceled.");
    const timeOut = error("The job running on agent a ran longer than the maximum time of 60 minutes.");
    assert.equal(
      shown("canceled", operation, [error("The operation was canceled.")]),
      'Why: canceled, probably by a person ("The operation was canceled.").',
    );
    assert.match(shown("canceled", operation, [timeOut]) ?? "", /^Why: time-out \(/);
    assert.equal(shown("canceled", undefined, []), "Why: canceled, probably by a person.");
    assert.equal(
      shown("canceled", undefined, [error("The run was canceled by Erika.")]),
      'Why: canceled by a person ("The run was canceled by Erika.").',
    );
    for (const other of [
      "No agent found in pool Default",
      "The build was canceled by Microsoft.VisualStudio.Services.TFS.",
    ])
      assert.doesNotMatch(shown("canceled", operation, [error(other)]) ?? "", /person/, other);
    assert.equal(shown("canceled", operation, undefined), 'Why: "The operation was canceled.".');
  });
});

describe("an explanation with quote_logs false", () => {
  const of = (reason: FailureReason) => {
    const keys = { explain_failures: true, group_causes: true, quote_logs: false };
    const { sentence, line, group } = explanationOf(reason, issue, keys);
    return [plainText(sentence, sanitize), line, plainText(group?.title ?? [], sanitize)];
  };

  it("has the cause and what to do, and no line", () => {
    const line = "send.sh: SMTP_HOST: unbound variable";
    const advice =
      "variable SMTP_HOST seems to be undefined: check the indentation of variables in the pipeline definition";
    assert.deepEqual(
      of({ cause: { kind: "undefinedVariable", variable: "SMTP_HOST" }, line, ending: "exit code 1" }),
      [`Why: ${advice}.`, "", advice],
    );
  });

  it("is empty without a cause, and still groups by the line", () => {
    assert.deepEqual(of({ cause: undefined, line: "no route", ending: "" }), [
      "",
      "",
      "same line in their logs",
    ]);
  });
});

describe("the group of a failure", () => {
  it("is that of its cause, or of a line that says something, unless its agent is unknown or it took too long", () => {
    const groupOf = (reason: FailureReason, of = issue, group_causes = true) =>
      explanationOf(reason, of, { group_causes });
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
    assert.deepEqual(
      [groupOf(full, slow), groupOf(full, issue, false)],
      Array(2).fill({ ...ofCause, group: undefined }),
    );
    const said = (line: string, ending = "") => groupOf({ cause: undefined, line, ending }).group;
    const quoted = [{ words: '"' }, { name: "no route" }, { words: '"' }];
    assert.deepEqual(said("no route"), { key: "line no route", title: quoted });
    assert.deepEqual(
      [said(""), said("exit code 1"), said("no route", "exit code 1")],
      Array(3).fill(undefined),
    );
    const agents = ["", "b"].map((agent) =>
      groupOf({ cause: { kind: "lostAgent", agent }, line: "", ending: "" }),
    );
    assert.deepEqual(
      agents.map(({ group }) => group?.key),
      [undefined, '{"kind":"lostAgent","agent":"b"}'],
    );
  });
});

describe("the cause by which failures are compared", () => {
  const causeOf = (text: string, ending = "") =>
    explanationOf({ cause: undefined, line: text, ending }, issue, {}).cause;

  it("is another with another exit code, also if an earlier line is quoted", () => {
    assert.notEqual(causeOf("Bash exited with code '1'."), causeOf("Bash exited with code '137'."));
    assert.notEqual(
      causeOf("fatal: job stopped", "Bash exited with code '1'."),
      causeOf("fatal: job stopped", "Bash exited with code '137'."),
    );
  });

  it("is the same at another time", () => {
    assert.equal(causeOf("03:04:05 refused after 3 s"), causeOf("04:05:06 refused after 12 s"));
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
