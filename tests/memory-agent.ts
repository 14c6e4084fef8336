import { type Advice, pipelineAdvice } from "../shared/agent/advice";
import type { Agent, ServiceConnection, TaskResult } from "../shared/agent/agent";
import { sanitize } from "./sanitize";

/** The agent's in-memory twin: hands out what it is given, and remembers what the task asked and said. */
export interface MemoryAgent extends Agent {
  inputsRead: Set<string>;
  printed: string[];
  warnings: string[];
  secrets: string[];
  outputs: Record<string, string>;
  tags: string[];
  /** The texts of attached reports. */
  reports: string[];
  /** The pages that are offered for download, by their names. */
  pages: Record<string, string>;
  summaries: Record<string, string>;
  issues: { kind: string; text: string }[];
  finished: { result: TaskResult; message: string; exitCode: number } | undefined;
}

export interface MemoryAgentState {
  inputs?: Record<string, string>;
  environment?: Record<string, string>;
  variables?: Record<string, string>;
  jobToken?: string;
  /** A pipeline's without. */
  advice?: Advice;
  connections?: Record<string, SketchedConnection>;
}

export interface SketchedConnection {
  address: string;
  parameters?: Record<string, string>;
  fields?: Record<string, string>;
}

export function memoryAgent(state: MemoryAgentState = {}): MemoryAgent {
  const input = (name: string) => {
    agent.inputsRead.add(name);
    return state.inputs?.[name] ?? "";
  };
  const agent: MemoryAgent = {
    ...{ inputsRead: new Set(), printed: [], warnings: [], secrets: [], outputs: {}, tags: [] },
    ...{ reports: [], pages: {}, summaries: {}, issues: [], finished: undefined },
    ...(state.advice ?? pipelineAdvice),
    input,
    fileInput: input,
    environment: (name) => state.environment?.[name] ?? "",
    variable: (name) => state.variables?.[name] ?? "",
    jobToken: () => state.jobToken ?? "",
    connection: (id) => connectionOf(state.connections?.[id]),
    network: () => noNetworkSettings,
    secret: (value) => void agent.secrets.push(value),
    sanitize,
    reveal: () => undefined,
    conceal: () => undefined,
    tagRun: (tag) => void agent.tags.push(tag),
    attach: () => undefined,
    attachReport: (_type, _name, text) => void agent.reports.push(text),
    offerPage: (name, text, fill) => {
      agent.pages[name] = fill('<script type="application/json" id="report"></script>', text);
    },
    summary: (title, markdown) => {
      agent.summaries[title] = markdown;
    },
    issue: (kind, text) => void agent.issues.push({ kind, text }),
    progress: () => undefined,
    print: (text) => void agent.printed.push(text),
    group: (title, lines) => void agent.printed.push(title, ...lines),
    warn: (text) => void agent.warnings.push(text),
    output: (name, value) => {
      agent.outputs[name] = value;
    },
    finish: (result, message, exitCode) => {
      agent.finished = { result, message, exitCode };
    },
  };
  return agent;
}

/** What an agent attaches on a machine whose disk is full. */
export function fullDisk(): never {
  throw new Error("ENOSPC");
}

function connectionOf(sketch: SketchedConnection | undefined): ServiceConnection | undefined {
  return (
    sketch && {
      url: sketch.address,
      parameter: (name) => sketch.parameters?.[name] ?? "",
      field: (name) => sketch.fields?.[name] ?? "",
    }
  );
}

export const noNetworkSettings = {
  proxy: { proxyUrl: "", proxyUsername: "", proxyPassword: "" },
  certificates: { caFile: "", certFile: "", keyFile: "", passphrase: "" },
  sanitize,
};
