import { attachmentType } from "../../shared/report/form";
import type { ReceivedRequest, Reply } from "./loopback";

/** A run as the tab reads it. */
export interface TabRun {
  id: number;
  isFinished?: boolean;
  /** The texts of the attached reports. */
  reports: readonly string[];
  /** The records of its timeline. */
  records?: readonly unknown[];
}

const timeline = "96ac2280-8cb4-5df5-99de-dd2da759617d";

/**
 * Answers the tab as a build service does: attachments and timelines of the runs of one project. What is not there
 * is a 404, as servers answer for an empty list.
 */
export function answerTab({ path }: ReceivedRequest, runs: readonly TabRun[], project: string): Reply {
  const body = bodyFor(path, runs, project);
  return body === undefined
    ? { status: 404 }
    : { body: typeof body === "string" ? body : JSON.stringify(body) };
}

function bodyFor(path: string, runs: readonly TabRun[], project: string): unknown {
  const [, id, rest = ""] = /\/builds\/(\d+)\/(.*)$/.exec(path) ?? [];
  const run = runs.find((one) => String(one.id) === id);
  if (run === undefined) return undefined;
  if (rest === "timeline") return { records: run.records ?? [] };
  const nameOf = (index: number) =>
    `${timeline}/00000000-0000-4000-8000-${String(index).padStart(12, "0")}/attachments/${attachmentType}/report`;
  if (rest !== `attachments/${attachmentType}`) return run.reports.find((_, index) => rest === nameOf(index));
  if (run.reports.length === 0) return undefined;
  const build = `${project}/_apis/build/Builds/${run.id}`;
  const links = run.reports.map((_, index) => ({ self: { href: `${build}/${nameOf(index)}` } }));
  return { count: links.length, value: links.map((_links) => ({ name: "report", _links })) };
}
