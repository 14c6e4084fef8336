import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../temporary-folder";
import { editReceipt, readAttempts, receiptEdits } from "./keyed-receipt";

const name = "example-to-buy.org.production.receipt.json";
const attempt = (body: object, outcome: string) => ({
  outcome,
  repeatable: { key: "a", body: JSON.stringify(body), price: 1108 },
});

describe("edits of a receipt", () => {
  const temporary = temporaryFolder();

  /** A folder with a receipt of two attempts, the last of them open. */
  function folderWith(body: object): string {
    const attempts = [attempt({ cost: 7 }, "notBought"), attempt(body, "unknown")];
    writeFileSync(join(temporary(), name), JSON.stringify({ attempts }));
    return temporary();
  }

  it("change what the last attempt says, or nothing", () => {
    for (const edit of receiptEdits.filter((one) => one !== "truncated" && one !== "deleted")) {
      const folder = folderWith({ cost: 1108, agreeToTerms: "yes" });
      const [first, last] = readAttempts(folder);
      const isEdited = editReceipt(folder, edit);
      const [firstLater, lastLater] = readAttempts(folder);
      assert.deepEqual(firstLater, first, edit);
      assert.equal(isEdited, JSON.stringify(lastLater) !== JSON.stringify(last), edit);
    }
  });

  it("add no member to a body that lacks it", () => {
    assert.equal(editReceipt(folderWith({ cost: 1108 }), "another token"), false);
    assert.equal(editReceipt(folderWith({ quoteToken: "t" }), "cheaper body"), false);
    assert.equal(editReceipt(folderWith({ quoteToken: "t" }), "another token"), true);
  });

  it("may leave no JSON, or no file, and need a receipt", () => {
    const folder = folderWith({ cost: 1108 });
    assert.equal(editReceipt(folder, "truncated"), true);
    assert.equal(editReceipt(folder, "not bought"), false, "nothing is left to edit");
    assert.throws(() => JSON.parse(readFileSync(join(folder, name), "utf8")), SyntaxError);
    assert.deepEqual(readAttempts(folder), []);
    assert.equal(editReceipt(folder, "deleted"), true);
    assert.equal(editReceipt(folder, "deleted"), false);
  });
});
