import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Course } from "./agent";
import { adoptMutantCoverage, mutantEnvironment } from "./mutants";
import type { Testimony } from "./witness";

/** How a task's process ended. */
export interface EndedProcess {
  /** Null when it was ended by a signal. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** The process's own report of its end; undefined if it was ended from outside. */
  testimony: Testimony | undefined;
}

/** A step that takes longer hangs, however busy the machine is: alone, none takes half a minute. */
const longestMilliseconds = 300_000;

/**
 * Runs Node on a task as the agent does, the named files beside this one loaded before it, and cancels or kills it
 * where the step says so.
 */
export async function runProcess(
  preloaded: readonly string[],
  commandLine: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
  step: Course = {},
): Promise<EndedProcess> {
  const paths = ["compiled-code", ...preloaded, "witness"].map((name) => join(__dirname, `${name}.js`));
  const preloading = paths.flatMap((path) => ["--require", path]);
  const child = spawn(step.node ?? process.execPath, [...preloading, ...commandLine], {
    cwd,
    env: { ...env, ...mutantEnvironment() },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const timers = [setTimeout(() => child.kill("SIGKILL"), step.longestMilliseconds ?? longestMilliseconds)];
  let cancelled = false;
  const [stdout, stderr, testimony] = [1, 2, 3].map((descriptor) => collect(child, descriptor));
  const cancel = () => {
    if (cancelled || !step.cancelWhen?.(stdout?.() ?? "")) return;
    cancelled = true;
    child.kill(step.cancelWith ?? "SIGINT");
    timers.push(setTimeout(() => child.kill("SIGTERM"), 7_500));
    timers.push(setTimeout(() => child.kill("SIGKILL"), 10_000));
  };
  child.stdout?.on("data", () => {
    step.onOutput?.(stdout?.() ?? "");
    cancel();
    if (step.closeOutputWhen?.(stdout?.() ?? "")) child.stdout?.destroy();
  });
  const watching = setInterval(() => {
    cancel();
    if (step.killWhen?.()) child.kill("SIGKILL");
  }, 5);
  if (step.outputReadAfterMilliseconds !== undefined) {
    child.stdout?.pause();
    const read = () => void child.stdout?.resume();
    child.once("exit", read);
    if (Number.isFinite(step.outputReadAfterMilliseconds))
      timers.push(setTimeout(read, step.outputReadAfterMilliseconds));
  }
  const [exitCode]: (number | null)[] = await once(child, "close");
  for (const timer of timers) clearTimeout(timer);
  clearInterval(watching);
  const told: Testimony | undefined = JSON.parse(testimony?.() || "null") ?? undefined;
  adoptMutantCoverage(told?.mutantCoverage ?? {});
  const output = { stdout: stdout?.() ?? "", stderr: stderr?.() ?? "" };
  return { exitCode: exitCode ?? null, ...output, testimony: told };
}

/** The result returns everything that was written so far. */
function collect(child: ChildProcess, descriptor: number): () => string {
  let text = "";
  const stream = child.stdio[descriptor];
  if (stream instanceof Readable)
    stream.setEncoding("utf8").on("data", (more: string) => {
      text += more;
    });
  return () => text;
}
