/** Advice that depends on where people run a task. */
export interface Advice {
  /**
   * How to give the task secrets: an imperative clause. `connection` is the input that takes a service connection in
   * place of the environment variables; empty if there is none.
   */
  secretAdvice(connection: string, ...variables: string[]): string;
  /** For a value that still reads `$(NAME)`: the end of a sentence, without its full stop. */
  unresolvedAdvice: string;
  /** For a service connection that does not exist: an imperative clause. */
  connectionAdvice: string;
}

export const pipelineAdvice: Advice = {
  secretAdvice: (connection, ...variables) =>
    `${connection === "" ? "" : `set \`${connection}\`, or `}map a secret variable in the step: ` +
    `\`env: { ${variables.map((name) => `${name}: $(${name})`).join(", ")} }\``,
  unresolvedAdvice:
    "because this variable does not exist here. Add it under Variables in the pipeline's editor, link its variable " +
    "group, or remove the line",
  connectionAdvice: "name one of the project's that this pipeline may use",
};

export const terminalAdvice: Advice = {
  secretAdvice: (_, ...variables) => `set ${variables.join(" and ")} in the environment`,
  unresolvedAdvice: "which only a pipeline replaces with a value. Put the value itself there",
  connectionAdvice: "leave it empty, because only pipelines have connections",
};
