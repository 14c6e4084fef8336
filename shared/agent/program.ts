import type { Outcome, TaskContext } from "./task";

/** What a task is to people at a command line. */
export interface Program {
  /** Its inputs; the first may stand without its name. */
  names: readonly [string, ...string[]];
  /** The inputs that are true or false: without a value they are true. */
  switches: readonly string[];
  /** Where its manifest and its schema are: the folder of the bundle. */
  folder: string;
  /** The environment variables that it reads, with what they hold. */
  environment: Readonly<Record<string, string>>;
  starter: Starter;
  /** What else a person at a command line can ask for, by name. */
  tools: Readonly<Record<string, Tool>>;
}

/** Something that a task does for a person at a command line, beside its work. */
export interface Tool {
  /** What it does, in a sentence without its full stop. */
  does: string;
  /** What it can be told, with what that means; the first may stand without its name. */
  told: Readonly<Record<string, string>>;
  act(context: TaskContext): Promise<Outcome>;
}

/** The file that a task is configured by, made for a beginning. */
export interface Starter {
  /** The name of the file when nobody says another. */
  file: string;
  /** The name of its schema in the task's folder. */
  schema: string;
  /** What it can be made from, with what that means. */
  answers: Readonly<Record<string, string>>;
  /** The file's value; what is wrong with the answers; which ones are left for a person to fill in. */
  make(answer: (name: string) => string | undefined): { value: object; problems: string[]; open: string[] };
  /** What to do next, by what starts the task and the file's path. */
  next: (command: string, file: string) => string;
}
