import { join } from "node:path";
import type { Bench } from "../case";
import { measure } from "../measure";
import { type Row, shownSeconds } from "../report";
import { sampleOf } from "../statistics";

/** The figures of `tests/tab/browser/measure-hub.ts`: milliseconds, megabytes and counts. */
interface Speed {
  drawn: number[];
  complete: number[];
  longestTask: number[];
  megabytes: number[];
  requests: number[];
  attachments: number[];
}

/** The hub over a service that answers after 100 ms: monitors of 200 and of 1,000 pipelines, and 28 days of them. */
export async function hub({ runs }: Bench): Promise<Row[]> {
  const usual = await speedOf(200, 3 * runs);
  const large = await speedOf(1000, runs);
  return [
    inSeconds("seconds until it is drawn", usual.drawn, 1),
    inSeconds("seconds until 28 days of 200 pipelines are there", usual.complete, 2),
    inSeconds("seconds until 28 days of 1,000 pipelines are there", large.complete, 4),
    inSeconds("processor seconds of the longest task with 200 pipelines", usual.longestTask, 0.1),
    inSeconds("processor seconds of the longest task with 1,000 pipelines", large.longestTask, 0.1),
    inSeconds("seconds until 300 attachments are read", usual.attachments, 2),
    worst("memory of the page", usual.megabytes, 100, "MB"),
    worst("requests until it is drawn", usual.requests, 30, "requests"),
  ];
}

async function speedOf(pipelines: number, times: number): Promise<Speed> {
  const { output } = await measure({
    command: process.execPath,
    arguments: [
      join(__dirname, "..", "..", "tab", "browser", "measure-hub.js"),
      String(pipelines),
      String(times),
    ],
    cwd: __dirname,
    env: process.env,
  });
  return JSON.parse(output);
}

function inSeconds(name: string, milliseconds: readonly number[], atMost: number): Row {
  const sample = sampleOf(milliseconds.map((value) => value / 1000));
  return {
    ...{ case: "hub", measure: name, ratio: sample.median, goal: { atMost } },
    ...{ figures: shownSeconds(sample), raw: { milliseconds } },
  };
}

function worst(name: string, values: readonly number[], atMost: number, unit: string): Row {
  return {
    ...{ case: "hub", measure: name, ratio: Math.max(...values), goal: { atMost } },
    ...{ figures: `${Math.max(...values).toFixed(0)} ${unit}`, raw: { values } },
  };
}
