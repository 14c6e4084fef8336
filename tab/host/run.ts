import { attachmentType } from "../../shared/report/form";
import { maxAttachmentBytes, type ParsedReport, parseReport, tooLarge } from "../../shared/report/parse";
import type { Step } from "../words/empty-state";
import { withOwnLinks } from "./own-links";
import { type Get, memberOf, notUnderstood, readJson, valuesOf } from "./service";

/**
 * Finds a run and its project in the run's API URL by pattern, because hosts and folders differ from server to server: Azure DevOps
 * Server has further folders in the URL of a project.
 */
export function findRun(url: string): { project: string; run: string } | undefined {
  const [, project = "", id] = /^(https?:\/\/.+?)\/_apis\/build\/builds\/(\d+)/i.exec(url) ?? [];
  return id === undefined ? undefined : { project, run: runUrl(project, id) };
}

export function runUrl(project: string, id: number | string): string {
  return `${project}/_apis/build/builds/${id}`;
}

/** Finds the part of an attachment's link that names it: `TIMELINE/RECORD/attachments/TYPE/NAME`. */
export function findAttachment(href: string): string | undefined {
  const pattern = /\/([\da-f-]{36}\/[\da-f-]{36}\/attachments\/[^/?#]+\/[^/?#]+)(?:[?#]|$)/i;
  return pattern.exec(href)?.[1];
}

export function resourceUrl(run: string, resource: string): string {
  return `${run}/${resource}?api-version=5.0-preview.2`;
}

/** The files of a type that steps attached to a run, in the order of the service. `step` is the step's id. */
export async function listAttachments(get: Get, run: string, type: string, what: string) {
  const listed = await readJson(get, resourceUrl(run, `attachments/${type}`), what);
  return (listed === undefined ? [] : valuesOf(listed, what)).map((entry) => {
    const href = String(memberOf(entry, "_links", "self", "href"));
    const path = findAttachment(href);
    const [, step = "", , , name = ""] = path?.split("/") ?? [];
    return { step, type, name, url: path === undefined ? href : resourceUrl(run, path) };
  });
}

export async function readReport(get: Get, url: string): Promise<ParsedReport> {
  const answer = await readAttachment(get, url, "the report", maxAttachmentBytes);
  if (answer === undefined) throw new Error("The report has been deleted, or you may not read it.");
  const parsed = answer.text === undefined ? tooLarge : parseReport(answer.text);
  const { project } = findRun(url) ?? {};
  if (parsed.kind !== "report" || project === undefined) return parsed;
  return { ...parsed, report: withOwnLinks(parsed.report, project.replace(/\/[^/]+$/, "")) };
}

export async function readAttachment(get: Get, url: string, what: string, maxBytes: number) {
  if (findAttachment(url) === undefined) throw notUnderstood(`the link to ${what}`);
  return get(url, what, maxBytes);
}

/** The tab's view of a run. A report is read once, and again only after a failure: nobody can change an attachment. */
export function connectRun(run: string, get: Get) {
  const readings = new Map<string, Promise<ParsedReport>>();
  return {
    reportUrls: async () =>
      (await listAttachments(get, run, attachmentType, "the list of reports")).map(({ url }) => url),
    report(url: string): Promise<ParsedReport> {
      const reading = readings.get(url) ?? readReport(get, url);
      readings.set(url, reading);
      reading.catch(() => readings.delete(url));
      return reading;
    },
    steps: async () =>
      findSteps(
        memberOf(await readJson(get, resourceUrl(run, "timeline"), "the steps of the run"), "records"),
      ),
  };
}

/** Our tasks by name; the extension for development has names of its own. */
const ownTasks = /^(PipelineMonitor|DomainRegister)(Dev)?$/;

/** Finds the steps of our tasks among the records of a timeline. Undefined if the timeline has no record at all. */
export function findSteps(records: unknown): Step[] | undefined {
  if (!Array.isArray(records) || records.length === 0) return undefined;
  return records.flatMap((record: unknown) => {
    const { task, state, result, issues } = Object(record);
    const name = String(Object(task).name);
    if (!ownTasks.test(name)) return [];
    const listed: unknown[] = Array.isArray(issues) ? issues : [];
    const errors = listed.flatMap((issue) => {
      const { type, message } = Object(issue);
      return type === "error" && typeof message === "string" ? [message] : [];
    });
    const isOpen = state === "pending" || state === "inProgress";
    const step = { task: name, state: isOpen ? state : "completed", result: String(result), errors } as const;
    return [step];
  });
}
