import type { Part } from "../../../shared/chat/message";
import type { Config } from "../config/parse";
import type { Note } from "../issue/issue";
import { allOthers, type KnownState, projectFingerprint } from "../issue/memory";
import { words } from "../issue/parts";
import type { Report } from "../issue/report";
import { isHeldBack } from "./follow";

/** A shortened message must still say that a project was not checked. */
const always = { severity: "failure", rank: -100, issueCount: 0 } as const;

/**
 * Returns notes on the projects that could not be read or listed, and on those that can be read again. With `notify`,
 * they are repeated like known problems. `now` is in seconds since 1970.
 */
export function unreadNotes(
  { config, projects, unread, isListed }: Pick<Report, "config" | "projects" | "unread" | "isListed">,
  known: readonly KnownState[],
  now: number,
): { notes: Note[]; states: KnownState[] } {
  const { remindSeconds } = config.alerts;
  const before = new Map(known.map(({ key, reportedAt }) => [key, reportedAt]));
  const missing = [...unread.map(unreadNote), ...(isListed ? [] : [unlistedNote])];
  const notes = missing.map((note): Note => {
    const toldAt = before.get(note.key) ?? 0;
    if (remindSeconds === undefined || !isHeldBack(toldAt, { now, remindSeconds })) return note;
    const at = { time: toldAt * 1000, isDated: true };
    return { ...note, silenced: { by: "known", why: [words("Already reported at "), at, words(".")] } };
  });
  const states = notes.map(({ key = "", silenced }) => ({
    key,
    reportedAt: silenced === undefined ? now : (before.get(key) ?? 0),
  }));
  const again = new Map<string, readonly Part[]>(
    projects.map((project) => [
      projectFingerprint(project.config),
      [words("The project "), { name: project.config.projectName }],
    ]),
  );
  if (isListed) again.set(allOthers, [words("The other projects")]);
  const ended = [...again].map(
    ([key, parts]): Note => ({
      parts: [...parts, words(" can be read again.")],
      ...{ severity: "recovery", rank: 5, issueCount: 0, recoveryCount: 1, key },
    }),
  );
  const toldEnds = remindSeconds === undefined ? [] : ended.filter(({ key = "" }) => before.has(key));
  // A project that a list would name may still be unread.
  const found = new Set([...again.keys(), ...states.map(({ key }) => key)]);
  const unlisted = isListed ? [] : known.filter(({ key }) => !found.has(key));
  return { notes: [...notes, ...toldEnds], states: [...states, ...unlisted] };
}

function unreadNote(config: Config): Note & { key: string } {
  return {
    parts: [
      words("The project "),
      { name: config.projectName },
      words(" could not be read; see the step's log."),
    ],
    ...always,
    tally: { thing: "project", what: "could not be read" },
    key: projectFingerprint(config),
  };
}

const unlistedNote: Note & { key: string } = {
  parts: [words("Not all projects could be listed, so some were not checked; see the step's log.")],
  ...always,
  tally: { thing: "list of projects", what: "could not be read" },
  key: allOthers,
};
