import { EOL } from "node:os";
import { environmentProxy, noNetworkSettings } from "../http/network";
import { secretForms } from "../text/redact";
import { terminalAdvice } from "./advice";
import type { Agent } from "./agent";
import { createPrinter } from "./printer";

/**
 * The agent outside a pipeline: plain lines, an exit code. Inputs that `given` lacks are environment variables, as the
 * agent of Azure Pipelines sets them.
 */
export function consoleAgent(given: Readonly<Record<string, string>> = {}): Agent {
  const { secrets, safe, ...redaction } = createPrinter();
  const input = (name: string) => given[name] ?? process.env[`INPUT_${name.toUpperCase()}`] ?? "";
  const agent: Agent = {
    ...terminalAdvice,
    input,
    fileInput: input,
    environment: (name) => process.env[name] ?? "",
    variable: () => "",
    jobToken: () => "",
    connection: () => undefined,
    network: (url) => ({
      ...noNetworkSettings(redaction.sanitize),
      proxy: environmentProxy(url, agent.secret),
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
