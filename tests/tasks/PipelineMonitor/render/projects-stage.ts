import { utcZone } from "../../../../shared/text/zone";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { type Note, recoveryNote } from "../../../../tasks/PipelineMonitor/issue/note";
import type { ToldProject } from "../../../../tasks/PipelineMonitor/issue/report";
import { lastHour } from "../../../../tasks/PipelineMonitor/issue/window";
import { issueOfRunCount, issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { failedRun } from "../failed-run";
import { projectReport } from "../report-stage";
import { reasons } from "../silences";
import { failed, withLinks } from "./blocks-stage";

const until = Date.UTC(2026, 10, 20, 3, 19);
const finishTime = until / 1000 - 600;
const times = { queueTime: finishTime - 310, startTime: finishTime - 300, finishTime };
const word = (text: string) => ({ words: text });
const silenced = (by: keyof typeof reasons, why: string) => ({
  silenced: { by: reasons[by], why: [word(why)] },
});
const runbook = new URL("https://wiki/a");
const alert = { owner: "Ops", mention: "@ops", runbook, importance: "high" } as const;

function waited(id: number, pipeline: string): Issue {
  const run = failedRun({ id, buildNumber: String(id), pipeline, result: "succeeded", ...times });
  return withLinks(issueOfWait(run, 900, 300), id);
}
const runsOf = (...issues: Issue[]) =>
  issues.flatMap(({ about }) => (about !== "project" && "run" in about ? [about] : []));
const recovery = (pipeline: string) => {
  const run = failedRun({ id: 9, buildNumber: "9", pipeline });
  return recoveryNote(run, new URL("https://h/9"), "is well again");
};

/** Issues with and without an owner, too few runs, a muted issue and one that is known, and notes. */
export function troubled(): ToldProject {
  const failedAt = { time: finishTime * 1000, zone: utcZone };
  const invoices = { ...failed(1, "invoices", times), alert, failedAt };
  const issues = [
    waited(2, "site_health"),
    invoices,
    issueOfRunCount(3, 10),
    { ...failed(3, "experiments", times), ...silenced("mute", "Muted until Friday.") },
    { ...failed(4, "stock levels", times), alert, ...silenced("known", "Reported at 01:19 UTC.") },
  ];
  const told: Note = { ...recovery("price feed"), ...silenced("mute", "Muted until Friday.") };
  const notes = [recovery("tax rates"), told];
  return {
    ...projectReport({ issues, notes, records: runsOf(...issues), runCount: 4 }),
    notRepeated: new Map([["known", until / 1000 - 7200]]),
    clockNote: "The agent's clock is 90 s behind.",
  };
}

/** Only a failure below its threshold. It was read a minute later. */
export function calm(): ToldProject {
  const issue = { ...failed(5, "orders", times), ...silenced("threshold", "Failure 1 of 2 in a row.") };
  const { config, ...report } = projectReport({ issues: [issue], records: runsOf(issue), runCount: 1 });
  const alerts = { ...config.alerts, remindSeconds: 3600 };
  const named = { ...config, projectName: "Day_Shift", alerts };
  return { ...report, config: named, window: lastHour(until + 60_000) };
}

export const unread = { ...projectReport().config, projectName: "Gone" };

export const unreadNote: Note = {
  says: [word("Could not read "), { name: "Gone" }],
  beneath: [[word("The step's log says why")]],
  ...{ severity: "failure", rank: -1, tally: { thing: "project", what: "could not be read" } },
};

export const silentNote: Note = { ...unreadNote, ...silenced("mute", "x") };

export const muteLine = { parts: [word("A mute lasts.")], severity: "note", rank: 9 } as const;
