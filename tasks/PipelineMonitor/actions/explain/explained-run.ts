import type { Run, RunRecord } from "../../../../shared/azure-devops/records";
import { secondsOf } from "../../../../shared/azure-devops/run-state";
import { memberAt } from "../../../../shared/json/path";
import { pathOf, pathOfRun } from "../../../../shared/pipeline";
import { type NameOf, namesAmong } from "../../../../shared/subject";
import { pluralize } from "../../../../shared/text/pluralize";
import { duration } from "../../../../shared/text/time";
import { renderLocal, renderOffset, type Zone } from "../../../../shared/text/zone";
import { type HiddenBy, hiddenBy } from "../../config/filter";
import type { Config } from "../../config/parse";
import type { Issue } from "../../issue/issue";
import type { LogChoice } from "../../issue/links";
import { testsOf } from "../../rules/rules";

/** `issue` is what the monitor reports about the record. `file` is the value of the configuration file. */
export function renderExplainedRun(
  record: RunRecord,
  issue: Issue | undefined,
  config: Config,
  file: unknown,
  nameOf: NameOf = namesAmong([]),
): string[] {
  if ("unreadable" in record) {
    const { pipeline, buildNumber, id, problem } = record.unreadable;
    return [
      `${nameOf({ pipeline }) || "a pipeline without a name"} ${buildNumber} (run ${id ?? "without an id"})`,
      `  its record is not readable: ${problem}`,
      issue === undefined
        ? "  no message: its pipeline is not checked"
        : "  message: its record is not readable",
      ...renderLog(issue),
    ];
  }
  const { run } = record;
  const key = hiddenBy(config.pipelines, run);
  const name = nameOf({ pipeline: run.pipeline });
  const title = `${name} ${run.buildNumber} (run ${run.id}): ${renderTimes(run, config.zone)}`;
  if (key !== undefined) return [title, `  no message: ${renderHidden(key, run, config)}`];
  const { limits } = config.pipelines.entryFor(pathOfRun(run));
  const tests = limits === undefined ? [] : testsOf(run, limits, config.queueSecondsMax);
  const last = tests.findLastIndex((result) => result !== undefined);
  return [
    title,
    `  settings: ${renderSettings(pathOfRun(run), config, file)}`,
    ...tests.map((result, index) => `  ${index + 1}. ${renderTest(index, result, run, config)}`),
    ...(limits === undefined
      ? ["  no message: it is not checked"]
      : last === -1
        ? [issue === undefined ? "  no message" : "  message: a part of its record is not readable"]
        : [
            `  message: by test ${last + 1}${tests.filter((result) => result).length > 1 ? ", the last that matches" : ""}`,
          ]),
    ...renderLog(issue),
  ];
}

function renderHidden(key: HiddenBy, { pipeline, reason, branch }: Run, config: Config): string {
  if (key === "superseded")
    return "it was canceled before it did anything, because a newer run took its place";
  const { runs, branches = [] } = config.pipelines.entryFor(pathOf(pipeline)).filter;
  return key === "runs"
    ? `it was started by ${reason ?? `a pull request (${branch})`}, and runs is ${runs}`
    : `its branch is ${branch}, and branches is ${branches.join(", ")}`;
}

/** Renders times: "queued 2026-11-20 03:03:55, started 03:04:00, finished 03:09:00 UTC". */
function renderTimes({ queueTime, startTime, finishTime }: Run, zone: Zone): string {
  const times = [
    ["queued", queueTime],
    ["started", startTime],
    ["finished", finishTime],
  ] as const;
  let lastDate: string | undefined;
  const shown = times.map(([what, seconds]) => {
    if (seconds === undefined) return `not ${what}`;
    const [date = "", time = ""] = renderLocal(seconds, zone).split(" ");
    const isSame = date === lastDate;
    lastDate = date;
    return `${what} ${isSame ? "" : `${date} `}${time}`;
  });
  return `${shown.join(", ")} ${renderOffset(finishTime ?? startTime ?? queueTime ?? 0, zone)}`;
}

function renderSettings(pipeline: string, config: Config, file: unknown): string {
  const entry = config.pipelines.nameFor(pipeline) ?? "default";
  const { limits } = config.pipelines.entryFor(pipeline);
  const isOwn = (key: string) => memberAt(file, ["pipelines", entry, key]) !== undefined;
  const time = (key: string, seconds: number) =>
    `${key} ${seconds}${isOwn(key) ? "" : " (of pipelines.default)"}`;
  const settings =
    limits === undefined
      ? "check_flag false"
      : `${time("max_proc_time", limits.maxProcSeconds)}, ${time("min_proc_time", limits.minProcSeconds)}`;
  const isPattern = entry !== pipeline && entry !== "default";
  return `pipelines.${entry}${isPattern ? ", a pattern" : ""}: ${settings}; queue_time_max ${config.queueSecondsMax}`;
}

function renderTest(index: number, result: Issue | undefined, run: Run, config: Config): string {
  const { runSeconds, queuedSeconds } = secondsOf(run);
  const outcome = result === undefined ? "passes" : "matches";
  const unknown = "unknown, because a time is missing";
  if (index === 0) {
    const { minProcSeconds = 0, maxProcSeconds = 0 } = config.pipelines.entryFor(pathOfRun(run)).limits ?? {};
    const bounds = `${result === undefined ? "within" : "outside"} ${minProcSeconds} to ${maxProcSeconds} s`;
    return `run time ${Number.isNaN(runSeconds) ? unknown : `${duration(runSeconds)}, ${bounds}`}: ${outcome}`;
  }
  if (index === 1)
    return `status ${run.status}, ${run.result === "" ? "no result" : `result ${run.result}`}: ${outcome}`;
  const bound = `${result === undefined ? "not more" : "more"} than ${config.queueSecondsMax} s`;
  return `waited ${Number.isNaN(queuedSeconds) ? unknown : `${duration(queuedSeconds)}, ${bound}`}: ${outcome}`;
}

function renderLog(issue: Issue | undefined): string[] {
  if (issue === undefined) return [];
  const { choice, log, note } = issue.links;
  if (choice === undefined)
    return [
      `  log: ${log === undefined ? "none" : "that of the step that failed"}${note === "" ? "" : `, ${note}`}`,
    ];
  return [`  log: ${renderChoice(choice)}${note === "" ? "" : `; ${note}`}`];
}

function renderChoice({ logId, holdsError, logs, considered, lineCount }: LogChoice): string {
  if (logId === undefined)
    return logs === 0 ? "none, because it has none" : "none, because none of its entries is readable";
  const among = considered < logs ? `the fifth and later of ${logs}` : `all ${logs}, fewer than five`;
  const chosen = holdsError
    ? "the last that holds `error`"
    : `the longest (${pluralize(lineCount, "line")}), because no readable log holds \`error\``;
  return `${logId}, ${chosen}; considered: ${among}`;
}
