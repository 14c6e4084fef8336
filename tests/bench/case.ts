import type { SandboxAgent } from "../sandbox/agent";
import type { Row } from "./report";

/** What a case works with. */
export interface Bench {
  agent: SandboxAgent;
  /** How often what takes long is measured; what is short is measured more often. */
  runs: number;
  /** Tells the person who waits. */
  say: (text: string) => void;
}

/** One case of the benchmark: measures, and gives its lines of the table. */
export type Case = (bench: Bench) => Promise<Row[]>;
