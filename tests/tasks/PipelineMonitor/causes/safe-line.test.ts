import assert from "node:assert/strict";
import { createSanitizer } from "../../../../shared/text/sanitize";
import { safeLine } from "../../../../tasks/PipelineMonitor/causes/safe-line";

const ours = "our-own-secret-of-thirty-characters";
const theirs = "Sup3rS3cretPassw0rdOfTheDatabase";
const sanitize = createSanitizer((text) => text.replaceAll(ours, "***"));
describe("safeLine", () => {
  it("is one line without our secrets, and without what looks like a credential of others", () => {
    assert.equal(
      safeLine(`##[error]psql postgres://me:${theirs}@db/\ntoken=abcdef ${ours}`, sanitize),
      "psql postgres://***@db/ token=*** ***",
    );
    assert.equal(safeLine("ab ".repeat(30_000), sanitize).length, 8000);
  });
});
