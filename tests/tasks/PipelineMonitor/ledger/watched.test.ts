import assert from "node:assert/strict";
import type { Issue, Note } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/ledger";
import { isWatched, silencedAlone } from "../../../../tasks/PipelineMonitor/ledger/decide";
import { knownEntry } from "../known-entry";
import {
  configWith,
  failedEntry,
  failure,
  hour,
  missedRun,
  nearLimit,
  noteEntry,
  now,
  stuckRun,
  tooFew,
} from "./ledger-stage";

const day = 24 * hour;
const notify = { notify: "changes", remind_hours: 4 };
const usual = configWith(notify);
const daily = knownEntry(nearLimit, now);

describe("isWatched", () => {
  const [missed, stuck] = [missedRun(now), stuckRun()].map((issue) => knownEntry(issue, now));

  it("holds for what the configuration still checks", () => {
    const rows: [entry: Entry | undefined, keys: object, settings: object, expected: boolean][] = [
      [missed, {}, {}, false],
      [missed, {}, { schedule: "0 3 * * *" }, true],
      [missed, {}, { schedule: "auto" }, true],
      [daily, {}, { schedule: "0 3 * * *" }, false],
      [daily, { runs_per_week_max: 1000 }, {}, false],
      [daily, { runs_per_week_max: 1000 }, { schedule: "0 3 * * *" }, true],
      [stuck, {}, {}, false],
      [stuck, { check_unfinished: true }, {}, true],
      [stuck, { check_unfinished: true }, { check_flag: false }, false],
      [knownEntry(tooFew, now), {}, { check_flag: false }, true],
      [failedEntry(), { branches: ["main"] }, {}, true],
      [knownEntry(failure({ branch: "refs/heads/main" }), now), { branches: ["main"] }, {}, true],
      [knownEntry(failure({ branch: "refs/heads/b" }), now), { branches: ["main"] }, {}, false],
      [noteEntry({ pipeline: "nightly import" }), {}, { check_flag: false }, true],
    ];
    for (const [index, [entry, keys, settings, expected]] of rows.entries()) {
      const config = configWith({ ...notify, ...keys }, { "nightly import": settings });
      assert.equal(entry && isWatched(entry, config, now), expected, `row ${index}`);
    }
  });

  it("lasts for 31 days after a problem was found last", () => {
    const at = (last: number) => isWatched(failedEntry({ last }), usual, now);
    assert.deepEqual([at(now - 31 * day), at(now - 31 * day - 1)], [true, false]);
  });
});

describe("silencedAlone", () => {
  it("names maintenance before the threshold, for issues only", () => {
    const one = { ...failure({ finishTime: now }), failuresInRow: 1 };
    const keys = { ...notify, history: 20, quiet: [{ schedule: "0 3 * * *", hours: 1 }] };
    const config = configWith(keys, { "nightly import": { after_failures: 2 } });
    const by = (issue: Issue | Note, of = config) => silencedAlone(issue, of, now)?.by;
    assert.deepEqual([by(one), by({ ...one, at: now - hour })], ["maintenance", "threshold"]);
    assert.deepEqual([by(one, usual), by(noteEntry().content)], [undefined, undefined]);
  });
});
