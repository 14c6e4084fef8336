import assert from "node:assert/strict";
import { pluralize } from "../../../shared/text/pluralize";

describe("pluralize", () => {
  it("uses the singular for one, and the plural for none and several", () => {
    assert.deepEqual(
      [0, 1, 2, 11].map((count) => pluralize(count, "check")),
      ["0 checks", "1 check", "2 checks", "11 checks"],
    );
  });
});
