import assert from "node:assert/strict";
import fc from "fast-check";
import { markdownWriting } from "../../../../shared/chat/markdown";
import { written } from "../../../../shared/chat/message";
import {
  explain,
  explanationParts,
  fitToShow,
  needsTimeline,
} from "../../../../tasks/PipelineMonitor/extras/explanation";
import type { TellingLine } from "../../../../tasks/PipelineMonitor/extras/telling-line";
import { hostileText } from "../../../hostile-text";
import { findCommand } from "../../../sandbox/commands";

const line = (text: string, changes: Partial<TellingLine> = {}): TellingLine => ({
  text,
  ending: "",
  isMarked: false,
  before: [],
  ...changes,
});
const marked = (text: string) => line(text, { isMarked: true });
const error = (message: string, agent = "") => ({ message, agent });
const shown = (...parts: Parameters<typeof explain>) => {
  const why = explain(...parts);
  return why && written(explanationParts(why), markdownWriting);
};
const lost = "We stopped hearing from agent build-07. Verify the agent machine is running.";

describe("needsTimeline", () => {
  it("asks where the log lacks the line that the agent marks, as when the agent was lost", () => {
    assert.equal(needsTimeline("failed", undefined), true);
    assert.equal(needsTimeline("failed", line("0 errors")), true);
    assert.equal(needsTimeline("failed", marked("Bash exited with code '1'.")), false);
  });

  it("asks who cancelled a run, unless its log tells", () => {
    assert.equal(needsTimeline("canceled", marked("The operation was canceled.")), true);
    assert.equal(needsTimeline("canceled", marked(lost)), false);
  });
});

describe("explain", () => {
  it("takes the marked line of the log before all else", () => {
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

  it("takes a named cause of the timeline before a line that may be by the way", () => {
    assert.equal(
      shown("failed", line("Build succeeded, 0 errors"), [error("x"), error(lost)]),
      `Why: agent build-07 lost ("${lost}").`,
    );
  });

  it("takes the line around the first error where neither names a cause", () => {
    assert.equal(shown("failed", line("psql: error: refused"), [error("x")]), 'Why: "psql: error: refused".');
  });

  it("takes the first error of the timeline that says something where the log says nothing", () => {
    const silent = error("Bash exited with code '1'.");
    assert.equal(
      shown("failed", undefined, [silent, error("##[error]no such image")]),
      'Why: "no such image".',
    );
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

  it("calls a run cancelled by a person where the timeline tells of nothing else, and was read", () => {
    const operation = marked("The operation was canceled.");
    const timeOut = error("The job running on agent a ran longer than the maximum time of 60 minutes.");
    assert.equal(
      shown("canceled", operation, [error("The operation was canceled.")]),
      'Why: cancelled by a person ("The operation was canceled.").',
    );
    assert.match(shown("canceled", operation, [timeOut]) ?? "", /^Why: time-out \(/);
    assert.equal(shown("canceled", undefined, []), "Why: cancelled by a person.");
    assert.equal(shown("canceled", operation, undefined), 'Why: "The operation was canceled.".');
  });
});

describe("an explanation that is shown", () => {
  it("holds nothing that is known to be secret, and nothing that looks like a credential", () => {
    const why = {
      cause: undefined,
      line: "psql postgres://me:hunter2@db/ token=abcdef s3cret",
      ending: "s3cret",
    };
    const fit = fitToShow(why, (text) => text.replaceAll("s3cret", "***"));
    assert.deepEqual([fit.line, fit.ending], ["psql postgres://***@db/ token=*** ***", "***"]);
  });

  it("is one line that acts on nobody, whatever the log holds", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (text, agent) => {
        for (const why of [
          { cause: undefined, line: text, ending: text },
          { cause: { kind: "lostAgent", agent } as const, line: text, ending: "" },
          { cause: { kind: "undefinedVariable", variable: text } as const, line: "", ending: "" },
        ]) {
          const markdown = written(explanationParts(why), markdownWriting);
          assert.doesNotMatch(markdown, /[\r\n\u2028\u2029\u0085@<>]/);
          assert.equal(findCommand(markdown), undefined);
        }
      }),
    );
  });
});
