import assert from "node:assert/strict";
import type { StepResult } from "./agent";
import { findCommand, type LoggingCommand, outputLines } from "./commands";

/** How every step ends, whatever happens: by itself, in time and within its memory, with one result that its exit code does not belie. */
export function judgeEnding(step: StepResult, maxSeconds: number, maxMegabytes = 150): void {
  const { testimony, exitCode, result, stdout, stderr } = step;
  assert.ok(testimony, "the process was ended from outside");
  assert.ok(testimony.seconds <= maxSeconds, `it took ${testimony.seconds} s`);
  const megabytes = testimony.maxResidentBytes / 2 ** 20;
  assert.ok(megabytes <= maxMegabytes, `it took ${megabytes} MB`);
  assert.deepEqual([testimony.drained, testimony.nodeWarnings], [true, []], "something was left open");
  assert.equal(exitCode, 0);
  const lines = [...outputLines(stdout), ...outputLines(stderr)];
  const commands = lines.flatMap((line) => findCommand(line) ?? []);
  const completions = commands.filter(({ name }) => name === "task.complete");
  const told = completions.map(({ properties }) => properties["result"]);
  assert.deepEqual(told, [result], "the result was not told just once");
  const isOwnTag = ({ name, message }: LoggingCommand) =>
    name === "build.addbuildtag" && /^(pipeline-keeper|monitor-reported-\d+-[0-9a-f]{12})$/.test(message);
  const foreign = commands.filter((command) => !ownCommands.includes(command.name) && !isOwnTag(command));
  assert.deepEqual(foreign, [], "a text from outside acted on the agent");
  const hasError = step.issues.some(({ type }) => type === "error");
  assert.ok(result !== "Failed" || hasError, "failed without a word");
}

/**
 * Whether a signal ended the process, so that nothing can be asked of it: its machine lost power, or it was cancelled
 * before it began or in the very moment of its end.
 */
export function endedFromOutside(
  { exitCode, stdout, testimony }: StepResult,
  disturbed: "undisturbed" | "cancelled" | "killed",
): boolean {
  if (exitCode !== null || disturbed === "undisturbed") return false;
  return disturbed === "killed" || stdout === "" || testimony !== undefined;
}

const ownCommands = [
  "task.addattachment",
  "task.complete",
  "task.debug",
  "task.issue",
  "task.setprogress",
  "task.setsecret",
  "task.setvariable",
  "task.uploadfile",
  "task.uploadsummary",
];
