import type { Run } from "../../../../shared/azure-devops/records";
import { attemptOf } from "../../../../shared/azure-devops/records";
import type { ProjectJournal } from "../../../../shared/journal/schema";
import { builtInCauses } from "../../causes/built-in";

/** How a run ended, in the words of OpenTelemetry's conventions. */
export interface Ending {
  result: "success" | "failure" | "error" | "timeout" | "cancellation";
  /** Undefined if it is no failure. */
  errorType?: string;
}

/** The conventions' names of the service's results. */
const endings: ReadonlyMap<string, Ending> = new Map([
  ["succeeded", { result: "success" }],
  ["partiallySucceeded", { result: "failure", errorType: "partiallySucceeded" }],
  ["failed", { result: "failure", errorType: "failed" }],
  ["canceled", { result: "cancellation" }],
]);

/** The service reports runs that lost their agent or timed out as failed or canceled. */
const endingsByCause: ReadonlyMap<string, Ending> = new Map([
  ["lostAgent", { result: "error", errorType: "lostAgent" }],
  ["timeOut", { result: "timeout", errorType: "timeOut" }],
]);

const namedCauses: readonly string[] = [
  ...["noSpace", "undefinedVariable", "knownIssue"],
  ...builtInCauses.map(({ kind }) => kind),
];

/** `cause` is the kind of the run's cause, if that is known. */
export function endingOf({ result }: Run, cause: string | undefined): Ending {
  const ending = endings.get(result) ?? { result: "error", errorType: "_OTHER" };
  if (cause === undefined || ending.result === "success") return ending;
  const isNamed = ending.result === "failure" && namedCauses.includes(cause);
  return endingsByCause.get(cause) ?? (isNamed ? { ...ending, errorType: cause } : ending);
}

/** The kinds of the causes of runs that finished since a second since 1970, by the attempts of runs. */
export function causesOf({ pipelines }: ProjectJournal, since: number): Map<string, string> {
  const runs = [...pipelines.values()].flatMap(({ branches }) => branches.flatMap((branch) => branch.runs));
  return new Map(
    runs.flatMap((run) =>
      run.cause === undefined || run.finishTime < since ? [] : [[attemptOf(run), run.cause]],
    ),
  );
}
