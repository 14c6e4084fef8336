import type { NetworkSettings } from "../http/network";
import type { Sanitize } from "../text/sanitize";
import type { Advice } from "./advice";
import type { OutputValue } from "./output-values";

/** The results of a task that the agent knows. */
export type TaskResult = "Succeeded" | "SucceededWithIssues" | "Failed";

/** A service connection that the step was given. Texts that it does not have are empty. */
export interface ServiceConnection {
  url: string;
  /** The caller must register a secret one. */
  parameter(name: string): string;
  field(name: string): string;
}

export interface Variables {
  /** A pipeline variable, such as System.CollectionUri. There are none outside a pipeline. */
  variable(name: string): string;
}

/** Where a step is told what to do, and where it runs. */
export interface StepSource extends Variables {
  input(name: string): string;
}

/** The agent that runs a task. Nothing else reads inputs or prints. Texts that are not given are empty. */
export interface Agent extends Advice, StepSource {
  /** The path of a `filePath` input. */
  fileInput(name: string): string;
  environment(name: string): string;
  /** The job access token, registered as a secret. */
  jobToken(): string;
  /** Undefined if the step was not given that service connection, as outside a pipeline. */
  connection(id: string): ServiceConnection | undefined;
  network(url: URL): NetworkSettings;
  /**
   * Prepares a text from outside for display, chat or files: on one line, without secrets and concealed
   * texts.
   */
  sanitize: Sanitize;
  /** Hides a value, in all its forms, in everything that is printed from now on. */
  secret(value: string): void;
  /** Hides a text that is no credential, such as a telephone number, wherever a service is quoted. */
  conceal(text: string): void;
  /** Never hides this text, in lower case, although a concealed text may be part of it. */
  reveal(text: string): void;
  tagRun(tag: string): void;
  /** Offers a file for download on the page of the run. */
  attach(path: string): void;
  /** Attaches a text to the run as a file of that type and name. Throws if the file cannot be written. */
  attachReport(type: string, name: string, text: string): void;
  /**
   * Offers a file for download: the page in the task's folder, filled with a text. A failure costs a warning.
   */
  offerPage(name: string, text: string, fill: (page: string, text: string) => string): void;
  /** Shows Markdown under a title on the page of the run. Warns if that fails. */
  summary(title: string, markdown: string): void;
  /** Adds it to the page of the run. */
  issue(kind: "warning" | "error", text: string): void;
  /** From 0 to 100. */
  progress(percent: number, text: string): void;
  /** Prints one line, sanitized. */
  print(text: string): void;
  /** Prints lines that the page of the run folds under a title. */
  group(title: string, lines: readonly string[]): void;
  warn(text: string): void;
  /** Sets an output variable of the task. Scripts use its value, so it has a closed form. */
  output(name: string, value: OutputValue): void;
  /** Ends the task with its result. `exitCode` is the exit code of the process outside a pipeline. */
  finish(result: TaskResult, message: string, exitCode: number): void;
}
