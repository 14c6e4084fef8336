import type { Part, Text } from "../../../shared/chat/message";
import { subjectIn } from "../issue/finding";

import { namePart } from "../issue/names";
import type { Note } from "../issue/note";
import { linkToRun, numberOf, pipelineOf, strong, words } from "../issue/parts";
import type { Block } from "./blocks";
import { joined, withFullStop } from "./phrases";
import type { ReportLine } from "./report-line";

/** Empty if it is about no pipeline. */
export function nameOfNote({ run, subject }: Note): Text[] {
  if (subject?.pipeline !== undefined) return [namePart(subject)];
  return run === undefined ? [] : [pipelineOf(run)];
}

/** In one row, with the number of the run and full stops. */
export function partsOfNote(note: Note): Part[] {
  const { run, runPage, says, beneath = [] } = note;
  const number = run === undefined ? [] : [words(" "), ...numberOf(run, runPage)];
  const sentences = [says, ...beneath].map(withFullStop);
  return [...nameOfNote(note), ...number, ...joined(sentences, " ")];
}

/** In the form of the specification. */
export function lineOfNote(note: Note): ReportLine {
  const { severity, rank } = note;
  return { parts: partsOfNote(note), severity, rank, tells: [note] };
}

export function blockOfNote(note: Note): Block {
  const { run, runPage, says, beneath = [], ended, severity, rank } = note;
  const parts = [...nameOfNote(note).map(strong), ...says];
  const isEnd = severity === "recovery" && subjectIn(note).pipeline !== undefined;
  return {
    parts,
    rows: beneath,
    links: run === undefined || runPage === undefined ? [] : [linkToRun(run, runPage)],
    severity,
    rank,
    tells: [note],
    titles: [{ phrase: parts, parts: [] }],
    shortTitle: ended ?? (isEnd ? [namePart(subjectIn(note))] : parts),
  };
}
