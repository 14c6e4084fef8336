import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { explanationOf, findReason } from "../../../../tasks/PipelineMonitor/causes/reason";
import { reasonIn } from "../../../../tasks/PipelineMonitor/causes/reason-in";
import { issueOfResult } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";

const issue = issueOfResult(failedRun());
const telling = { explains: true, groups: true, quotes: true };

/** What is told of a log that consists of these lines. */
function toldOf(texts: readonly string[]): string {
  const marker = "##[error]";
  const lines = texts.map((text, index) => ({
    ...{ number: index + 1, text: text.replace(marker, ""), isMarked: text.includes(marker) },
  }));
  const log = { reason: reasonIn(lines), before: texts, named: undefined };
  const found = findReason("failed", log, undefined);
  return found === undefined ? "" : plainText(explanationOf(found, issue, telling).sentence, sanitize);
}

const quota = { code: "QuotaExceeded", message: "Quota of 10 cores is used up." };
const inner = JSON.stringify({ error: { code: "SkuNotAvailable", message: "The size is not available." } });
const failed = { code: "DeploymentFailed", message: "At least one resource deployment operation failed." };
/** Messages with JSON, and what their innermost parts say. */
const messages: readonly (readonly [string, object, string])[] = [
  [
    "##[error]",
    { ...failed, details: [{ code: "BadRequest", message: inner }] },
    "The size is not available.",
  ],
  ["ERROR: ", { status: "Failed", error: { ...failed, details: [quota] } }, quota.message],
  [
    "##[error]Error: Request failed: ",
    [{ errors: [{ detail: "The name is taken." }] }],
    "The name is taken.",
  ],
  ["fatal: [db1]: FAILED! => ", { changed: false, msg: "no route to the host" }, "no route to the host"],
];

describe("a message with JSON", () => {
  for (const [before, value, expected] of messages)
    it(`is what its innermost part says, and no JSON that is cut: ${before}`, () => {
      const text = before + JSON.stringify(value);
      const ending = "##[error]Bash exited with code '1'.";
      assert.ok(toldOf([text, ending]).includes(expected), toldOf([text, ending]));
      for (let length = before.length; length < text.length; length++)
        for (const lines of [
          [text.slice(0, length), ending],
          ["output:", text.slice(0, length)],
        ])
          assert.doesNotMatch(toldOf(lines), /[{[]\s*\\?["'{]/, text.slice(0, length));
    });
});
