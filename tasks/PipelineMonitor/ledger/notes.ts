import { fingerprint } from "../config/fingerprint";
import type { Config } from "../config/parse";
import { type Entry, onceEntry, openEntry } from "../issue/entry";
import { knownLike } from "../issue/knowledge";
import { projectFingerprint } from "../issue/ledger";
import type { Note } from "../issue/note";
import { datedMoment, words } from "../issue/parts";
import type { Coverage, FoundProject } from "../issue/report";
import { unwatchedOf } from "../issue/window";
import type { Folded } from "./fold";
import { ledgerOf, type Memory } from "./memory";

/** Everything that was read in an hour, or not. */
type Read = Coverage<FoundProject>;

/** The known problems that are not of the projects that were read. */
export function entriesOfOthers(
  memory: Memory,
  { configs, unread, isListed }: { configs: readonly Config[]; unread: readonly Config[]; isListed: boolean },
): Record<"crossProject" | "gone" | "unasked", Entry[]> {
  const entries = ledgerOf(memory)?.entries ?? [];
  const isOf = (some: readonly Config[]) => {
    const projects = new Set<string>(some.map(projectFingerprint));
    return ({ project }: Entry) => projects.has(project);
  };
  const isAsked = isOf(configs);
  const others = entries.filter((entry) => entry.project !== "" && !isAsked(entry));
  return {
    crossProject: entries.filter(({ project }) => project === ""),
    gone: isListed ? others : [],
    unasked: [...entries.filter(isOf(unread)), ...(isListed ? [] : others)],
  };
}

/** Opens, continues and ends the entries that are about no single project. `now` is in seconds since 1970. */
export function foldNotes(entries: readonly Entry[], read: Read, more: readonly Note[], now: number): Folded {
  const notRead = new Map(notesOnUnread(read).map((note) => [note.key, note]));
  const before = new Map(entries.map((entry) => [entry.key, entry]));
  const states = [...notRead].map(([key, content]): Entry => {
    const opened = openEntry({ ...ofNone, key, family: "state", variant: "" }, content, now);
    const last = before.get(key);
    if (last === undefined) return opened;
    const { since, count, end } = last;
    return { ...knownLike(opened, last), since: end === undefined ? since : now, count: count + 1 };
  });
  const asked = new Set([...read.projects.map(({ config }) => config), ...read.unread].map(unreadKey));
  // A project that has left the list is not read again, so its entry goes.
  const isGone = ({ family, key }: Entry) =>
    family === "state" && key !== unlisted && read.isListed && !asked.has(key);
  const notes = new Map(
    [...gapNotes(read), ...more].map((note) => [
      note.key ?? fingerprint(["note", JSON.stringify(note.says)]),
      note,
    ]),
  );
  const others = entries
    .filter((entry) => !notRead.has(entry.key) && !notes.has(entry.key) && !isGone(entry))
    .map((entry) => ({ ...entry, end: entry.end ?? endOfUnread(entry, read, now) }));
  const once = [...notes].map(([key, note]) => {
    const entry = onceEntry({ ...ofNone, key }, note, now);
    // Whoever waits for it is told how it reads now.
    return knownLike(entry, before.get(key) ?? entry);
  });
  return {
    entries: [...states, ...others, ...once],
    findings: new Map([...notRead, ...notes].map(([key, note]) => [key, [note]])),
  };
}

const ofNone = { project: "" } as const;
const couldNotRead = { beneath: [[words("The step's log says why")]], severity: "failure", rank: 0 } as const;
const unlisted = fingerprint(["others"]);

/** On the projects that could not be read or listed. */
function notesOnUnread({ unread, isListed }: Read): (Note & { key: string })[] {
  const list = {
    ...couldNotRead,
    says: [words("Could not list all projects, so some were not checked")],
    tally: { thing: "list of projects", what: "could not be read" },
    key: unlisted,
  };
  const ofProjects = unread.map((config) => ({
    ...couldNotRead,
    says: [words("Could not read the project "), { name: config.projectName }],
    tally: { thing: "project", what: "could not be read" },
    key: unreadKey(config),
  }));
  return [...ofProjects, ...(isListed ? [] : [list])];
}

function unreadKey(config: Config): string {
  return fingerprint(["unread", projectFingerprint(config)]);
}

/** Nobody knows whether a project that was not listed can be read again. */
function endOfUnread({ family, key }: Entry, { projects, isListed }: Read, now: number): Entry["end"] {
  if (family !== "state") return undefined;
  const read = projects.find(({ config }) => unreadKey(config) === key);
  if (read === undefined && !isListed) return undefined;
  const subject =
    read === undefined ? [words("other projects")] : [words("project "), { name: read.config.projectName }];
  const note = {
    says: [words("The "), ...subject, words(" can be read again")],
    ended: subject,
    severity: "recovery",
    rank: 6,
    key,
  } as const;
  return { at: now, note };
}

/** Says which hours nobody watched, if they were more than a report can read: the longest time, and of which projects. */
function gapNotes({ projects, config: { zone } }: Read): Note[] {
  const gaps = projects.flatMap(({ config, window }) => {
    const gap = unwatchedOf(window);
    return gap ? [{ ...gap, name: config.projectName }] : [];
  });
  const [gap] = gaps.sort((one, other) => one.from - other.from);
  if (gap === undefined) return [];
  const some =
    gaps.length === 1 ? [words("the project "), { name: gap.name }] : [words(`${gaps.length} projects`)];
  const of = gaps.length === projects.length ? [] : [words("of "), ...some, words(" ")];
  const period = [datedMoment(gap.from, zone), words(" to "), datedMoment(gap.until, zone)];
  const says = [words("Nobody watched the runs "), ...of, words("that finished from "), ...period];
  return [{ says, severity: "note", rank: 7 }];
}
