import assert from "node:assert/strict";
import { fingerprint } from "../../../../tasks/PipelineMonitor/config/fingerprint";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import { isTold, withTold } from "../../../../tasks/PipelineMonitor/issue/knowledge";
import { projectFingerprint } from "../../../../tasks/PipelineMonitor/issue/ledger";
import type { Note } from "../../../../tasks/PipelineMonitor/issue/note";
import type { Report } from "../../../../tasks/PipelineMonitor/issue/report";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { afterDelivery } from "../../../../tasks/PipelineMonitor/ledger/after-delivery";
import { decide } from "../../../../tasks/PipelineMonitor/ledger/decide";
import { entriesOfOthers, foldNotes } from "../../../../tasks/PipelineMonitor/ledger/notes";
import { notesOfView } from "../../../../tasks/PipelineMonitor/targets/view";
import { projectReport } from "../report-stage";
import { noSilence } from "../silences";
import { emptyLedger } from "./ledger-samples";
import { addressee, chatId, configWith, failedEntry, hour, noteEntry, now, textOf } from "./ledger-stage";

const day = 24 * hour;
const config = configWith({ notify: "changes", remind_hours: 4 });
const other = { ...config, project: new URL("other", config.project), projectName: "Other" };
const window = sinceLast(now * 1000, { until: now - hour });
const own = projectReport({ config, window });

type Overview = Pick<Report, "config" | "projects" | "unread" | "isListed"> & { lost?: readonly Note[] };
const well: Overview = {
  ...{ config, projects: [own, projectReport({ config: other, window })], unread: [], isListed: true },
};
const unread: Overview = { ...well, projects: [own], unread: [other] };
const unlisted: Overview = { ...well, projects: [own], isListed: false };
const unreadText = "Could not read the project Other. The step's log says why.";
const unlistedText = "Could not list all projects, so some were not checked. The step's log says why.";

/** What a chat is told in reports that are an hour apart. */
function play(...overviews: readonly Overview[]): string[][] {
  const chat = addressee("chat");
  let entries: Entry[] = [];
  return overviews.map((overview, index) => {
    const at = now + index * hour;
    const folded = foldNotes(entries, overview, overview.lost ?? [], at);
    const decisions = folded.entries.map((entry) =>
      decide(entry, chat, {
        ...{
          config: overview.config,
          now: at,
          remembers: true,
          silence: noSilence,
          findings: folded.findings.get(entry.key) ?? [],
        },
      }),
    );
    entries = decisions
      .map((decision) => afterDelivery(decision.entry, decision, "done", at))
      .filter((entry) => isTold(entry) && entry.end === undefined);
    return notesOfView(folded, decisions, overview.config)
      .filter(({ silenced }) => silenced === undefined)
      .map(textOf);
  });
}
const textsOf = (changes: Partial<Overview>) => play({ ...well, ...changes })[0];

describe("projects that cannot be read", () => {
  it("are told, and so is an organization that cannot be listed", () => {
    assert.deepEqual(play(unread, unlisted)[0], [unreadText]);
    assert.deepEqual(textsOf({ ...unread, isListed: false }), [unreadText, unlistedText]);
    const { entries, findings } = foldNotes([], { ...unread, isListed: false }, [], now);
    const entry = (key: string, thing: string) => ({
      ...{ key: fingerprint(key.split(" ")), family: "state", project: "", since: now, last: now, count: 1 },
      content: { severity: "failure", rank: 0, tally: { thing, what: "could not be read" } },
    });
    assert.deepEqual(
      entries.map(({ key, family, project, since, last, count, content: { severity, rank, tally } }) => ({
        ...{ key, family, project, since, last, count, content: { severity, rank, tally } },
      })),
      [entry(`unread ${projectFingerprint(other)}`, "project"), entry("others", "list of projects")],
    );
    const keys = entries.map(({ key }) => key);
    assert.deepEqual([...findings.keys()], keys);
    assert.deepEqual(foldNotes([], well, [], now).entries, []);
  });

  it("are told once, then by the reminder, and when they can be read again", () => {
    assert.deepEqual(play(unread, unread, unread, unread, unread, well, well), [
      ...[[unreadText], [], [], [], [unreadText]],
      ...[["The project Other can be read again."], []],
    ]);
    const back = ["The other projects can be read again."];
    assert.deepEqual(play(unlisted, unlisted, well), [[unlistedText], [], back]);
  });

  it("are not said to be back while they are missing from a list that cannot be read", () => {
    const back = ["The other projects can be read again.", "The project Other can be read again."];
    assert.deepEqual(play(unread, unlisted, well), [[unreadText], [unlistedText], back]);
  });

  it("are no word any more if they are not checked any more, neither as back nor by the reminder", () => {
    const gone: Overview[] = Array.from({ length: 5 }, () => ({ ...well, projects: [own] }));
    assert.deepEqual(play(unread, ...gone), [[unreadText], ...gone.map(() => [])]);
  });

  it("begin again if their end was not told in between", () => {
    const [entry = assert.fail()] = foldNotes([], unread, [], now).entries;
    const known = { ...withTold(entry, chatId, now), end: { at: now + 60 } };
    const [again] = foldNotes([known], unread, [], now + hour).entries;
    assert.deepEqual([again?.since, again?.last, again?.end], [now + hour, now + hour, undefined]);
    const [lasting] = foldNotes([{ ...known, end: undefined }], unread, [], now + hour).entries;
    const { content } = lasting ?? assert.fail();
    assert.deepEqual(lasting, { ...known, end: undefined, last: now + hour, count: 2, content });
  });
});

