import assert from "node:assert/strict";
import { pluralize } from "../../../shared/text/pluralize";

describe("pluralize", () => {
  it("uses the singular for one, and the plural for none and several", () => {
    const counted = [0, 1, 2, 11].map((count) => pluralize(count, "check"));
    assert.deepEqual(counted, ["0 checks", "1 check", "2 checks", "11 checks"]);
  });
});
