import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as v from "valibot";
import {
  type JournalContent,
  journalContentSchema,
  journalFileSchema,
  journalVersion,
  maxContentBytes,
} from "../../../shared/journal/content-schema";
import type { Sanitize } from "../../../shared/text/sanitize";
import type { Zone } from "../../../shared/text/zone";
import type { Journal } from "../issue/journal";
import { packJournal, type Room } from "./pack";
import { unpackJournal } from "./unpack";

/** The size limits of the attachment: for each pipeline, and in all. */
const charactersOfPipeline = 2500;
const maxCharacters = 3 * 2 ** 20;
/**
 * If not all fit, step by step fewer are written: the times of frequent schedules, the runs of all but the busiest branch of
 * each pipeline, and then of all.
 */
const roomSteps = [30, 15, 8, 4, 1];

/** Renders the attachment of a run, by its id. What does not fit is left out: the oldest runs first, then the pipelines that ran longest ago. */
export function renderJournal(
  journal: Journal,
  { run, now, zone, ownerOf }: { run: string; zone: Zone } & Pick<Room, "now" | "ownerOf">,
  sanitize: Sanitize,
): string {
  const count = [...journal.values()].reduce((sum, { pipelines }) => sum + pipelines.size, 0);
  const limit = Math.min(maxCharacters, charactersOfPipeline * Math.max(8, count));
  const all = { busiest: 60, others: 60, times: Number.POSITIVE_INFINITY };
  const rooms = [
    ...[all, { ...all, times: 2000 }, { ...all, times: 600 }],
    ...roomSteps.map((others) => ({ ...all, times: 600, others })),
    ...roomSteps.map((busiest) => ({ busiest, others: 1, times: 300 })),
  ];
  let pipelinesLeft = Number.POSITIVE_INFINITY;
  for (let step = 0; ; step++) {
    const room = rooms[Math.min(step, rooms.length - 1)] ?? { ...all, busiest: 1, others: 1 };
    const content: JournalContent = packJournal(
      journal,
      { ...room, pipelines: pipelinesLeft, now, ownerOf },
      zone,
      sanitize,
    );
    const deflated = deflateRawSync(JSON.stringify(content)).toString("base64");
    if (deflated.length <= limit || pipelinesLeft === 0)
      return JSON.stringify({ version: journalVersion, run, until: now, deflated });
    if (step >= rooms.length - 1) pipelinesLeft = Math.floor(Math.min(pipelinesLeft, count) / 2);
  }
}

/**
 * Undefined if it is of another run or attempt, or cannot be read: then the journal is filled again. `until` is when the report
 * ended that wrote it, in seconds since 1970; undefined if nobody knows.
 */
export function parseJournal(content: unknown, run: string, until: number | undefined): Journal | undefined {
  const envelope = v.safeParse(journalFileSchema, content);
  if (!envelope.success || envelope.output.run !== run) return undefined;
  if (until !== undefined && envelope.output.until !== until) return undefined;
  try {
    const bytes = Buffer.from(envelope.output.deflated, "base64");
    const text = inflateRawSync(bytes, { maxOutputLength: maxContentBytes }).toString();
    return unpackJournal(v.parse(journalContentSchema, JSON.parse(text)));
  } catch {
    return undefined;
  }
}
