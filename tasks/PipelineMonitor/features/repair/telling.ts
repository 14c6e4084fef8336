import type { Phrase } from "../../../../shared/chat/message";
import { messageOf } from "../../../../shared/errors";
import {
  type Pipeline,
  type PipelineId,
  pathOf,
  pipelineIdOf,
  pipelineNamesAmong,
} from "../../../../shared/pipeline";
import { pluralize } from "../../../../shared/text/pluralize";
import type { Entries } from "../../config/entries";
import type { Context } from "../../issue/context";
import { isIssue } from "../../issue/finding";
import { runOf } from "../../issue/issue";
import { momentAt, words } from "../../issue/parts";
import type { Figure, Row, ToldProject } from "../../issue/report";
import { pipelineNames } from "../../render/names";
import { isRerun, type Repair } from "./record";
import { whatFailed } from "./words";

/** Those of which no problem and no line of this report tells. */
export function untoldRepairs(repairs: readonly Repair[], { issues, notes, lasting }: ToldProject): Repair[] {
  const contents = lasting.flatMap(({ entry: { content } }) => (isIssue(content) ? [content] : []));
  const runs = [...[...issues, ...contents].map(runOf), ...notes.map(({ run }) => run)];
  const ids = new Set(runs.map((run) => run?.id));
  return repairs.filter(({ runId }) => runId === undefined || !ids.has(runId));
}

/** "lost its agent at 02:59 UTC; run again, and succeeded", or why nothing was done. */
export function repairRow(repair: Repair, project: ToldProject): Row {
  const { config, runPage } = project;
  const { pipeline, kind, at, state, runId, outcome } = repair;
  const isGood = outcome === "helped";
  return {
    pipeline: pipelineNames(project)({ pipeline }),
    sentence: [
      words(`${whatFailed[kind]} at `),
      momentAt(at, config.zone),
      words(`; ${whatBecameOf(repair)}`),
    ],
    page: state === "sent" && runId !== undefined ? runPage(runId) : undefined,
    list: isGood ? "Repairs that helped" : "Repairs that did not help, or not yet",
    isGood,
  };
}

/** Counted ten minutes or more after the request, when its outcome is known. */
export function figureOf({ pipeline, kind, state, outcome }: Repair, project: ToldProject): Figure {
  return {
    name: "pipeline_keeper.repairs",
    unit: "{repair}",
    description: "Runs that the monitor ran again or started.",
    pipeline: pipelineNames(project)({ pipeline }),
    attributes: { "pipeline_keeper.repair.kind": kind, "pipeline_keeper.repair.result": outcome ?? state },
  };
}

function whatBecameOf({ kind, state, outcome }: Repair): string {
  const done = isRerun(kind) ? "run again" : "started by the monitor";
  if (state === "sent")
    return `${done}${outcome === undefined ? "" : outcome === "helped" ? ", and succeeded" : ", and failed"}`;
  const reasons = {
    intended: "the monitor's step ended before it was known whether the request was sent",
    unknown: "the service did not say whether it took the request",
    denied: "the permission is missing",
    refused: "the service refused it",
  };
  return `not ${done}: ${reasons[state]}`;
}

/** For the digest: "The monitor repaired 4 runs, of which 3 then succeeded: nightly import (2), price feed." */
export function repairsTold(repairs: readonly Repair[], project: ToldProject): Phrase[] {
  const sent = repairs.filter(({ state }) => state === "sent");
  if (sent.length === 0) return [];
  const saved = sent.filter(({ outcome }) => outcome === "helped");
  const nameOf = pipelineNames(project);
  const counts = new Map<string, number>();
  for (const name of saved.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const mostRepaired = [...counts].sort(([, one], [, other]) => other - one).slice(0, maxNamed);
  const names = mostRepaired.flatMap(([name, count], index) => [
    words(index === 0 ? ": " : ", "),
    { name },
    words(count === 1 ? "" : ` (${count})`),
  ]);
  const more = counts.size > maxNamed ? [words(`, and ${counts.size - maxNamed} more`)] : [];
  const end = `, of which ${saved.length === 0 ? "none" : saved.length} then succeeded`;
  return [
    [words(`The monitor repaired ${pluralize(sent.length, "run")}${end}`), ...names, ...more, words(".")],
  ];
}

const maxNamed = 3;

/** Each takes three requests. */
const maxPipelines = 50;

const actions: Readonly<Record<Repair["kind"], string>> = {
  knownIssue: "failed jobs are run again once after a known issue",
  lostAgent: "failed jobs are run again once if their agent was lost",
  missed: "a missed run is started once",
};

/** Which pipelines the monitor may repair, those with a known issue that it would retry included, and whether the credential has the permission. Acts on nothing. */
export async function explainRepairs(
  allowed: Entries<readonly Repair["kind"][]>,
  retried: ReadonlySet<PipelineId>,
  { service, cancelled }: Context,
): Promise<string[]> {
  const pipelines = await service.allPipelines(cancelled);
  const nameOf = pipelineNamesAmong(pipelines);
  const chosen = pipelines.flatMap((pipeline) => {
    const retrying: readonly Repair["kind"][] = retried.has(pipelineIdOf(pipeline)) ? ["knownIssue"] : [];
    const kinds = [...retrying, ...allowed.entryFor(pathOf(pipeline))];
    return kinds.length === 0 ? [] : [{ pipeline, what: kinds.map((kind) => actions[kind]).join("; ") }];
  });
  const explained: string[] = [];
  for (const { pipeline, what } of chosen.slice(0, maxPipelines))
    explained.push(`${nameOf(pipeline)}: ${what}. ${await permissionTo(pipeline, service, cancelled)}`);
  const left = chosen.length - explained.length;
  const more = left === 0 ? [] : [`and ${left} more, which are not asked about`];
  return ["", "Repairs:", ...explained, ...more];
}

async function permissionTo(
  { id = Number.NaN }: Pipeline,
  service: Context["service"],
  signal: AbortSignal,
): Promise<string> {
  try {
    return (await service.mayQueue(id, signal))
      ? 'The credential\'s identity may queue it. A personal access token also needs the scope "Build (read and execute)".'
      : 'The credential\'s identity may not queue it: grant it "Queue builds" in the security settings of the pipeline.';
  } catch (error) {
    signal.throwIfAborted();
    return `Could not ask whether the credential may queue it: ${messageOf(error)}`;
  }
}
