import { attachmentType } from "../../shared/report/form";
import type { ParsedReport } from "../../shared/report/parse";
import type { Step } from "../words/empty-state";
import { type BuildPlace, listAttachments, readReport, resourceUrl } from "./attachments";
import { type Get, memberOf, readJson } from "./service";

/** The tab's view of a run. A report is read once, and again only after a failure: nobody can change an attachment. */
export function connectRun(place: BuildPlace, get: Get) {
  const readings = new Map<string, Promise<ParsedReport>>();
  return {
    reportUrls: async () =>
      (await listAttachments(get, place, attachmentType, "the list of reports")).map(({ url }) => url),
    report(url: string): Promise<ParsedReport> {
      const reading = readings.get(url) ?? readReport(get, url);
      readings.set(url, reading);
      reading.catch(() => readings.delete(url));
      return reading;
    },
    steps: async () =>
      findSteps(
        memberOf(await readJson(get, resourceUrl(place, "timeline"), "the steps of the run"), "records"),
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
    const known = state === "pending" || state === "inProgress" ? state : "completed";
    return [{ task: name, state: known, result: String(result), errors } as const];
  });
}
