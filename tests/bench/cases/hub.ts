import { join } from "node:path";
import type { Bench } from "../case";
import { measure } from "../measure";
import { type Row, shownSeconds } from "../report";
import { sampleOf } from "../statistics";

const pipelines = 200;

/** The figures of `tests/tab/browser/measure-hub.ts`: milliseconds, megabytes and counts. */
interface Speed {
  drawn: number[];
  complete: number[];
  longestTask: number[];
  megabytes: number[];
  requests: number[];
}

/** The hub over a service that answers after 100 ms: a monitor of 200 pipelines, and 28 days of them. */
export async function hub({ runs }: Bench): Promise<Row[]> {
  const { output } = await measure({
    command: process.execPath,
    arguments: [
      join(__dirname, "..", "..", "tab", "browser", "measure-hub.js"),
      String(pipelines),
      String(3 * runs),
    ],
    cwd: __dirname,
    env: process.env,
  });
  const speed: Speed = JSON.parse(output);
  const inSeconds = (name: string, milliseconds: readonly number[], atMost: number): Row => {
    const sample = sampleOf(milliseconds.map((value) => value / 1000));
    return {
      ...{ case: "hub", measure: name, ratio: sample.median, goal: { atMost } },
      ...{ figures: shownSeconds(sample), raw: { milliseconds } },
    };
  };
  const worst = (name: string, values: readonly number[], atMost: number, unit: string): Row => ({
    ...{ case: "hub", measure: name, ratio: Math.max(...values), goal: { atMost } },
    ...{ figures: `${Math.max(...values).toFixed(0)} ${unit}`, raw: { values } },
  });
  return [
    inSeconds("seconds until it is drawn", speed.drawn, 1),
    inSeconds("seconds until 28 days of 200 pipelines are there", speed.complete, 2),
    inSeconds("seconds of the longest task while scrolling", speed.longestTask, 0.1),
    worst("memory of the page", speed.megabytes, 100, "MB"),
    worst("requests for a monitor, and two for the list", speed.requests, 6, "requests"),
  ];
}
