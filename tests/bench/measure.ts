import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Testimony } from "../sandbox/witness";
import { machineMilliseconds } from "./scenario";

/** A program to be measured. */
export interface Program {
  command: string;
  arguments: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

export interface Measured {
  /** By the machine's clock. */
  startedAt: number;
  /** From the start of the process until it has ended and its output is read. */
  seconds: number;
  output: string;
}

/** Runs a program to its end. Throws when it fails: the figures of a failure would pass for speed. */
export async function measure(program: Program): Promise<Measured> {
  const { measured } = await run(program);
  return measured;
}

/** The same for a program of Node's, which a witness tells of from inside: memory, bytes received. */
export async function measureWithWitness(program: Program): Promise<Measured & { testimony: Testimony }> {
  const witness = ["--require", join(__dirname, "..", "sandbox", "witness.js")];
  const { measured, told } = await run({ ...program, arguments: [...witness, ...program.arguments] });
  const testimony: Testimony = JSON.parse(told);
  return { ...measured, testimony };
}

async function run(program: Program): Promise<{ measured: Measured; told: string }> {
  const startedAt = machineMilliseconds();
  const child = spawn(program.command, program.arguments, {
    cwd: program.cwd,
    env: program.env,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const [stdout, stderr, told] = [1, 2, 3].map((descriptor) => collect(child, descriptor));
  const [exitCode]: (number | null)[] = await once(child, "close");
  const seconds = (machineMilliseconds() - startedAt) / 1000;
  const output = (stdout?.() ?? "") + (stderr?.() ?? "");
  if (exitCode !== 0 || output.includes("task.complete result=Failed"))
    throw new Error(`${program.command} ${program.arguments.join(" ")} failed (${exitCode}):\n${output}`);
  return { measured: { startedAt, seconds, output }, told: told?.() ?? "" };
}

function collect(child: ChildProcess, descriptor: number): () => string {
  const chunks: Buffer[] = [];
  const stream = child.stdio[descriptor];
  if (stream instanceof Readable) stream.on("data", (chunk: Buffer) => void chunks.push(chunk));
  return () => Buffer.concat(chunks).toString("utf8");
}
