import type { NightOfPipeline, NightOfProject } from "../../../shared/journal/night";
import type { ReportProblem } from "../../../shared/report/schema";
import { utcZone } from "../../../shared/text/zone";
import { gridOf } from "../../../tab/geometry/grid";
import type { WatchedProject } from "../../../tab/geometry/night";

/** A night of one project for tests: by default, all is well in every hour. */

export const hour = 3600;
export const now = Date.UTC(2026, 10, 24, 6, 38) / 1000;
export const [thisHour, today] = [Math.floor(now / hour), Math.floor(now / hour / 24)];

/** `hours` are its last ones. */
export const pipeline = ({ hours = "", ...changes }: Partial<NightOfPipeline> = {}): NightOfPipeline => ({
  ...{ pipeline: "invoices", definitionId: 1, days: "w".repeat(28), figures: [], branches: [] },
  ...{ checked: [], failed: [], flaky: [], ...changes },
  hours: hours.padStart(168, "w"),
});

export const watched = (
  pipelines: NightOfPipeline[],
  changes: Partial<Omit<WatchedProject, "night">> & { night?: Partial<NightOfProject> } = {},
): WatchedProject => ({
  ...{ monitor: "night watch", zone: utcZone, problems: [], isSilent: false, ...changes },
  night: {
    ...{
      project: "0123456789abcdef",
      name: "Night Shift",
      url: "https://dev.azure.com/contoso/Night%20Shift",
    },
    ...{ since: 0, lastHour: thisHour, lastDay: today, pipelines, ...changes.night },
  },
});

export const problem = (changes: Partial<ReportProblem> = {}): ReportProblem => ({
  ...{ key: "1", project: "Night Shift", pipeline: "invoices", kind: "failed", sentence: "failed" },
  ...{ severity: "failure", importance: "normal", since: now - 3 * hour, last: now, count: 3 },
  ...{ state: { kind: "told", why: "" }, ...changes },
});
export const mutedSince = (since: number) => problem({ since, state: { kind: "muted", why: "Muted." } });

/** The last 24 hours. */
export const day = gridOf("24h", now, utcZone);
