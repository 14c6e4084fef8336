import type { NetworkSettings } from "../http/network";
import type { Sanitize } from "../text/sanitize";
import type { Advice } from "./advice";
import type { OutputValue } from "./output-values";

/** The results of a task that the agent knows. */
export type TaskResult = "Succeeded" | "SucceededWithIssues" | "Failed";

/** A service connection that the step was given. What it does not have is an empty text. */
export interface ServiceConnection {
  url: string;
  /** Returns a parameter of its credential. The caller must register a secret one. */
  parameter(name: string): string;
  /** Returns one of its other fields. */
  field(name: string): string;
}

/** The agent that runs a task. Nothing else reads inputs or prints. */
export interface Agent extends Advice {
  /** Returns the value of an input; empty if none is given. */
  input(name: string): string;
  /** Returns the path of a `filePath` input; empty if none is given. */
  fileInput(name: string): string;
  /** Returns an environment variable; empty if it does not exist. */
  environment(name: string): string;
  /** Returns a pipeline variable, such as System.CollectionUri; empty outside a pipeline. */
  variable(name: string): string;
  /** Returns the job access token and registers it as a secret; empty if the job has none. */
  jobToken(): string;
  /**
   * Returns a service connection by its id; undefined if the step was not given it, as outside a pipeline.
   */
  connection(id: string): ServiceConnection | undefined;
  /** Returns the proxy and certificates for requests to a URL. */
  network(url: URL): NetworkSettings;
  /**
   * Prepares a text from outside for display, chat or files: on one line, without secrets and concealed
   * texts.
   */
  sanitize: Sanitize;
  /**
   * Removes secrets and concealed texts, but keeps line breaks. For recordings, whose lines are the
   * service's.
   */
  redact(text: string): string;
  /** Hides a value, in all its forms, in everything that is printed from now on. */
  secret(value: string): void;
  /** Hides a text that is no credential, such as a telephone number, wherever a service is quoted. */
  conceal(text: string): void;
  /** Adds a tag to this pipeline run. */
  tagRun(tag: string): void;
  /** Offers a file for download on the page of the run. */
  attach(path: string): void;
  /** Attaches a text to the run as a file of that type and name, for the tab on its page. Warns if that fails. */
  attachReport(type: string, name: string, text: string): void;
  /**
   * Offers a file for download: the page in the task's folder, filled with a text. A failure costs a warning.
   */
  offerPage(name: string, text: string, fill: (page: string, text: string) => string): void;
  /** Shows Markdown under a title on the page of the run. Warns if that fails. */
  summary(title: string, markdown: string): void;
  /** Adds a warning or error to the page of the run. */
  issue(kind: "warning" | "error", text: string): void;
  /** Shows the progress of the task, from 0 to 100. */
  progress(percent: number, text: string): void;
  /** Prints one line, sanitized. */
  print(text: string): void;
  /** Prints lines that the page of the run folds under a title. */
  group(title: string, lines: readonly string[]): void;
  /** Prints one warning. */
  warn(text: string): void;
  /** Sets an output variable of the task. Scripts use its value, so it has a closed form. */
  output(name: string, value: OutputValue): void;
  /** Ends the task with its result. `exitCode` is the exit code of the process outside a pipeline. */
  finish(result: TaskResult, message: string, exitCode: number): void;
}
