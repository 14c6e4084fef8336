import assert from "node:assert/strict";
import { counted } from "../../../shared/text/pluralize";

describe("counted", () => {
  it("names one thing in the singular, none and several in the plural", () => {
    assert.deepEqual(
      [0, 1, 2, 11].map((count) => counted(count, "check")),
      ["0 checks", "1 check", "2 checks", "11 checks"],
    );
  });
});
