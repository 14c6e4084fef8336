import assert from "node:assert/strict";
import { entryAfter, next } from "../../ledger/fold-stage";
import { chatId, configWith, failedEntry, hour, now, told } from "../../ledger/ledger-stage";

const failed = failedEntry({ told: { [chatId]: told } });
const owed = { [chatId]: {} };

describe("fold, in a maintenance window", () => {
  const config = configWith({ notify: "changes", quiet: [{ schedule: "0 3 * * *", hours: 1 }] });
  const [before, during] = [next(now - 1500), next(now - 600, "no space", 814)];

  it("marks a problem that was found in maintenance only, until it is found outside", () => {
    const quiet = entryAfter(undefined, { config, issues: [during] });
    assert.equal(quiet.isQuiet, true);
    assert.equal(entryAfter(undefined, { config, issues: [before] }).isQuiet, false);
    assert.equal(entryAfter(quiet, { config, issues: [next(now - 300)] }).isQuiet, true);
    assert.equal(entryAfter(quiet, { config, at: 1, issues: [next(now + hour)] }).isQuiet, false);
  });

  it("does not let what happens in it change what was told", () => {
    const entry = entryAfter(failed, { config, issues: [next(now - 600, "no memory", 814)] });
    assert.deepEqual(entry, { ...failed, last: now - 600, count: 2 });
  });

  it("keeps the words of what waits, if it begins again in maintenance", () => {
    const over = failedEntry({ owed, end: { at: now - hour } });
    const { content, isQuiet, count } = entryAfter(over, { config, issues: [during] });
    assert.deepEqual([content, isQuiet, count], [over.content, false, 2]);
  });
});
