import * as v from "valibot";
import { finiteNumber, orUndefined } from "../../../shared/json/schema";
import { type Pipeline, type PipelineId, pathOf, pipelineIdOf } from "../../../shared/pipeline";
import { projectIdSchema } from "../../../shared/project";
import type { Zone } from "../../../shared/text/zone";
import { type Finding, isNote, subjectIn } from "./finding";
import { type Issue, issueSchema } from "./issue";
import { knowledgeSchema, unknownToAll } from "./knowledge";
import { type Note, noteSchema } from "./note";
import { fingerprintSchema, isOfRuns, type Place, placeSchema } from "./place";

export function entrySchema(zone: Zone) {
  const note: v.GenericSchema<unknown, Note> = noteSchema(zone);
  const issue: v.GenericSchema<unknown, Issue> = issueSchema(zone);
  const content: v.GenericSchema<unknown, Finding> = v.union([issue, note]);
  return v.object({
    ...placeSchema.entries,
    /** Empty for what is about no project. */
    project: v.union([v.pipe(fingerprintSchema, projectIdSchema), v.literal("")]),
    since: finiteNumber,
    last: finiteNumber,
    /** How often it was found since. */
    count: finiteNumber,
    /** Whether it was found only while something said to ignore it, such as a maintenance window. */
    isQuiet: v.boolean(),
    /** As it was found last. */
    content,
    /** Undefined while it lasts. Without a note, nobody is told: it is over, or was dropped. */
    end: orUndefined(v.object({ at: finiteNumber, note: v.exactOptional(note) })),
    /** When it was asked last whether its pipeline and branch exist; absent if never. */
    askedAt: v.optional(finiteNumber),
    knowledge: knowledgeSchema(issue),
  });
}

/**
 * A problem in one place, and who knows it. It is kept until everyone has been told of it and of its end. Times are in
 * seconds since 1970.
 */
export type Entry = v.InferOutput<ReturnType<typeof entrySchema>>;

/** Identifies a problem in the ledger of all projects. */
export interface PlaceInProject extends Place {
  project: Entry["project"];
}

/** An entry that nobody knows yet. */
export function openEntry(place: PlaceInProject, content: Finding, at: number, isQuiet = false): Entry {
  const times = { since: at, last: at, count: 1 };
  return { ...place, ...times, isQuiet, content, end: undefined, knowledge: unknownToAll };
}

export interface EntryKey {
  project: Entry["project"];
  key: string;
}

/** For what is told once and does not last. */
export function onceEntry({ project, key }: EntryKey, content: Note, at: number): Entry {
  return openEntry({ project, key, family: "once", variant: "" }, content, at);
}

/** Whether it ended without a run that did better: nobody follows it any more, and it may last. */
export function isDropped({ family, end }: Entry): boolean {
  return end !== undefined && end.note === undefined && isOfRuns(family);
}

/** A pipeline may have another name, or folder, by now: the configuration looks it up by that. */
export function withPresentNames(entry: Entry, present: ReadonlyMap<PipelineId, Pipeline>): Entry {
  const { content, end } = entry;
  const { pipeline } = subjectIn(content);
  const now = pipeline && present.get(pipelineIdOf(pipeline));
  if (now === undefined || pathOf(now) === pathOf(pipeline ?? now)) return entry;
  const note = end?.note && renamedNote(end.note, now);
  return {
    ...entry,
    content: isNote(content) ? renamedNote(content, now) : renamedIssue(content, now),
    ...(end && note && { end: { ...end, note } }),
  };
}

function renamedNote(note: Note, pipeline: Pipeline): Note {
  const { run, subject } = note;
  return {
    ...note,
    ...(run && { run: { ...run, pipeline } }),
    ...(subject && { subject: { ...subject, pipeline } }),
  };
}

function renamedIssue(issue: Issue, pipeline: Pipeline): Issue {
  const { about } = issue;
  if (about === "project") return issue;
  if ("run" in about) return { ...issue, about: { run: { ...about.run, pipeline } } };
  if ("unreadable" in about) return { ...issue, about: { unreadable: { ...about.unreadable, pipeline } } };
  return { ...issue, about: { ...about, pipeline } };
}
