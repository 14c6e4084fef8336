import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parseRun } from "../../../shared/azure-devops/records";
import { emptyJournal } from "../../../shared/journal/schema";
import { learn } from "../../../tasks/PipelineMonitor/features/missed-runs/learned/hour";
import { noteRuns } from "../../../tasks/PipelineMonitor/journal/note";
import { projectReport } from "../../tasks/PipelineMonitor/report-stage";
import type { Bench } from "../case";
import { filler } from "../made-runs";
import { type Row, timeRow } from "../report";

const { config } = projectReport();
const [pipelines, days] = [200, 28];
const [dayMinutes, end] = [1440, Date.UTC(2026, 10, 20) / 60_000];

/** The journal of four weeks of 200 pipelines, and what is learned from it, beside the parsing of the same runs. */
export async function schedules({ runs }: Bench): Promise<Row[]> {
  return [
    ...measureLearning("200 pipelines, every tenth hourly", runs, (pipeline) =>
      pipeline % 10 === 0 ? 60 : dayMinutes,
    ),
    ...measureLearning("200 hourly pipelines", runs, () => 60),
  ];
}

function measureLearning(name: string, runs: number, everyMinutes: (pipeline: number) => number): Row[] {
  const text = JSON.stringify(recordsOf(everyMinutes));
  const [noting, learning]: [number[], number[]] = [[], []];
  const [parsing, megabytes]: [number[], number[]] = [[], []];
  for (let run = 0; run < 3 * runs; run++) {
    const start = performance.now();
    const records: unknown[] = JSON.parse(text);
    const parsed = records.map(parseRun).flatMap((record) => ("run" in record ? record.run : []));
    const parsedAt = performance.now();
    const before = usedBytes();
    const begin = performance.now();
    const journal = noteRuns(emptyJournal, parsed, config);
    const noted = performance.now();
    const known = [...journal.pipelines.values()].flatMap(({ pipeline, branches, schedules }) =>
      schedules.map((one) => learn({ ...one, pipeline, branches }, end)),
    );
    const done = performance.now();
    megabytes.push((usedBytes() - before) / 2 ** 20);
    if (known.length < pipelines || known.some(({ pattern }) => pattern === undefined))
      throw new Error(`${name}: not all are learned`);
    parsing.push((parsedAt - start) / 1000);
    noting.push((noted - begin) / 1000);
    learning.push((done - noted) / 1000);
  }
  const row = timeRow("journal", `${name}: noting ÷ parsing their runs`, { atMost: 0.1 }, noting, parsing);
  return [
    {
      ...row,
      figures: `${row.figures}, ${Math.max(...megabytes).toFixed(1)} MB kept`,
      raw: { ...row.raw, megabytes },
    },
    timeRow("schedules", `${name}: learning ÷ parsing their runs`, { atMost: 0.2 }, learning, parsing),
  ];
}

/** Runs as a list has them, one pipeline after the other. */
function recordsOf(everyMinutes: (pipeline: number) => number): object[] {
  return Array.from({ length: pipelines }, (_, pipeline) => {
    const pause = everyMinutes(pipeline);
    return Array.from({ length: (days * dayMinutes) / pause }, (_, index) => {
      const queued = end - index * pause - (pipeline % 59) - 1;
      const at = (minutes: number) => new Date((queued + minutes) * 60_000).toISOString();
      return {
        ...filler,
        ...{ id: 1000 * pipeline + index, buildNumber: `${index}`, status: "completed", result: "succeeded" },
        ...{ definition: { id: pipeline, name: `pipeline ${pipeline}` }, sourceBranch: "refs/heads/main" },
        ...{ queueTime: at(0), startTime: at(0.1), finishTime: at(1), reason: "schedule" },
      };
    }).reverse();
  }).flat();
}

setFlagsFromString("--expose_gc");
const collect: unknown = runInNewContext("gc");

function usedBytes(): number {
  if (typeof collect === "function") collect();
  return process.memoryUsage().heapUsed;
}
