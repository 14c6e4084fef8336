import type { Agent, TaskResult } from "../shared/agent";

/** The agent's in-memory twin: hands out what it is given, and remembers what the task asked and said. */
export interface MemoryAgent extends Agent {
  inputsRead: Set<string>;
  printed: string[];
  warnings: string[];
  secrets: string[];
  outputs: Record<string, string>;
  concealed: string[];
  attached: string[];
  finished: { result: TaskResult; message: string; exitCode: number } | undefined;
}

export interface MemoryAgentState {
  inputs?: Record<string, string>;
  environment?: Record<string, string>;
  variables?: Record<string, string>;
  jobToken?: string;
}

export function memoryAgent(state: MemoryAgentState = {}): MemoryAgent {
  const input = (name: string) => {
    agent.inputsRead.add(name);
    return state.inputs?.[name] ?? "";
  };
  const agent: MemoryAgent = {
    inputsRead: new Set(),
    printed: [],
    warnings: [],
    secrets: [],
    outputs: {},
    concealed: [],
    attached: [],
    finished: undefined,
    input,
    fileInput: input,
    environment: (name) => state.environment?.[name] ?? "",
    variable: (name) => state.variables?.[name] ?? "",
    jobToken: () => state.jobToken ?? "",
    network: () => noNetworkSettings,
    secret: (value) => void agent.secrets.push(value),
    redact: (text) => text,
    conceal: (text) => void agent.concealed.push(text),
    attach: (path) => void agent.attached.push(path),
    progress: () => undefined,
    print: (text) => void agent.printed.push(text),
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

export const noNetworkSettings = {
  proxy: { proxyUrl: "", proxyUsername: "", proxyPassword: "" },
  certificates: { caFile: "", certFile: "", keyFile: "", passphrase: "" },
  redact: (text: string) => text,
};