describe("the known problems of projects that were not read", () => {
  it("are gone with a project that left the list, and otherwise as they were", () => {
    const [ofOwn, ofOther, ofGone] = [config, other, { project: new URL("gone", config.project) }].map(
      (one) => failedEntry({ project: projectFingerprint(one) }),
    );
    const about = noteEntry();
    const entries = [ofOwn, ofOther, ofGone, about].flatMap((entry) => entry ?? []);
    const memory = { state: "read", ledger: { ...emptyLedger, entries }, isOlder: false } as const;
    const of = (isListed: boolean) =>
      entriesOfOthers(
        { ...memory, journal: undefined, unfinished: [] },
        { configs: [config, other], unread: [other], isListed },
      );
    assert.deepEqual(of(true), { crossProject: [about], gone: [ofGone], unasked: [ofOther] });
    assert.deepEqual(of(false), { crossProject: [about], gone: [], unasked: [ofOther, ofGone] });
  });
});

describe("notes that are about no project", () => {
  it("say since when nobody watched, for the longest gap of all projects, of some, or of one by its name", () => {
    const gap = (days: number) =>
      projectReport({ config, window: sinceLast(now * 1000, { until: now - days * day }) });
    assert.deepEqual(textsOf({ projects: [own] }), []);
    assert.deepEqual(textsOf({ projects: [gap(15), gap(20)] }), [
      "Nobody watched the runs that finished from 2026-11-02 03:19 UTC to 2026-11-08 03:19 UTC.",
    ]);
    assert.deepEqual(textsOf({ projects: [own, gap(20), { ...gap(15), config: other }] }), [
      "Nobody watched the runs of 2 projects that finished from 2026-11-02 03:19 UTC to 2026-11-08 03:19 UTC.",
    ]);
    const ofOne = { ...gap(15), config: other };
    assert.deepEqual(textsOf({ projects: [own, ofOne] }), [
      "Nobody watched the runs of the project Other that finished from 2026-11-07 03:19 UTC to 2026-11-08 03:19 UTC.",
    ]);
    const [entry] = foldNotes([], { ...well, projects: [gap(20)] }, [], now).entries;
    assert.equal(entry?.content.severity, "note", "it is no failure");
  });

  it("say that the ledger is lost, once", () => {
    const note: Note = { says: [{ words: "Earlier messages are forgotten" }], severity: "note", rank: 7 };
    assert.deepEqual(play({ ...well, lost: [note] }, well), [["Earlier messages are forgotten."], []]);
    const [entry, ...others] = foldNotes([], well, [note], now).entries;
    assert.deepEqual([entry?.family, entry?.project], ["once", ""]);
    assert.deepEqual([entry?.content, others], [note, []]);
    const key = "b".repeat(16);
    const all = foldNotes([], well, [note, { ...note, says: [{ words: "Others" }] }, { ...note, key }], now);
    assert.deepEqual([all.entries.length, all.findings.has(key)], [3, true], "no two are taken for one");
  });

  it("stay as they are while they wait", () => {
    const waiting = noteEntry({ owed: { [chatId]: {} } });
    assert.deepEqual(foldNotes([waiting], well, [], now + hour).entries, [waiting]);
  });
});
