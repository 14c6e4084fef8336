import { hasSucceeded } from "../../../shared/azure-devops/run-state";
import { journalType } from "../../../shared/journal/schema";
import { attachmentType, monitorTag } from "../../../shared/report/form";
import { parseReport } from "../../../shared/report/parse";
import { branchKey } from "../../../tab/geometry/failing";
import { projectOf } from "../../../tab/geometry/project";
import { type ProjectRun, parseRun } from "../../../tab/geometry/project-run";
import { type HubService, parseWait } from "../../../tab/host/hub-service";
import { readJournal } from "../../../tab/host/monitor-steps";
import { inlinedReport } from "../../../tab/pages/start-page";
import type { InlinedWorld } from "../hub-files";

/** The world that is in the page; `hub-files.ts` puts it there. */
export const inlinedWorld = (): InlinedWorld => JSON.parse(inlinedReport());

/** The service over a world. */
export function serviceOf({ project, runs: listed }: InlinedWorld): HubService {
  const all = listed.flatMap(({ record, ...run }) => {
    const parsed = parseRun(record, project);
    return parsed === undefined ? [] : [{ ...run, parsed }];
  });
  const ofRun = (id: number) => all.find(({ parsed }) => parsed.id === id);
  const runsThat = (keep: (run: ProjectRun) => boolean) => all.map(({ parsed }) => parsed).filter(keep);
  const listOf = (keep: (run: ProjectRun) => boolean) => ({ runs: runsThat(keep), isCut: false });
  return {
    project: projectOf({ name: decodeURIComponent(project.slice(project.lastIndexOf("/") + 1)) }),
    monitorRuns: async () => ({ runs: runsThat(({ tags }) => tags.includes(monitorTag)) }),
    monitorRunsSince: async () => listOf(() => false),
    defaultBranch: async () => undefined,
    async steps(id) {
      const { attachments = [] } = ofRun(id) ?? {};
      const parsed = attachments
        .filter(({ type }) => type === attachmentType)
        .map(({ text }) => parseReport(text));
      const reports = parsed.flatMap((one) =>
        one.kind === "report" && one.report.kind === "monitor" ? [one.report] : [],
      );
      const { name, text = "" } = attachments.find(({ type }) => type === journalType) ?? {};
      return [{ tag: name?.replace(/\.json$/, ""), reports, nights: await readJournal(text), problems: [] }];
    },
    failures: async () => listOf(({ result }) => ["failed", "partiallySucceeded"].includes(result)),
    lastSuccesses: async () => listOf(hasSucceeded),
    lastSuccess: async (run) =>
      runsThat((one) => hasSucceeded(one) && branchKey(one) === branchKey(run)).toSorted(
        (one, other) => (other.finishTime ?? 0) - (one.finishTime ?? 0),
      )[0],
    async successesBeside(run) {
      const of = runsThat((one) => hasSucceeded(one) && branchKey(one) === branchKey(run)).toSorted(
        (one, other) => (one.finishTime ?? 0) - (other.finishTime ?? 0),
      );
      const isAfter = ({ finishTime = 0 }: typeof run) => finishTime >= (run.finishTime ?? 0);
      return { before: of.findLast((one) => !isAfter(one)), after: of.find(isAfter) };
    },
    runsSince: async (since) => listOf(({ finishTime = 0 }) => finishTime >= since),
    others: async () => [],
    unfinishedRuns: async () => listOf(({ finishTime }) => finishTime === undefined),
    wait: async (id) => parseWait(ofRun(id)?.records),
    runsBetween: async (id, from, to) =>
      runsThat(({ pipeline, queueTime = 0 }) => pipeline.id === id && queueTime >= from && queueTime < to),
  };
}
