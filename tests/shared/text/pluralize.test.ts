import assert from "node:assert/strict";
import { pluralize } from "../../../shared/text/pluralize";

describe("pluralize", () => {
  it("names one thing in the singular, none and several in the plural", () => {
    assert.deepEqual(
      [0, 1, 2, 11].map((count) => pluralize(count, "check")),
      ["0 checks", "1 check", "2 checks", "11 checks"],
    );
  });
});
