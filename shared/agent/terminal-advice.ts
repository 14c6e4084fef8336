import type { Advice } from "./advice";

export const terminalAdvice: Advice = {
  secretAdvice: (_, ...variables) => `set ${variables.join(" and ")} in the environment`,
  unresolvedAdvice: "which only a pipeline replaces with a value. Put the value itself there",
  connectionAdvice: "leave out this option, because only pipelines have connections",
};
