import type { Run } from "../../../shared/azure-devops/records";
import type { Message } from "../../../shared/chat/message";
import { utcZone } from "../../../shared/text/zone";
import { type Issue, runOf } from "../../../tasks/PipelineMonitor/issue/issue";
import { recoveryNote } from "../../../tasks/PipelineMonitor/issue/note";
import type { ToldProject } from "../../../tasks/PipelineMonitor/issue/report";
import { composeMessage } from "../../../tasks/PipelineMonitor/render/message";
import {
  issueOfResult,
  issueOfRunCount,
  issueOfRunTime,
  issueOfWait,
} from "../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../sanitize";
import { failedRun, type RunChanges } from "../../tasks/PipelineMonitor/failed-run";
import { missedIssue, stuckIssue } from "../../tasks/PipelineMonitor/found-issues";
import { projectReport } from "../../tasks/PipelineMonitor/report-stage";

/** One problem, of any kind that a report tells. */
export interface Trouble {
  kind: "failed" | "tooLong" | "waited" | "missed" | "stuck" | "tooFew" | "recovered";
  pipeline: string;
  buildNumber: string;
  /** The line of the log; empty if it is unknown. */
  cause: string;
  owner: string;
}

const end = Date.UTC(2026, 10, 20, 3, 19) / 1000;
const page = (project: string, query: string) =>
  new URL(`https://dev.azure.com/contoso/${encodeURIComponent(sanitize(project))}/_build/results?${query}`);
const logPage =
  "view=logs&j=12f1170f-54f2-53f3-20dd-22fc7dff55f9&t=d3a1b7e2-0c5e-5a6f-9b1d-1f2e3d4c5b6a&l=1234";
/** The page of the monitor's own run. */
const ownRun = page("Night Shift", "buildId=900000");

/** The message on several projects for products, by the names of the projects. Runs are numbered from 1 on. */
export function badNight(night: Readonly<Record<string, readonly Trouble[]>>): Message {
  let id = 0;
  const projects = Object.entries(night).map(([projectName, troubles]) => {
    const { config, ...empty } = projectReport();
    const named: ToldProject = { ...empty, config: { ...config, projectName }, runCount: troubles.length };
    const found = troubles.map((trouble) => ({ trouble, id: ++id }));
    const recovered = found.filter(({ trouble }) => trouble.kind === "recovered");
    return {
      ...named,
      issues: found.flatMap((one) => issuesOf(named, one)),
      notes: recovered.map(({ trouble, id }) =>
        recoveryNote(runAs(trouble, id), page(projectName, `buildId=${id}`), "is well again"),
      ),
    };
  });
  const [first = projectReport()] = projects;
  const report = { config: first.config, projects, unread: [], notes: [], skipped: [], isListed: true };
  return composeMessage(report, "product", ownRun, sanitize);
}

function runAs({ pipeline, buildNumber }: Trouble, id: number, changes: RunChanges = {}): Run {
  return failedRun({ id, pipeline, buildNumber, ...changes });
}

function issuesOf(project: ToldProject, { trouble, id }: { trouble: Trouble; id: number }): Issue[] {
  const { projectName } = project.config;
  const { cause, owner } = trouble;
  const found = issueOfKind(project, trouble, id);
  if (found === undefined || runOf(found) === undefined) return found === undefined ? [] : [found];
  const name = [{ words: "no space left" }];
  return [
    {
      ...found,
      links: {
        runPage: page(projectName, `buildId=${id}`),
        log: page(projectName, `buildId=${id}&log`),
        logPage: page(projectName, `buildId=${id}&${logPage}`),
        note: "",
      },
      alert: { owner, mention: owner, runbook: new URL("https://wiki.example/x"), importance: "normal" },
      ...(cause === "" || found.verdict === "stuck"
        ? {}
        : { explanation: { sentence: [{ words: "Why: …" }], line: cause, name, group: undefined } }),
    },
  ];
}

function issueOfKind(project: ToldProject, trouble: Trouble, id: number): Issue | undefined {
  const run = runAs(trouble, id);
  switch (trouble.kind) {
    case "failed":
      return {
        ...issueOfResult(run),
        news: { kind: "streak", nth: 4, since: { time: end * 1000, zone: utcZone }, orMore: false },
      };
    case "tooLong":
      return issueOfRunTime(run, 1834, { minProcSeconds: 30, maxProcSeconds: 900 });
    case "waited":
      return issueOfWait(run, 900, 300);
    case "missed":
      return missedIssue(project, { pipeline: trouble.pipeline, at: end - 3600 });
    case "stuck": {
      const times = { status: "inProgress", result: "", startTime: end - 9000, finishTime: undefined };
      return stuckIssue({ ...run, ...times }, end);
    }
    case "tooFew":
      return issueOfRunCount(2, 10);
    case "recovered":
      return undefined;
  }
}

/** 300 issues of 120 pipelines in three projects, of all kinds but the last two. */
export function threeHundred(): Record<string, Trouble[]> {
  const kinds = ["failed", "failed", "tooLong", "failed", "waited", "missed", "failed", "stuck"] as const;
  const projects = ["Night Shift", "Shop", "Data Platform"];
  return Object.fromEntries(
    projects.map((project, at) => [
      project,
      Array.from({ length: 100 }, (_, index) => {
        const number = 40 * at + (index % 40);
        return {
          kind: kinds[number % kinds.length] ?? "failed",
          pipeline: `${["ledger export", "db backup", "price feed", "stock levels"][number % 4]} job${number}`,
          buildNumber: `20261120.${index}`,
          cause: `rsync: write failed on /srv/data/${number}: No space left on device (28)`,
          owner: "",
        };
      }),
    ]),
  );
}
