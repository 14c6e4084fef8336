import { readFileSync } from "node:fs";
import { EOL } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { systemClock } from "../clock";
import { isInputErrors, messageOf, renderProblems } from "../errors";
import { oneLine } from "../text/sanitize";
import type { Agent, StepSource, TaskResult } from "./agent";
import { isCancelled, type Outcome, StepCancelled, type TaskContext } from "./task";

/** Exit code 1 is a finding that was asked to fail the step, and 130 a cancellation: the task itself worked. */
const exitCodesWithHelp = [2, 3];
/** How long open sockets and timers may keep the process alive after the result is printed. */
const lingerMilliseconds = 2000;
/** How long the work may go on after an uncaught error: it may have to record a purchase that was sent. */
const stoppingMilliseconds = 10_000;
/** How long the agent may take to read the output, which ends with the result. */
const unreadMilliseconds = 60_000;

const nameInEnvironment = (name: string) => name.replaceAll(/[. ]/g, "_").toUpperCase();
/** As the agent's environment has it, until the task library takes the inputs out of it. */
const environmentStep: StepSource = {
  variable: (name) => process.env[nameInEnvironment(name)] ?? "",
  input: (name) => process.env[`INPUT_${nameInEnvironment(name)}`] ?? "",
};

/**
 * Runs a task to its end. This is the only place that catches everything: a problem with inputs or any other
 * error fails the task with one message and exit code 2. A cancelled task fails with 130. A task that ends
 * without an outcome fails too. `work` closes what it opens. With `own`, the error of a task that could not do its
 * work ends with the URL of its troubleshooting page.
 */
export async function runTask(
  openAgent: () => Promise<Agent>,
  work: (context: TaskContext) => Promise<Outcome>,
  own?: {
    /** Completes "5 problems found; …". */
    nothingDone: string;
    /** The folder of the task's manifest, which is the folder of the bundle. */
    folder: string;
    /** Has the last word on every outcome. */
    settle?: (outcome: Outcome, step: StepSource) => Outcome;
  },
): Promise<void> {
  // A library's deprecated call is nothing that a person who reads the log can change.
  process.noDeprecation = true;
  const cancellation = new AbortController();
  const cancel = () => cancellation.abort(new StepCancelled());
  // The handlers stay until the process ends: without one, a signal would cut off the last output. Windows
  // agents send Ctrl+C and then Ctrl+Break, which Node calls SIGBREAK. Others send SIGINT and SIGTERM.
  for (const signal of ["SIGINT", "SIGTERM", "SIGBREAK"]) process.on(signal, cancel);
  let outputLost = false;
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error) => {
      // The agent has closed the output, so it is gone. Stop the work as if the step had been cancelled.
      outputLost = true;
      cancellation.abort(
        new Error(`The output could not be written (${messageOf(error)}), so the task stopped.`),
      );
    });
  const { settle = (outcome: Outcome) => outcome } = own ?? {};
  // Asked now, for an end that nothing can be told of but the exit code.
  const ifLost = settle({ result: "Failed", message: "", exitCode: 2 }, environmentStep).result;
  const agent = await openAgent().catch((error: unknown) => endWithoutAgent(error, ifLost));
  if (agent === undefined) return;
  const failed = (error: unknown) =>
    failure(error, cancellation.signal, own?.nothingDone ?? "nothing was sent");
  let finished = false;
  const finish = (ended: Outcome) => {
    if (finished) return;
    finished = true;
    const outcome = settle(ended, agent);
    const needsHelp = own !== undefined && exitCodesWithHelp.includes(outcome.exitCode);
    const help = needsHelp ? helpLine(own.folder) : "";
    agent.finish(outcome.result, outcome.message + help, outcome.exitCode);
    endProcess(outcome.result === "Succeeded" || ifLost !== "Failed", () => outputLost);
  };
  /**
   * The outcome of the first uncaught error. The work must stop, and has a moment to report how far it came.
   */
  let uncaught: Outcome | undefined;
  const stop = (error: unknown) => {
    if (uncaught !== undefined) return;
    const outcome = failed(error);
    uncaught = outcome;
    cancellation.abort(new Error("An error stopped the task."));
    setTimeout(() => finish(outcome), stoppingMilliseconds).unref();
  };
  process.on("uncaughtException", stop).on("unhandledRejection", stop);
  process.once("beforeExit", () => {
    finish(uncaught ?? failed(new Error("The task ended without an outcome.")));
  });

  const act = async () => work({ agent, clock: systemClock, cancelled: cancellation.signal });
  const ended = await act().catch((error: unknown) => uncaught ?? failed(error));
  finish(uncaught === undefined || uncaught === ended ? ended : bothOf(uncaught, ended));
}

/** The outcome of an uncaught error, with the message of the work that it stopped. */
function bothOf(uncaught: Outcome, ended: Outcome): Outcome {
  // That a purchase may have been made matters more.
  return ended.exitCode === 3
    ? { ...ended, message: `${ended.message}\n${uncaught.message}` }
    : { ...uncaught, message: `${uncaught.message}\n${ended.message}` };
}

/**
 * Makes the process end, whatever keeps it alive. If the agent could not read the result, it goes by the exit
 * code. So the code is not 0 when the result is lost and was not a success, unless the step must not fail.
 */
function endProcess(endsWell: boolean, isOutputLost: () => boolean): void {
  const streams = [process.stdout, process.stderr];
  const isUnread = () => streams.some((stream) => stream.writableLength > 0);
  const end = () => process.exit();
  const endWhenRead = async () => {
    await Promise.all(streams.map((stream) => new Promise((read) => stream.write("", read))));
    end();
  };
  setTimeout(endWhenRead, lingerMilliseconds).unref();
  setTimeout(end, unreadMilliseconds).unref();
  process.once("exit", () => {
    if (!endsWell && (isUnread() || isOutputLost())) process.exitCode ||= 1;
  });
}

function failure(error: unknown, stopped: AbortSignal, nothingDone: string): Outcome {
  if (stopped.aborted)
    return { result: "Failed", message: messageOf(stopped.reason), exitCode: isCancelled(stopped) ? 130 : 2 };
  const message = isInputErrors(error)
    ? renderProblems(error.problems, `; ${nothingDone}.`)
    : messageOf(error);
  return { result: "Failed", message, exitCode: 2 };
}

const helpSchema = v.object({ helpUrl: v.string() });

/** The troubleshooting page stands beside the page that the manifest names. The error matters more than its link. */
function helpLine(folder: string): string {
  try {
    const { helpUrl } = v.parse(helpSchema, JSON.parse(readFileSync(join(folder, "task.json"), "utf8")));
    return `\nHelp: ${new URL("troubleshooting.md", helpUrl).href}`;
  } catch {
    return "";
  }
}

function endWithoutAgent(error: unknown, result: TaskResult): void {
  process.stderr.write(oneLine(`Error: ${messageOf(error)}`) + EOL);
  if (result === "Failed") process.exitCode = 2;
  else process.stdout.write(`##vso[task.complete result=${result}]${EOL}`);
}
