import type { NetworkSettings } from "../http/network";
import type { Sanitize } from "../text/sanitize";
import type { OutputValue } from "./output-values";

/** The results that the agent knows. */
export type TaskResult = "Succeeded" | "SucceededWithIssues" | "Failed";

/** A service connection of the project that a step was given; what it does not have is empty. */
export interface ServiceConnection {
  url: string;
  /** A parameter of its credential. Who reads a secret one registers it. */
  parameter(name: string): string;
  /** A field beside its credential. */
  field(name: string): string;
}

/** What a task sees of the machine that runs it. Nothing else reads inputs or prints. */
export interface Agent {
  /** The value of an input; empty when none is given. */
  input(name: string): string;
  /** The path that a `filePath` input names; empty when none is given. */
  fileInput(name: string): string;
  /** An environment variable as it is, empty when absent. */
  environment(name: string): string;
  /** A variable of the pipeline, such as System.CollectionUri; empty outside a pipeline. */
  variable(name: string): string;
  /** The job's own access token; empty when the job has none. Registered as a secret. */
  jobToken(): string;
  /** The service connection of an id; undefined when this step was given none, as outside a pipeline. */
  connection(id: string): ServiceConnection | undefined;
  /** Proxy and certificates for requests to an address. */
  network(url: URL): NetworkSettings;
  /** What every text from outside goes through before it is shown, posted or kept: no secret, no concealed text, one line. */
  sanitize: Sanitize;
  /** The same without making one line of it, for recordings: their lines are those of the service. */
  redact(text: string): string;
  /** Keeps a value, in all its forms, out of everything that is printed from now on. */
  secret(value: string): void;
  /** Keeps a text that is no credential, such as a telephone number, out of what services are quoted with. */
  conceal(text: string): void;
  /** Gives this run of the pipeline a tag. */
  tagRun(tag: string): void;
  /** Offers a file for download on the run's page. */
  attach(path: string): void;
  /** Shows Markdown under a title on the run's page. Warns when that cannot be. */
  summary(title: string, markdown: string): void;
  /** Lists a text among the warnings or errors of the run's page. */
  issue(kind: "warning" | "error", text: string): void;
  /** Shows how far the task is, from 0 to 100. */
  progress(percent: number, text: string): void;
  /** Prints one line, made harmless. */
  print(text: string): void;
  /** Prints lines that the run's page folds under a title. */
  group(title: string, lines: readonly string[]): void;
  /** Prints one warning. */
  warn(text: string): void;
  /** Publishes an output variable of the task; scripts use what it holds, so its value has a closed form. */
  output(name: string, value: OutputValue): void;
  /** Ends the task with its result; `exitCode` is the process's outside a pipeline. */
  finish(result: TaskResult, message: string, exitCode: number): void;
}
