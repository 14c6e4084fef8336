import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import {
  allOthers,
  type KnownState,
  projectFingerprint,
} from "../../../../tasks/PipelineMonitor/issue/memory";
import { shown } from "../../../../tasks/PipelineMonitor/render/totals";
import { unreadNotes } from "../../../../tasks/PipelineMonitor/silence/unread";
import { sanitize } from "../../../sanitize";
import { projectReport } from "../report-stage";
import { configWith, now } from "./silence-stage";

const hour = 3600;

describe("projects that cannot be read", () => {
  const config = configWith({ notify: "changes", remind_hours: 4 });
  const other = { ...config, project: new URL("other", config.project), projectName: "Other" };
  const third = { ...config, project: new URL("third", config.project), projectName: "Third" };
  const own = projectReport({ config });
  const unread = { config, projects: [own], unread: [other], isListed: true };
  const unlisted = { config, projects: [own], unread: [], isListed: false };
  const well = { config, projects: [own, projectReport({ config: other })], unread: [], isListed: true };

  function tell(found: Parameters<typeof unreadNotes>[0], known: readonly KnownState[] = [], hours = 0) {
    const { notes, states } = unreadNotes(found, known, now + hours * hour);
    return { texts: shown(notes).map(({ parts }) => plainText(parts, sanitize)), states };
  }
  const unreadText = "The project Other could not be read; see the step's log.";
  const unlistedText = "Not all projects could be listed, so some were not checked; see the step's log.";

  it("are told, and so is an organization that cannot be listed", () => {
    assert.deepEqual(tell(unread).texts, [unreadText]);
    assert.deepEqual(tell({ ...unread, isListed: false }).texts, [unreadText, unlistedText]);
    const { notes } = unreadNotes({ ...unread, isListed: false }, [], now);
    const what = "could not be read";
    const first = { severity: "failure", rank: 0 };
    assert.deepEqual(
      notes.map(({ parts: _, ...note }) => note),
      [
        { ...first, tally: { thing: "project", what }, key: projectFingerprint(other) },
        { ...first, tally: { thing: "list of projects", what }, key: allOthers },
      ],
    );
    assert.deepEqual(tell(well), { texts: [], states: [] });
  });

  it("are told once and then by the reminder, with notify changes", () => {
    for (const found of [unread, unlisted]) {
      const { states } = tell(found);
      const later = tell(found, states, 1);
      assert.deepEqual(later, { texts: [], states });
      const { notes } = unreadNotes(found, states, now + hour);
      const { by, why = [] } = notes[0]?.silenced ?? {};
      assert.deepEqual(
        [by, plainText(why, sanitize)],
        ["known", "Already reported at 2026-11-22 03:19 UTC."],
      );
      const reminded = tell(found, later.states, 4);
      assert.equal(reminded.texts.length, 1);
      assert.deepEqual(
        reminded.states.map(({ reportedAt }) => reportedAt),
        [now + 4 * hour],
      );
    }
    const always = configWith();
    const { states } = tell({ ...unread, config: always });
    assert.deepEqual(tell({ ...unread, config: always }, states, 1).texts, [unreadText]);
  });

  it("are told when they can be read again", () => {
    const known = tell({ ...unread, isListed: false }).states;
    assert.deepEqual(tell(well, known, 1), {
      texts: ["The project Other can be read again.", "The other projects can be read again."],
      states: [],
    });
    const counts = { severity: "recovery", rank: 6 };
    assert.deepEqual(
      unreadNotes(well, known, now).notes.map(({ parts: _, ...note }) => note),
      known.map(({ key }) => ({ ...counts, key })),
    );
    assert.deepEqual(tell(unlisted, tell(unlisted).states, 1).texts, []);
    assert.deepEqual(tell({ ...well, config: configWith() }, known).texts, []);
    assert.deepEqual(tell({ ...unread, projects: well.projects, unread: [third] }, known).texts, [
      ...["The project Third could not be read; see the step's log.", "The project Other can be read again."],
      "The other projects can be read again.",
    ]);
  });

  it("are not told to be back while they are missing from a list that cannot be read", () => {
    const known = [{ key: projectFingerprint(other), reportedAt: now }];
    assert.deepEqual(tell(unlisted, known, 1).texts, [unlistedText]);
    assert.deepEqual(
      tell(unlisted, known, 1).states.some(({ key }) => key === projectFingerprint(other)),
      true,
      "its end is still to be told",
    );
  });
});
