import { type Agent, createAgent, failWithoutAgent, type TaskInputs, type TaskResult } from "./agent";
import { type Clock, systemClock } from "./clock";
import { InputFaults, messageOf } from "./faults";

/** How a task ended: its result, one message for people, and the exit code outside a pipeline. */
export interface Outcome {
  result: TaskResult;
  message: string;
  exitCode: number;
}

/** What a task is handed: the agent, the time, and the signal that someone cancelled it. */
export interface Surroundings {
  agent: Agent;
  clock: Clock;
  cancelled: AbortSignal;
}

/** How long sockets and timers left over may hold the process open once the result is out. */
const lingerMilliseconds = 2000;

/**
 * Runs a task to its end, the only place that catches: a fault of the user's or an error fails the task with
 * one message and exit code 2, a cancelled task fails with 130, and a task that ends without an outcome
 * fails too. `work` disposes of what it opens.
 */
export async function runTask(
  inputs: TaskInputs,
  work: (surroundings: Surroundings) => Promise<Outcome>,
): Promise<void> {
  const agent = await createAgent(inputs).catch(failWithoutAgent);
  if (agent === undefined) return;
  let finished = false;
  const finish = ({ result, message, exitCode }: Outcome) => {
    if (finished) return;
    finished = true;
    agent.finish(result, message, exitCode);
    setTimeout(() => process.exit(), lingerMilliseconds).unref();
  };
  const fail = (error: unknown) => finish(failure(error, cancellation.signal));

  const cancellation = new AbortController();
  const cancel = () => cancellation.abort(new Error("The step was cancelled."));
  process.on("SIGINT", cancel).on("SIGTERM", cancel);
  process.on("uncaughtException", fail).on("unhandledRejection", fail);
  process.once("beforeExit", () => fail(new Error("The task ended without an outcome.")));

  try {
    finish(await work({ agent, clock: systemClock, cancelled: cancellation.signal }));
  } catch (error) {
    fail(error);
  } finally {
    process.removeListener("SIGINT", cancel).removeListener("SIGTERM", cancel);
  }
}

function failure(error: unknown, cancelled: AbortSignal): Outcome {
  if (cancelled.aborted) return { result: "Failed", message: messageOf(cancelled.reason), exitCode: 130 };
  const message = error instanceof InputFaults ? `Nothing was sent. ${messageOf(error)}` : messageOf(error);
  return { result: "Failed", message, exitCode: 2 };
}
