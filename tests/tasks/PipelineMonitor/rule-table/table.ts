import type { RuleCase } from "./case";
import { decisions } from "./decisions";
import { filters } from "./filters";
import { rules } from "./rules";

/** Every case of the monitor's rules; run through the rules in process and through the packaged task. */
export const ruleTable: readonly RuleCase[] = [...rules, ...decisions, ...filters];
