import { type Run, runsIn } from "../../../shared/azure-devops/records";
import { endsProblem, hasSucceeded } from "../../../shared/azure-devops/run-state";
import { groupBy } from "../../../shared/group-by";
import { isCalm } from "../../../shared/report/form";
import type { Subject } from "../../../shared/subject";
import { endsProblems, isHidden } from "../config/filter";
import { type Finding, isNote, subjectIn } from "./finding";
import { type Issue, isOfFailedRun, runOf } from "./issue";
import { placeOf, runsKey } from "./place";
import type { CheckedRun, Lasting, ToldProject } from "./report";
import { alreadyTold, type Silenced } from "./silenced";
import { subjectOf } from "./subject";
import { endOf } from "./window";

/** Whether the configuration keeps it quiet. It does not count, but the run's page shows it. */
export function isKeptQuiet({ silenced }: { silenced?: Silenced | undefined }): boolean {
  return silenced !== undefined && isCalm(silenced.by.state);
}

/** Whether no message has it. A problem that is known was in an earlier one. */
function isSilent({ silenced }: { silenced?: Silenced | undefined }): boolean {
  return silenced !== undefined && silenced.by !== alreadyTold;
}

/** The problems of a project: each is one, however many runs show it. */
export interface Problems {
  /** Those that last. */
  lasting: readonly Lasting[];
  /** Those of this report that are over, but that no success has ended: a run that took too long, and the next one did not. */
  passed: readonly (readonly [Issue, ...Issue[]])[];
  count: number;
}

/**
 * The problems of a report as a person counts them, who takes all failures of a pipeline for one. Every page, message and
 * output has this number. What the configuration keeps quiet does not count, nor does a failure after which the pipeline
 * has succeeded in the same report. `general` are the problems that are about no project.
 */
export function problemsOf(project: ToldProject, general: readonly Lasting[] = []): Problems {
  const now = endOf(project.window);
  const successAfter = successesAfter(project);
  const keyOf = (issue: Issue) => placeOf(issue, now).key;
  const lastingKeys = new Set(project.lasting.map(({ entry }) => entry.key));
  const over = project.issues.filter(
    (issue) => !isSilent(issue) && !lastingKeys.has(keyOf(issue)) && successAfter(issue) === undefined,
  );
  const passed = [...groupBy(over, keyOf).values()];
  const lasting = [...general, ...project.lasting].filter((problem) => !isKeptQuiet(problem));
  return { lasting, passed, count: lasting.length + passed.length };
}

/** The subjects of the problems, one for each; those of the project have none. */
export function subjectsOf({ lasting, passed }: Problems): Subject[] {
  const contents = [...lasting.map(({ entry }) => entry.content), ...passed.map(([issue]) => issue)];
  const isOfProject = (content: Finding) =>
    isNote(content) ? subjectIn(content).pipeline === undefined : content.about === "project";
  return contents.filter((content) => !isOfProject(content)).map(subjectIn);
}

/** Finds the later run of the same report that ended a failure; undefined if there is none, or it is no failed run. */
export function successesAfter(report: ToldProject): (issue: Issue) => CheckedRun | undefined {
  const successes = latestSuccesses(report);
  return (issue) => {
    const run = runOf(issue);
    if (run === undefined || !isOfFailedRun(issue)) return undefined;
    const success = successes.get(runsKey(subjectOf(run)));
    if (success === undefined) return undefined;
    const end = { at: finishOf(success), run: success };
    return endsProblem(end, { last: finishOf(run), run }) ? success : undefined;
  };
}

/** The last run of each pipeline and branch, where it was no problem. */
function latestSuccesses({ records, config }: ToldProject): Map<string, CheckedRun> {
  const latest = new Map<string, CheckedRun>();
  for (const run of runsIn(records)) {
    const counts = hasSucceeded(run)
      ? endsProblems(config.pipelines, run)
      : !isHidden(config.pipelines, { run });
    const key = runsKey(subjectOf(run));
    const before = latest.get(key);
    if (counts && (before === undefined || finishOf(before) < finishOf(run))) latest.set(key, run);
  }
  return new Map([...latest].filter(([, run]) => hasSucceeded(run) && run.verdict === undefined));
}

function finishOf({ finishTime = 0 }: Run): number {
  return finishTime;
}
