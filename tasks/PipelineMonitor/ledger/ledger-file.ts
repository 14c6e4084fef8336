import * as v from "valibot";
import { finiteNumber } from "../../../shared/json/schema";
import type { Sanitize } from "../../../shared/text/sanitize";
import type { Zone } from "../../../shared/text/zone";
import { type Entry, entrySchema, fingerprintSchema } from "../issue/entry";
import { type Issue, pipelineNameOf } from "../issue/issue";
import { kindSchema } from "../issue/kind";
import type { Ledger } from "../issue/ledger";
import type { Note } from "../issue/note";
import { words } from "../issue/parts";

/** The type of the attachment with a monitor's ledger. */
export const ledgerType = "pipeline-keeper.ledger";

/** The version of its form. Another version is not read: everything is told again then. */
const formVersion = 1;

const projectSchema = v.object({
  project: fingerprintSchema,
  until: finiteNumber,
  dueUntil: finiteNumber,
  seen: v.array(v.pipe(v.string(), v.regex(/^\d+:\d+$/))),
});

function ledgerSchema(zone: Zone) {
  return v.object({
    version: v.literal(formVersion),
    run: v.string(),
    entries: v.array(entrySchema(zone)),
    projects: v.array(projectSchema),
    projectIds: v.record(fingerprintSchema, v.string()),
    othersUntil: finiteNumber,
    reportedUntil: finiteNumber,
    webhook: fingerprintSchema,
    isTried: v.boolean(),
    configuration: v.record(v.string(), v.string()),
  });
}

/** More runs in the minutes in which lists overlap are listed twice, and told again. */
const maxSeen = 20_000;
/** For all entries. An entry that does not fit is told by its name, or once more. */
const maxCharacters = 2 * 2 ** 20;

/** Renders the attachment of a run, by its id. */
export function renderLedger(
  { entries, projects, parts, ...ledger }: Ledger,
  run: string,
  sanitize: Sanitize,
): string {
  return JSON.stringify({
    version: formVersion,
    run,
    ...ledger,
    ...parts,
    projects: [...projects].map(([project, { seen, ...times }]) => ({
      project,
      ...times,
      seen: seen.slice(-maxSeen),
    })),
    entries: fitting(entries, sanitize),
  });
}

/** If there is no room for all, what is owed and what is new come first, and others keep their names. */
function fitting(entries: readonly Entry[], sanitize: Sanitize): unknown[] {
  const rank = ({ owed }: Entry) => (Object.keys(owed).length > 0 ? 0 : 1);
  const sorted = [...entries].sort((one, other) => rank(one) - rank(other) || other.last - one.last);
  const plain = (entry: Entry): unknown =>
    sanitized(JSON.parse(JSON.stringify(rememberedEntry(entry))), sanitize);
  const wholes = sorted.map(plain);
  if (sizeOf(wholes) <= maxCharacters) return wholes;
  const all = sorted.map((entry, index) => {
    const [whole, brief] = [
      wholes[index],
      plain({ ...entry, content: withoutDetails(entry), earlier: undefined }),
    ];
    return { whole, brief, briefSize: sizeOf(brief), moreSize: Math.max(0, sizeOf(whole) - sizeOf(brief)) };
  });
  let left = maxCharacters;
  const kept = all.filter(({ briefSize }) => {
    left -= briefSize;
    return left >= 0;
  });
  return kept.map(({ whole, brief, moreSize }) => {
    left -= moreSize;
    return left >= 0 ? whole : brief;
  });
}

/** The members whose texts are words of the form. */
const ofForm = new Set([
  ...["family", "about", "code", "severity", "tally", "verdict", "style", "kind"],
  ...["urgency", "outdated", "why", "identity", "place"],
]);

function sanitized(value: unknown, sanitize: Sanitize): unknown {
  if (typeof value === "string") return sanitize(value);
  if (Array.isArray(value)) return value.map((member) => sanitized(member, sanitize));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [
      key,
      typeof member === "string" && ofForm.has(key) ? member : sanitized(member, sanitize),
    ]),
  );
}

function rememberedEntry(entry: Entry): Entry {
  const { content, earlier } = entry;
  return { ...entry, content: remembered(content), earlier: earlier?.map(remembered) };
}

/** Without the search for a log, whose lines may hold credentials of others; with what it has found. */
function remembered<T extends Issue | Note>(content: T): T {
  if (!("about" in content)) return content;
  const { choice: _, lineNumber: __, ...links } = content.links;
  return { ...content, links };
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}

/** The same without its details. */
function withoutDetails({ content }: Entry): Issue | Note {
  if (!("about" in content)) return content;
  const pipeline = pipelineNameOf(content);
  return {
    ...v.parse(kindSchema, content),
    about: pipeline === undefined ? "project" : { pipeline },
    at: content.at,
    figures: [],
    links: { runPage: undefined, log: undefined, note: "" },
    words: [words(`${content.tally}; there was no room to remember more`)],
  };
}

/** Thrown for an attachment of no form of this version. */
export class UnknownForm extends Error {}

/** The mark of a report that could not read the ledger. `reports` is how many in a row could not. */
export function renderBlindReports(run: string, reports: number): string {
  return JSON.stringify({ version: formVersion, run, blindReports: reports });
}

const blindSchema = v.object({
  version: v.literal(formVersion),
  run: v.string(),
  blindReports: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});

/** Undefined if the attachment is no such mark of this run. */
export function parseBlindReports(content: unknown, run: string): number | undefined {
  const parsed = v.safeParse(blindSchema, content);
  return parsed.success && parsed.output.run === run ? parsed.output.blindReports : undefined;
}

/** Parses the attachment of a run; undefined if it is of another run. Throws `UnknownForm` if it is none of this version, and of these parts. */
export function parseLedger(
  content: unknown,
  run: string,
  { zone, parts: members }: { zone: Zone; parts: v.ObjectEntries },
): Ledger | undefined {
  const schema = ledgerSchema(zone);
  const parsed = v.safeParse(schema, content);
  if (!parsed.success || !v.is(v.object(members), content))
    throw new UnknownForm("the attachment of the last report has an unknown form");
  const { version: _, run: ofRun, projects, ...ledger } = parsed.output;
  if (ofRun !== run) return undefined;
  const parts = Object.entries(Object(content)).filter(([key]) => !Object.hasOwn(schema.entries, key));
  return {
    ...ledger,
    projects: new Map(projects.map(({ project, ...known }) => [project, known])),
    parts: Object.fromEntries(parts),
  };
}

export function ledgerName(tag: string): string {
  return `${tag}.json`;
}
