import type { Outcome, TaskContext } from "./task";
import type { HelpTable } from "./troubleshooting";

/** A task as a command-line program. */
export interface Program {
  /** Its inputs. The first may be given without its name. */
  names: readonly [string, ...string[]];
  /** The inputs that are true or false; without a value they are true. */
  switches: readonly string[];
  /** The folder of its manifest and schema, which is the folder of the bundle. */
  folder: string;
  /** The environment variables that it reads, each with a description. */
  environment: Readonly<Record<string, string>>;
  /** Completes "5 problems found; …". */
  nothingDone: string;
  starter: Starter;
  /** The rows of the task's troubleshooting page. */
  troubleshooting: HelpTable;
  tools: Readonly<Record<string, Tool>>;
}

/** Something that a task can do at a command line besides its work. */
export interface Tool {
  /** A sentence without its full stop. */
  description: string;
  /** Its options, each with a description. The first may be given without its name. */
  options: Readonly<Record<string, string>>;
  act(context: TaskContext): Promise<Outcome>;
}

/** The file that configures a task, as `--init` writes it. */
export interface Starter {
  file: string;
  /** The name of its schema in the folder of the task. */
  schema: string;
  /** The answers that it is made from, each with a description. */
  answers: Readonly<Record<string, string>>;
  /** The value of the file, the problems of the answers, and the fields that the user must still fill in. */
  make(answer: (name: string) => string | undefined): { value: object; problems: string[]; open: string[] };
  /** The lines of a pipeline that runs the task (`NAME@MAJOR`) with the file at a path, written as YAML. */
  pipeline(task: string, file: string, answer: (name: string) => string | undefined): readonly string[];
  /**
   * The notes on the file, what to do before the next commands (a clause), and these commands: options, and what each
   * is for.
   */
  next(
    file: string,
    answer: (name: string) => string | undefined,
  ): { notes: readonly string[]; before: string; commands: readonly (readonly [string, string])[] };
}
