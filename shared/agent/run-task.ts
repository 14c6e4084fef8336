import { EOL } from "node:os";
import { systemClock } from "../clock";
import { InputErrors, messageOf } from "../errors";
import { oneLine } from "../text/sanitize";
import type { Agent } from "./agent";
import { isCancelled, type Outcome, StepCancelled, type TaskContext } from "./task";

/** How long sockets and timers left over may hold the process open once the result is out. */
const lingerMilliseconds = 2000;
/** How long work that is stopped by an error has to end: a purchase on its way may still be noted. */
const stoppingMilliseconds = 10_000;
/** How long the agent may take to read what was printed, the result at its end. */
const unreadMilliseconds = 60_000;

/**
 * Runs a task to its end, the only place that catches: a problem of the user's or an error fails the task with
 * one message and exit code 2, a cancelled task fails with 130, and a task that ends without an outcome
 * fails too. `work` disposes of what it opens.
 */
export async function runTask<A extends Agent>(
  openAgent: () => Promise<A>,
  work: (context: TaskContext<A>) => Promise<Outcome>,
): Promise<void> {
  const cancellation = new AbortController();
  const cancel = () => cancellation.abort(new StepCancelled());
  // From the first moment to the last: a signal that nobody handles would cut off what is still to be said.
  // Windows agents send Ctrl+C and then Ctrl+Break, which Node calls SIGBREAK, where others send SIGINT and SIGTERM.
  for (const signal of ["SIGINT", "SIGTERM", "SIGBREAK"]) process.on(signal, cancel);
  let outputLost = false;
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error) => {
      // Nobody reads any more: the agent is gone, and the work has to stop as if it had said so.
      outputLost = true;
      cancellation.abort(
        new Error(`The output could not be written (${messageOf(error)}), so the work was stopped.`),
      );
    });
  const agent = await openAgent().catch(failWithoutAgent);
  if (agent === undefined) return;
  let finished = false;
  const finish = (outcome: Outcome) => {
    if (finished) return;
    finished = true;
    agent.finish(outcome.result, outcome.message, outcome.exitCode);
    endProcess(outcome, () => outputLost);
  };
  /** What nobody caught: work that goes on must not do anything any more, and has a moment to say how far it came. */
  let uncaught: Outcome | undefined;
  const stop = (error: unknown) => {
    if (uncaught !== undefined) return;
    const outcome = failure(error, cancellation.signal);
    uncaught = outcome;
    cancellation.abort(new Error("An error stopped the work."));
    setTimeout(() => finish(outcome), stoppingMilliseconds).unref();
  };
  process.on("uncaughtException", stop).on("unhandledRejection", stop);
  process.once("beforeExit", () => {
    finish(uncaught ?? failure(new Error("The task ended without an outcome."), cancellation.signal));
  });

  const act = async () => work({ agent, clock: systemClock, cancelled: cancellation.signal });
  const ended = await act().catch((error: unknown) => uncaught ?? failure(error, cancellation.signal));
  finish(uncaught === undefined || uncaught === ended ? ended : bothOf(uncaught, ended));
}

/** A failure that nobody caught, and what the work had to say when it was stopped for that. */
function bothOf(uncaught: Outcome, ended: Outcome): Outcome {
  return { ...uncaught, message: `${uncaught.message}\n${ended.message}` };
}

/**
 * Sees to it that the process ends, whatever holds it open. The agent believes the exit code where it never got to
 * read the result, so a result that is lost and was no success is told by that.
 */
function endProcess({ result }: Outcome, isOutputLost: () => boolean): void {
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
    if (result !== "Succeeded" && (isUnread() || isOutputLost())) process.exitCode ||= 1;
  });
}

function failure(error: unknown, stopped: AbortSignal): Outcome {
  if (stopped.aborted)
    return { result: "Failed", message: messageOf(stopped.reason), exitCode: isCancelled(stopped) ? 130 : 2 };
  const message = error instanceof InputErrors ? `Nothing was sent. ${messageOf(error)}` : messageOf(error);
  return { result: "Failed", message, exitCode: 2 };
}

/** Fails this process when not even an agent could be had to say so. */
function failWithoutAgent(error: unknown): void {
  const why = "The agent's task library cannot be used; is the agent's temporary folder writable?";
  process.stderr.write(oneLine(`Error: ${why} ${messageOf(error)}`) + EOL);
  process.exitCode = 2;
}
