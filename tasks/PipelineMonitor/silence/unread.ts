import type { Config } from "../config/parse";
import type { Note } from "../issue/issue";
import { allOthers, type KnownState, projectFingerprint } from "../issue/memory";
import { words } from "../issue/parts";
import type { Report } from "../issue/report";
import { isHeldBack } from "./follow";

const failure = { severity: "failure", rank: 0 } as const;

/**
 * On the projects that could not be read or listed, and on those that can be read again. With `notify`, they are
 * repeated like known problems. `now` is in seconds since 1970.
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
    const at = { time: toldAt * 1000, zone: config.zone, isDated: true };
    return { ...note, silenced: { by: "known", why: [words("Already reported at "), at, words(".")] } };
  });
  // Nobody knows whether a project that was not listed can be read again.
  const asked = new Set([...projects.map(({ config }) => config), ...unread].map(projectFingerprint));
  const unasked = known.filter(({ key }) => key !== allOthers && !asked.has(key));
  const states = notes.map(({ key = "", silenced }) => ({
    key,
    reportedAt: silenced === undefined ? now : (before.get(key) ?? 0),
  }));
  const all = [
    ...projects.map(({ config: one }) => ({
      key: projectFingerprint(one),
      subject: [words("The project "), { name: one.projectName }],
    })),
    { key: allOthers, subject: [words("The other projects")] },
  ];
  const ended = all
    .filter(({ key }) => before.has(key) && missing.every((note) => note.key !== key))
    .map(
      ({ key, subject }): Note => ({
        parts: [...subject, words(" can be read again.")],
        ...{ severity: "recovery", rank: 6, key },
      }),
    );
  return {
    notes: [...notes, ...(remindSeconds === undefined ? [] : ended)],
    states: [...states, ...unasked],
  };
}

function unreadNote(config: Config): Note & { key: string } {
  return {
    parts: [
      words("The project "),
      { name: config.projectName },
      words(" could not be read; see the step's log."),
    ],
    ...failure,
    tally: { thing: "project", what: "could not be read" },
    key: projectFingerprint(config),
  };
}

const unlistedNote: Note & { key: string } = {
  parts: [words("Not all projects could be listed, so some were not checked; see the step's log.")],
  ...failure,
  tally: { thing: "list of projects", what: "could not be read" },
  key: allOthers,
};
