import { unresolvedVariable } from "../errors";
import type { Agent, ServiceConnection } from "./agent";

/** Reads a task's inputs into types, and collects what is wrong with them instead of stopping at the first. */
export interface InputReader {
  /** Every problem so far, each with the name of its input. */
  problems: string[];
  /** A text without the blanks around it; empty when it is not given or at fault. */
  text(name: string): string;
  /** The path of a file; empty when it is not given or at fault. */
  file(name: string): string;
  /** One of some words; the first where the input is not given or at fault. */
  oneOf<T extends string>(name: string, words: readonly [T, ...T[]]): T;
  trueOrFalse(name: string): boolean;
  /** A number within bounds, decimals allowed; the default where the input is not given or at fault. */
  decimal(name: string, fallback: number, min: number, max: number): number;
  /** A whole number within bounds; the default where the input is not given or at fault. */
  wholeNumber(name: string, fallback: number, min: number, max: number): number;
  /** The service connection that an input names; undefined when it is not given or at fault. */
  connection(name: string): ServiceConnection | undefined;
  /** An environment variable that holds a credential, registered as a secret; empty when absent or at fault. */
  credential(name: string): string;
}

/** A reader over an agent's inputs. */
export function createInputReader(agent: Agent): InputReader {
  const problems: string[] = [];
  /** The value, or nothing and a problem when it still reads `$(NAME)`. */
  const resolved = (name: string, value: string) => {
    const problem = unresolvedVariable(name, value);
    if (problem === undefined) return value;
    problems.push(problem);
    return "";
  };
  const text = (name: string) => resolved(name, agent.input(name).trim());
  const expect = (name: string, what: string, value: string) =>
    void problems.push(`${name}: expected ${what}, got "${value}"`);
  return {
    problems,
    text,
    file: (name) => resolved(name, agent.fileInput(name)),
    oneOf(name, words) {
      const value = text(name);
      const word = words.find((candidate) => candidate === value);
      if (word === undefined && value !== "") expect(name, listed(words), value);
      return word ?? words[0];
    },
    trueOrFalse(name) {
      const value = text(name).toLowerCase();
      if (!["", "true", "false"].includes(value)) expect(name, "true or false", value);
      return value === "true";
    },
    decimal(name, fallback, min, max) {
      const value = text(name);
      if (value === "") return fallback;
      const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
      if (number >= min && number <= max) return number;
      expect(name, `a number from ${min} to ${max}`, value);
      return fallback;
    },
    wholeNumber(name, fallback, min, max) {
      const value = text(name);
      if (value === "") return fallback;
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (number >= min && number <= max) return number;
      expect(name, `a whole number from ${min} to ${max}`, value);
      return fallback;
    },
    connection(name) {
      const id = text(name);
      const connection = id === "" ? undefined : agent.connection(id);
      if (id !== "" && connection === undefined)
        problems.push(
          // What was given is not shown: somebody may have pasted an address or a key.
          `${name}: there is no service connection of that name here; name one of the project's that this pipeline ` +
            "may use (outside a pipeline there are none)",
        );
      return connection;
    },
    credential(name) {
      const value = resolved(name, agent.environment(name));
      agent.secret(value);
      if (!/\s/.test(value)) return value;
      problems.push(`${name}: holds a blank or a line break, which makes the credential wrong`);
      return "";
    },
  };
}

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
