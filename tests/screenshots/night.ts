import type { SandboxRun } from "../sandbox/build-service";
import { type RunSketch, sketchRun } from "../sandbox/runs";

const secondLook = Date.UTC(2026, 10, 20, 3, 19);
const pipelines = ["nightly import", "price feed", "invoices & reminders", "db_backup", "site health"];
const runsInFirstHour = 9;
const cause = "##[error]Bash exited with code '1'.";

/** What is wrong with some runs of the night, by their places in it. */
const trouble: Record<number, RunSketch> = {
  3: { runSeconds: 12 },
  10: { result: "failed", logs: ["Initialize job", "Checkout", "Set up", cause, "Publish", "Finalize job"] },
  11: { runSeconds: 1834 },
  14: { result: "canceled" },
  17: { queuedSeconds: 900 },
};

function runOfNight(place: number): SandboxRun {
  const inSecondHour = place - runsInFirstHour;
  return sketchRun(secondLook, {
    id: 800 + place,
    pipeline: pipelines[place % pipelines.length] ?? "",
    buildNumber: `20261120.${1 + Math.floor(place / pipelines.length)}`,
    finishedSecondsAgo: inSecondHour < 0 ? 7000 - 380 * place : 3500 - 230 * inSecondHour,
    runSeconds: 120 + ((place * 97) % 500),
    queuedSeconds: 3 + ((place * 7) % 25),
    ...trouble[place],
  });
}

const runs = Array.from({ length: 24 }, (_, place) => runOfNight(place));

/** Two hours of a night, each with the moment at which the monitor looks at it; in the first there are few runs. */
export const night = {
  first: { at: secondLook - 3_600_000, runs: runs.slice(0, runsInFirstHour) },
  second: { at: secondLook, runs },
};
