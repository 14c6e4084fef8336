import { groupBy } from "../../shared/group-by";
import type { NightOfProject } from "../../shared/journal/night";
import { journalType } from "../../shared/journal/schema";
import { attachmentType } from "../../shared/report/form";
import type { MonitorReport } from "../../shared/report/schema";
import { maxJournalBytes, readJournal } from "./read-journal";
import { listAttachments, readAttachment, readReport } from "./run";
import type { Get } from "./service";

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

export async function readSteps(project: string, get: Get, runId: number): Promise<MonitorStep[]> {
  const place = { project, buildId: String(runId) };
  const files = await Promise.all([
    listAttachments(get, place, attachmentType, "the list of reports"),
    listAttachments(get, place, journalType, "the list of journals"),
  ]);
  const steps = await Promise.all(
    [...groupBy(files.flat(), ({ step }) => step).values()].map(async (ofStep) => {
      const made: MonitorStep = { tag: undefined, reports: [], nights: undefined, problems: [] };
      await Promise.all(
        ofStep.map(({ type, name, url }) =>
          type === journalType ? addJournal(get, name, url, made) : addReport(get, url, made),
        ),
      );
      return made;
    }),
  );
  return steps.filter((one) => one.reports.length > 0 || one.nights !== undefined || one.problems.length > 0);
}

async function addReport(get: Get, url: string, known: MonitorStep): Promise<void> {
  const parsed = await readReport(get, url);
  if (parsed.kind === "report" && parsed.report.kind === "monitor") known.reports.push(parsed.report);
  if (parsed.kind === "unreadable") known.problems.push(`A report cannot be read: ${parsed.problem}`);
  if (parsed.kind === "otherVersion") known.problems.push("A report is of another version of the task.");
}

async function addJournal(get: Get, name: string, url: string, known: MonitorStep): Promise<void> {
  known.tag = name.replace(/\.json$/, "");
  const text = (await readAttachment(get, url, "the journal", maxJournalBytes))?.text;
  known.nights = text === undefined ? undefined : await readJournal(text);
  if (known.nights === undefined) known.problems.push("The journal cannot be read.");
}
