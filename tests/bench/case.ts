import type { SandboxAgent } from "../sandbox/agent";
import type { Row } from "./report";

export interface Bench {
  agent: SandboxAgent;
  /** Repetitions of slow measurements; quick ones are repeated more often. */
  runs: number;
  /** Tells the person who waits. */
  say: (text: string) => void;
}

/** One case of the benchmark: measures, and gives its lines of the table. */
export type Case = (bench: Bench) => Promise<Row[]>;
