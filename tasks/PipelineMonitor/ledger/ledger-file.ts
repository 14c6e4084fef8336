import * as v from "valibot";
import type { Sanitize } from "../../../shared/text/sanitize";
import type { Zone } from "../../../shared/text/zone";
import type { Entry } from "../issue/entry";
import { isIssue } from "../issue/finding";
import { type Issue, subjectOfIssue } from "../issue/issue";
import { kindSchema } from "../issue/kind";
import { isOwed, withoutEarlier } from "../issue/knowledge";
import { type Ledger, ledgerSchema } from "../issue/ledger";
import { words } from "../issue/parts";

/** The type of the attachment with a monitor's ledger. */
export const ledgerType = "pipeline-keeper.ledger";

/** Another version is not read: everything is told again then. */
const envelope = { version: v.literal(1), run: v.string() };
const blindSchema = v.object({
  ...envelope,
  blindReports: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});

/** For all entries. An entry that does not fit is told by its name, or once more. */
const maxCharacters = 2 * 2 ** 20;

/** Renders the attachment of a run, by its id. */
export function renderLedger(ledger: Ledger, run: string, sanitize: Sanitize): string {
  return JSON.stringify({
    version: 1,
    run,
    ...ledger,
    projects: [...ledger.projects],
    entries: fitting(ledger.entries, sanitize),
  });
}

/** If there is no room for all, what is owed and what is new come first, and others keep their names. */
function fitting(entries: readonly Entry[], sanitize: Sanitize): unknown[] {
  const rank = (entry: Entry) => (isOwed(entry) ? 0 : 1);
  const written = (entry: Entry) => {
    const paths = new Map<unknown, string>();
    return JSON.stringify(entry, function (name, value: unknown) {
      if (ofSearch.has(name)) return undefined;
      const holder = paths.get(this);
      const path = holder === undefined ? "" : `${holder}.${name}`;
      if (typeof value === "string") return ofForm.test(path) ? value : sanitize(value);
      paths.set(value, path);
      return value;
    });
  };
  let left = maxCharacters;
  const kept = entries
    .toSorted((one, other) => rank(one) - rank(other) || other.last - one.last)
    .map((entry) => ({ whole: written(entry), brief: written(withoutDetails(entry)) }))
    .filter(({ brief }) => {
      left -= brief.length;
      return left >= 0;
    });
  return kept.map(({ whole, brief }): unknown => {
    left -= Math.max(0, whole.length - brief.length);
    return JSON.parse(left >= 0 ? whole : brief);
  });
}

/** The paths of the members whose texts are words of the form. */
const ofForm =
  /^\.(family|\w+\.told\.\w+\.news)$|^\.(content|end\.note|\w+\.earlier\.\d+)\.(about|code|severity|tally|verdict|urgency|identity|links\.place|(news|explanation)\.kind|(.+\.)?style)$/;
/** The members of a search for a log that only its own report needs. */
const ofSearch = new Set(["choice", "lineNumber"]);

function withoutDetails(whole: Entry): Entry {
  const entry = withoutEarlier(whole);
  const { content } = entry;
  if (!isIssue(content)) return entry;
  const { pipeline } = subjectOfIssue(content);
  const brief: Issue = {
    ...v.parse(kindSchema, content),
    about: pipeline === undefined ? content.about : { pipeline },
    at: content.at,
    figures: [],
    links: { runPage: undefined, log: undefined, note: "" },
    words: [words(`${content.tally}; there was no room to remember more`)],
  };
  return { ...entry, content: brief };
}

/** Thrown for an attachment of no form of this version. */
export class UnknownForm extends Error {}

/** The mark of a report that could not read the ledger. `reports` is how many in a row could not. */
export function renderBlindReports(run: string, reports: number): string {
  return JSON.stringify({ version: 1, run, blindReports: reports });
}

/** 0 if the attachment is no such mark of this run. */
export function parseBlindReports(content: unknown, run: string): number {
  return v.is(blindSchema, content) && content.run === run ? content.blindReports : 0;
}

/** Parses the attachment of a run; undefined if it is of another run. Throws `UnknownForm` if it is none of this version, and of these parts. */
export function parseLedger(
  content: unknown,
  run: string,
  { zone, parts }: { zone: Zone; parts: v.ObjectEntries },
): Ledger | undefined {
  const schema = v.object({ ...envelope, ...ledgerSchema(zone, parts).entries });
  const parsed = v.safeParse(schema, content);
  if (!parsed.success) throw new UnknownForm("the attachment of the last report has an unknown form");
  const { version: _, run: ofRun, ...ledger } = parsed.output;
  return ofRun === run ? ledger : undefined;
}

export function ledgerName(tag: string): string {
  return `${tag}.json`;
}
