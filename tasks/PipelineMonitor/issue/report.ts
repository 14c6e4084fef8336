import type { Run, RunRecord } from "../../../shared/azure-devops/records";
import type { Line, Message, Phrase } from "../../../shared/chat/message";
import type { ProjectJournal } from "../../../shared/journal/schema";
import { pathOfRun } from "../../../shared/pipeline";
import type { Verdict } from "../../../shared/report/form";
import type { RunOrigin } from "../../../shared/report/origin";
import { isHidden } from "../config/filter";
import type { Config } from "../config/parse";
import type { Entry } from "./entry";
import type { AboutPipeline, Issue } from "./issue";
import type { ProjectTimes } from "./ledger";
import type { Note } from "./note";
import type { Family } from "./place";
import type { Silenced } from "./silenced";
import { isListed, type Window } from "./window";

export interface CheckedRun extends Run {
  /** How the tab draws it by the rules; undefined if they find nothing. */
  verdict?: Verdict;
  /** Whether it did nothing, because a newer run took its place in the queue. */
  isSuperseded?: boolean;
}
/** A record of the list, as the rules found it. */
export type CheckedRecord = { run: CheckedRun } | Exclude<RunRecord, { run: Run }>;

/** A problem that lasts. The content of its entry reads as of now. */
export interface Lasting {
  entry: Entry;
  /** Undefined if the message has it. */
  silenced?: Silenced | undefined;
}

/** The list of a project's runs, which features may correct before the rules see it. */
export interface ListedProject {
  config: Config;
  window: Window;
  /** A note about the agent's clock; empty if the clock is right. */
  clockNote: string;
  runPage: (id: number) => URL;
  /** Every record of the list, including those before the window, which were requested to find late ones. */
  records: readonly CheckedRecord[];
  /** The names of the optional checks that could not be done. */
  skipped: readonly string[];
  /** False if a check was skipped that finds issues. Then the report does not say that all is well. */
  isWhole: boolean;
  /** The families for which a check failed to look: their known problems may last. */
  mayLast: readonly Family[];
  /** From earlier reports; undefined if that is unknown. */
  times: ProjectTimes | undefined;
  /** The problems that earlier reports know. */
  entries: readonly Entry[];
  /** Everything that ran, this window included, once it was noted. */
  journal: ProjectJournal;
}

/** With the findings of the rules, and then of each stage. */
export interface FoundProject extends ListedProject {
  runCount: number;
  issues: readonly Issue[];
  /** Lines of the report that are not issues, such as pipelines that work again. */
  notes: readonly Note[];
  /** The ends of problems that no run ends, by the keys of their entries. Without a note, nobody is told. */
  ends: ReadonlyMap<string, Note | undefined>;
  /** Runs that show that the problems of features are over. */
  recoveries: readonly Recovery[];
}

/** A run that shows that a problem is over, if there is one. */
export interface Recovery {
  /** That of its entry. */
  key: string;
  /** In seconds since 1970. */
  at: number;
  run: Run;
}

/** As a target is told of it. */
export interface ToldProject extends FoundProject {
  /** The known problems that last and are not repeated, by the keys of their entries; when each was told, in seconds since 1970. */
  notRepeated: ReadonlyMap<string, number>;
  /** The current problems, whether the message has them or not. */
  lasting: readonly Lasting[];
}

/** A section on the page of the run. */
export interface Section {
  title: string;
  rows: readonly Row[];
}

/** Everything that is remembered of a period, as a section and as sentences. */
export interface Past extends Section {
  sentences: readonly Phrase[];
  /** For services that draw them. */
  figures: readonly Figure[];
}

/** One thing that is counted. */
export interface Figure {
  name: string;
  unit: string;
  description: string;
  pipeline: string;
  attributes: Readonly<Record<string, string>>;
}

/** A thing that the page of a run says, beside its problems. */
export interface Row {
  /** Its name, or what else the row is about. */
  pipeline: string;
  sentence: Phrase;
  page: URL | undefined;
  /** The list of the tab that has it, and whether that is good to read. */
  list: string;
  isGood: boolean;
}

/** Names a check that could not be done, or not in full. */
export function withSkipped<R extends ListedProject>(report: R, name: string): R {
  return { ...report, skipped: [...report.skipped, name] };
}

/** The records of the window that the rules see. */
export function listedRecords({ config, records, window }: ListedProject): CheckedRecord[] {
  return records.filter((record) => {
    const finishTime = "run" in record ? record.run.finishTime : undefined;
    return isListed(window, finishTime) && !isHidden(config.pipelines, record);
  });
}

/** Whether its entry, or the default, has it checked (rule 3). */
export function isChecked({ pipelines }: Config, run: AboutPipeline): boolean {
  return pipelines.entryFor(pathOfRun(run)).limits !== undefined;
}

export interface ReportOrigin extends RunOrigin {
  /** The name of the configuration file. */
  configuration: string;
}

/** Whether a message was delivered. */
export type Delivery = "sent" | "notNeeded" | "testOnly" | "failed";

/** The projects that were to be checked. */
export interface Coverage<Project = ToldProject> {
  config: Config;
  projects: readonly Project[];
  /** The projects that could not be read. */
  unread: readonly Config[];
  /** Whether the organization could be listed, if all of its projects are to be checked. */
  isListed: boolean;
}

/** Everything that a message is composed of. */
export interface MessageReport extends Coverage {
  /** Lines of the message that are about no pipeline, such as projects that could not be read. */
  notes: readonly Note[];
  /** The names of the optional checks that could not be done. */
  skipped: readonly string[];
}

/** A report before its message is composed. */
export interface UnsentReport extends MessageReport {
  origin: ReportOrigin;
  /** Those that are about no project that could be read. */
  lasting: readonly Lasting[];
  /** Lines that only the page of the run has. */
  asides: readonly Line[];
  /** Whether nobody knows what earlier reports told, or when the last one was. */
  isBlind: boolean;
  /** The paths of the configuration that were edited since the last report. */
  edits: readonly string[];
}

/** As the page of the run shows it. */
export interface PageProject extends ToldProject {
  /** Those of features. */
  sections: readonly Section[];
}

/** The report of all targets together. */
export interface WholeReport extends UnsentReport {
  projects: readonly PageProject[];
}

/** Everything that people or machines read after a run of the monitor is a function of it. */
export interface Report extends WholeReport {
  message: Message;
  /** Printed if the message has no lines (rule 7). */
  quietLine: string;
  delivered: Delivery;
  /** How many chats and services it is for. */
  targetCount: number;
}
