import diagnostics from "node:diagnostics_channel";
import { existsSync, readFileSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { type MutantCoverage, ownMutantCoverage } from "./mutants";

/**
 * Preloaded into every packaged task of the sandbox: tells at its end, on a channel of its own (descriptor 3), what
 * the process itself knows of how it ended. It changes nothing in it.
 */
export interface Testimony {
  /** From the start to the end, by the clock of the process: jumps of the fake clock count. */
  seconds: number;
  /** The most memory that the process had at a time, resident. */
  maxResidentBytes: number;
  /** All connections together, headers included. */
  receivedBytes: number;
  /** Whether it ended because nothing was left to do: no timer, no socket, no wait. */
  drained: boolean;
  /** Node's own, such as a listener too many or a deprecated call. */
  nodeWarnings: string[];
  /** Only under mutation testing. */
  mutantCoverage: MutantCoverage | undefined;
}

const startedAt = performance.now();
const nodeWarnings: string[] = [];
let drained = false;
const sockets: Socket[] = [];

diagnostics.subscribe("net.client.socket", (message) => {
  const socket: unknown = Object(message).socket;
  if (socket instanceof Socket) sockets.push(socket);
});

process.on("warning", (warning) => nodeWarnings.push(String(warning)));
process.on("beforeExit", () => {
  drained = true;
});

/** On Linux, the usage that Node tells begins with that of the process which started this one. */
function maxResidentBytes(): number {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const [, kilobytes = process.resourceUsage().maxRSS] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kilobytes) * 1024;
}

const testify = () => {
  const testimony: Testimony = {
    seconds: (performance.now() - startedAt) / 1000,
    maxResidentBytes: maxResidentBytes(),
    receivedBytes: sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    drained,
    nodeWarnings,
    mutantCoverage: ownMutantCoverage(),
  };
  writeSync(3, JSON.stringify(testimony));
};
process.on("exit", testify);
// Stays the last listener, so that it has also seen what the others do.
process.on("newListener", (event, listener) => {
  if (event === "exit" && listener !== testify)
    queueMicrotask(() => process.off("exit", testify).on("exit", testify));
});
