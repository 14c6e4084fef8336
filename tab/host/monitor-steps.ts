import { groupBy } from "../../shared/group-by";
import { type NightOfProject, readNights } from "../../shared/journal/night";
import { journalType } from "../../shared/journal/schema";
import type { Pipeline } from "../../shared/pipeline";
import { attachmentType } from "../../shared/report/form";
import type { MonitorReport } from "../../shared/report/schema";
import { text as textOf } from "../geometry/project-run";
import { listAttachments, readAttachment, readReport, runUrl } from "./run";
import { type Get, readText } from "./service";

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
  const run = runUrl(project, runId);
  const files = await Promise.all([
    listAttachments(get, run, attachmentType, "the list of reports"),
    listAttachments(get, run, journalType, "the list of journals"),
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
  return steps.filter(
    ({ reports, nights, problems }) => reports.length + problems.length > 0 || nights !== undefined,
  );
}

async function addReport(get: Get, url: string, step: MonitorStep): Promise<void> {
  const parsed = await readReport(get, url);
  if (parsed.kind === "report" && parsed.report.kind === "monitor") step.reports.push(parsed.report);
  if (parsed.kind === "unreadable") step.problems.push(`A report cannot be read: ${parsed.problem}`);
  if (parsed.kind === "otherVersion") step.problems.push("A report is of another version of the task.");
}

async function addJournal(get: Get, name: string, url: string, step: MonitorStep): Promise<void> {
  step.tag = name.replace(/\.json$/, "");
  const text = (await readAttachment(get, url, "the journal", maxJournalBytes))?.text;
  step.nights = text === undefined ? undefined : await readJournal(text);
  if (step.nights === undefined) step.problems.push("The journal cannot be read.");
}

/** More than a monitor attaches, and than its content takes when it is unpacked. */
const maxJournalBytes = 4 * 2 ** 20;
const maxBytes = 32 * 2 ** 20;

/** A night for each project; undefined if it is no journal of this version, or too large. */
export async function readJournal(file: string): Promise<NightOfProject[] | undefined> {
  // Lets the browser draw and answer people.
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve));
  try {
    return (await readNights(JSON.parse(file), inflate, pause)).map((project) => ({
      ...project,
      name: textOf(project.name),
      pipelines: project.pipelines.map(({ owner, pipeline, ...figures }) => ({
        ...figures,
        pipeline: cleanPipeline(pipeline),
        ...(owner === undefined ? {} : { owner: textOf(owner) }),
      })),
    }));
  } catch {
    return undefined;
  }
}

function cleanPipeline({ id, name, folder }: Pipeline): Pipeline {
  return { id, name: textOf(name), folder: folder === undefined ? undefined : textOf(folder) };
}

/** Stops at the size limit: a few bytes can unpack to millions. */
async function inflate(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const content = await readText(inflated, maxBytes);
  if (content === undefined) throw new Error("the journal is too large");
  return content;
}
