import { EOL } from "node:os";
import { environmentProxy } from "../http/proxy";
import { secretForms } from "../text/redact";
import { terminalAdvice } from "./advice";
import type { Agent } from "./agent";
import { type CommandLine, type CommandLineOptions, parseCommandLine } from "./command-line";
import { createPrinter } from "./printer";

/** The agent for a person at a command line: plain lines, an exit code. */
export interface ConsoleAgent extends Agent {
  command(): CommandLine["command"];
}

export function consoleAgent(options: CommandLineOptions, commandLine: readonly string[]): ConsoleAgent {
  const { secrets, safe, ...redaction } = createPrinter();
  let parsed: CommandLine | undefined;
  const parsedCommandLine = () => {
    parsed ??= parseCommandLine(options, commandLine);
    return parsed;
  };
  const value = (name: string) => parsedCommandLine().values.get(name) ?? "";
  const agent: ConsoleAgent = {
    ...terminalAdvice,
    command: () => parsedCommandLine().command,
    input: value,
    fileInput: value,
    environment: (name) => process.env[name] ?? "",
    variable: () => "",
    jobToken: () => "",
    connection: () => undefined,
    network: (url) => ({
      proxy: environmentProxy(url, agent.secret),
      certificates: { caFile: "", certFile: "", keyFile: "", passphrase: "" },
      sanitize: redaction.sanitize,
    }),
    secret(value) {
      for (const form of secretForms(value)) secrets.add(form);
    },
    ...redaction,
    tagRun: () => undefined,
    attach: () => undefined,
    attachReport: () => undefined,
    offerPage: () => undefined,
    summary: () => undefined,
    issue: () => undefined,
    progress: () => undefined,
    print: (text) => void process.stdout.write(safe(text) + EOL),
    group(title, lines) {
      for (const line of [title, ...lines]) agent.print(line);
    },
    warn: (text) => void process.stdout.write(safe(`Warning: ${text}`) + EOL),
    output: () => undefined,
    finish(result, message, exitCode) {
      if (result === "Succeeded") process.stdout.write(safe(message) + EOL);
      else process.stderr.write(safe(`${result === "Failed" ? "Error" : "Warning"}: ${message}`) + EOL);
      process.exitCode = exitCode;
    },
  };
  return agent;
}
