import type { BuildService } from "../../../../shared/azure-devops/client";
import type { Part } from "../../../../shared/chat/message";
import { type Issue, isOfFailedRun, type Note, runOf } from "../../issue/issue";
import { numberOf, pipelineOf, words } from "../../issue/parts";
import type { ReportWindow } from "../../issue/window";
import { type OptionalCheck, withinBudget } from "../optional-check";
import { createPipelinesSeen, readHistories } from "./histories";
import { findRecovery, type History, type Recovery, renderNews, renderRecovery } from "./history";

const name = "history";

type Histories = ReadonlyMap<number, History>;

/** Says whether a failure is news, and which pipelines work again. Enabled by `history`. */
export const history: OptionalCheck = {
  name,
  isEnabled: ({ optional }) => optional.historyRuns > 0,
  begin(context) {
    const { config, service, window, cancelled } = context;
    const { historyRuns } = config.optional;
    const pipelines = createPipelinesSeen();
    return {
      count: (run) => pipelines.count(run),
      async complete(issues) {
        const histories = new Map<number, History>();
        let failure: unknown;
        try {
          await withinBudget(context, (signal) =>
            readHistories(pipelines.all(), historyRuns, service, histories, signal),
          );
        } catch (error) {
          cancelled.throwIfAborted();
          // The histories that were read before the error are still useful.
          failure = error ?? new Error("no reason given");
        }
        return {
          issues: issues.map((issue) => ({ ...issue, news: renderIssueNews(issue, histories, historyRuns) })),
          notes: recoveriesIn(histories, window).map((recovery) => recoveryLine(recovery, service)),
          failure,
        };
      },
    };
  },
};

function renderIssueNews(issue: Issue, histories: Histories, limit: number): Part[] {
  const run = runOf(issue);
  const runs = histories.get(run?.definitionId ?? Number.NaN);
  return run === undefined || runs === undefined || !isOfFailedRun(issue)
    ? []
    : renderNews(run.id, runs, limit);
}

function recoveriesIn(histories: Histories, window: ReportWindow): Recovery[] {
  const from = Math.max(window.from, window.listedSince.getTime() / 1000);
  return [...histories.values()].flatMap((runs) => findRecovery(runs, from) ?? []);
}

function recoveryLine(recovery: Recovery, service: Pick<BuildService, "runPage">): Note {
  const { run } = recovery;
  const parts = [
    pipelineOf(run),
    words(" "),
    ...numberOf(run, service.runPage(run.id)),
    words(` ${renderRecovery(recovery)}.`),
  ];
  const about = { pipeline: run.pipeline, at: run.finishTime };
  return { parts, severity: "recovery", rank: 5, issueCount: 0, recoveryCount: 1, ...about };
}
