import { unresolvedVariable } from "../errors";
import { looksSecret } from "../text/secret-like";
import type { Agent, ServiceConnection } from "./agent";

export type InputReader = ReturnType<typeof createInputReader>;

/**
 * Reads the inputs of a task as typed values. Collects all problems instead of stopping at the first. A missing or
 * wrong text is empty; a missing or wrong number is its `fallback`.
 */
export function createInputReader(agent: Agent) {
  const problems: string[] = [];
  /** Empty, with a problem, if the value still reads `$(NAME)`. */
  const resolved = (name: string, value: string) => {
    const problem = unresolvedVariable(name, value, agent.unresolvedAdvice);
    if (problem === undefined) return value;
    problems.push(problem);
    return "";
  };
  /** Without the spaces around it. */
  const text = (name: string) => resolved(name, agent.input(name).trim());
  const expect = (name: string, what: string, value: string) =>
    void problems.push(
      `${name}: expected ${what}, got ${looksSecret(value) ? "something else" : `"${value}"`}`,
    );
  const numberReader =
    (form: RegExp, what: string) => (name: string, fallback: number, min: number, max: number) => {
      const value = text(name);
      if (value === "") return fallback;
      const number = form.test(value) ? Number(value) : Number.NaN;
      if (number >= min && number <= max) return number;
      expect(name, `${what} from ${min} to ${max}`, value);
      return fallback;
    };
  return {
    /** Every problem so far, each with the name of its input. */
    problems,
    text,
    file: (name: string) => resolved(name, agent.fileInput(name)),
    /** An environment variable. The caller must register a secret one. */
    variable: (name: string) => resolved(name, agent.environment(name)),
    /** One of `words`; the first if the input is missing or wrong. */
    oneOf<T extends string>(name: string, words: readonly [T, ...T[]]): T {
      const value = text(name);
      const word = words.find((candidate) => candidate === value);
      if (word === undefined && value !== "") expect(name, listed(words), value);
      return word ?? words[0];
    },
    trueOrFalse(name: string): boolean {
      const value = text(name).toLowerCase();
      if (!["", "true", "false"].includes(value)) expect(name, "true or false", value);
      return value === "true";
    },
    /** From `min` to `max`, decimals allowed. */
    decimal: numberReader(/^\d+(\.\d+)?$/, "a number"),
    wholeNumber: numberReader(/^\d{1,15}$/, "a whole number"),
    connection(name: string): ServiceConnection | undefined {
      const id = text(name);
      if (id === "") return undefined;
      const connection = agent.connection(id);
      if (connection === undefined)
        problems.push(
          // The value is not shown: it may be a URL or a key, pasted by mistake.
          `${name}: there is no such service connection here; ${agent.connectionAdvice}`,
        );
      return connection;
    },
  };
}

/** A credential from an environment variable, registered as a secret; empty if missing or wrong. */
export function readSecretVariable(reader: InputReader, agent: Agent, name: string): string {
  const value = reader.variable(name);
  agent.secret(value);
  if (!/\s/.test(value)) return value;
  reader.problems.push(`${name}: contains a space or a line break. Copy the credential again`);
  return "";
}

/** "a, b or c". */
export function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
