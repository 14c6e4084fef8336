import type { NightOfProject } from "../../shared/journal/night";
import { journalType } from "../../shared/journal/schema";
import { attachmentType } from "../../shared/report/form";
import type { MonitorReport } from "../../shared/report/schema";
import { findAttachment, resourceUrl } from "./build-url";
import { maxJournalBytes, readJournal } from "./read-journal";
import { type Get, memberOf, notUnderstood, readAtMost, readJson, readReport, valuesOf } from "./service";

/** A step that monitors, by what it attached to its run. */
export interface MonitorStep {
  /** The tag of its monitor; undefined without a memory. */
  tag: string | undefined;
  /** One for each project that it told of. */
  reports: MonitorReport[];
  /** Undefined without a journal, or if it cannot be read. */
  nights: NightOfProject[] | undefined;
  /** Why a part of it could not be read. */
  problems: string[];
}

/** A file that a step attached, whose id `step` is. */
interface StepAttachment {
  step: string;
  name: string;
  url: string;
}

export async function readSteps(project: string, get: Get, runId: number): Promise<MonitorStep[]> {
  const [reports, journals] = await Promise.all([
    attachments(project, get, { runId, type: attachmentType, what: "the list of reports" }),
    attachments(project, get, { runId, type: journalType, what: "the list of journals" }),
  ]);
  // In the order of the service, whichever arrives first.
  const steps = new Map(
    [...reports, ...journals].map(({ step }): [string, MonitorStep] => [
      step,
      { tag: undefined, reports: [], nights: undefined, problems: [] },
    ]),
  );
  const into =
    (read: (get: Get, file: StepAttachment, known: MonitorStep) => Promise<void>) =>
    async (file: StepAttachment) => {
      const known = steps.get(file.step);
      if (known !== undefined) await read(get, file, known);
    };
  await Promise.all([...reports.map(into(addReport)), ...journals.map(into(addJournal))]);
  return [...steps.values()].filter(
    (one) => one.reports.length > 0 || one.nights !== undefined || one.problems.length > 0,
  );
}

async function attachments(
  project: string,
  get: Get,
  { runId, type, what }: { runId: number; type: string; what: string },
): Promise<StepAttachment[]> {
  const place = { project, buildId: String(runId) };
  const listed = await readJson(get, resourceUrl(place, `attachments/${type}`), what);
  if (listed === undefined) return [];
  return valuesOf(listed, what).map((entry) => {
    const path = findAttachment(String(memberOf(entry, "_links", "self", "href")));
    const name = memberOf(entry, "name");
    if (path === undefined || typeof name !== "string") throw notUnderstood(what);
    return { step: path.split("/")[1] ?? "", name, url: resourceUrl(place, path) };
  });
}

async function addReport(get: Get, { url }: StepAttachment, known: MonitorStep): Promise<void> {
  const parsed = await readReport(get, url);
  if (parsed.kind === "report" && parsed.report.kind === "monitor") known.reports.push(parsed.report);
  if (parsed.kind === "unreadable") known.problems.push(`A report cannot be read: ${parsed.problem}`);
  if (parsed.kind === "otherVersion") known.problems.push("A report is of another version of the task.");
}

async function addJournal(get: Get, { name, url }: StepAttachment, known: MonitorStep): Promise<void> {
  known.tag = name.replace(/\.json$/, "");
  const text = await readAtMost(get, url, "the journal", maxJournalBytes);
  known.nights = typeof text === "string" ? await readJournal(text) : undefined;
  if (known.nights === undefined) known.problems.push("The journal cannot be read.");
}
