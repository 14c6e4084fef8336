import { pluralize } from "../shared/text/pluralize";

/**
 * Sentences of the product, for tests that read them in whole texts. Each is asserted literally beside its author; here a
 * change of the words costs one line.
 */
export const fewRuns = "Fewer runs than expected";
export const boughtNothing = "This run bought nothing";
export const verdict = "status completed, result failed";
export const waitedTooLong = "waited too long to start";
export const unlisted = "its logs could not be listed";
export const postedToChat = "posted to the chat";
export const endlessList =
  "build service: the list of runs could not be read to its end: it did not end after 1000 pages.";

/** The specification's form of too few runs. */
export const fewerThan = (expected: number, found: number) =>
  `${fewRuns} in the last hour: expected more than ${expected}, found ${found}.`;

export const posted = (problems: number, runs: number) =>
  `${pluralize(problems, "problem")} in ${pluralize(runs, "run")}; ${postedToChat}.`;
export const unread = (logs: number) => `${logs} of its logs could not be read`;
export const pauseOf = (seconds: number | "…") => `asked for a pause of ${seconds} s`;
export const notKnown = (domain: string) => `It is not known whether ${domain} was bought`;
export const inUnit = (money: string, amount: number) => `${money} USD (${amount} in the registrar's unit)`;
export const suggestion = (name: string) => `. Did you mean \`${name}\`?`;
export const unknownKey = (key: string, near?: string) =>
  `${key}: unknown key, ignored${near === undefined ? "" : suggestion(near)}`;
