import { join } from "node:path";
import type { Bench } from "../case";
import { measure } from "../measure";
import { type Row, shownSeconds, timeRow } from "../report";
import { sampleOf } from "../statistics";

const runCount = 5000;

/** The figures of `tests/tab/browser/measure-speed.ts`, in milliseconds. */
interface Speed {
  drawn: number[];
  complete: number[];
  scrollLayout: number[];
  empty: number[];
}

/** A report of 5,000 runs in a real browser, beside an empty table of as many rows. */
export async function tab({ runs }: Bench): Promise<Row[]> {
  const program = join(__dirname, "..", "..", "tab", "browser", "measure-speed.js");
  const { output } = await measure({
    command: process.execPath,
    arguments: [program, String(runCount), String(3 * runs)],
    cwd: __dirname,
    env: process.env,
  });
  const speed: Speed = JSON.parse(output);
  const seconds = (values: readonly number[]) => values.map((value) => value / 1000);
  const scroll = sampleOf(seconds(speed.scrollLayout));
  return [
    timeRow("tab", "drawn ÷ an empty table", { atMost: 8 }, seconds(speed.drawn), seconds(speed.empty)),
    timeRow(
      "tab",
      "all rows ÷ an empty table",
      { atMost: 12 },
      seconds(speed.complete),
      seconds(speed.empty),
    ),
    {
      case: "tab",
      measure: "seconds until it is drawn",
      ratio: sampleOf(seconds(speed.drawn)).median,
      goal: { atMost: 1 },
      figures: shownSeconds(sampleOf(seconds(speed.drawn))),
      raw: { drawnMilliseconds: speed.drawn },
    },
    {
      case: "tab",
      measure: "seconds of layout while scrolling",
      ratio: scroll.median,
      goal: "none",
      figures: shownSeconds(scroll),
      raw: { scrollLayoutMilliseconds: speed.scrollLayout },
    },
  ];
}
