import assert from "node:assert/strict";
import { ordinal } from "../../../shared/text/ordinal";

describe("ordinal", () => {
  it("is a number as English counts", () => {
    const numbers = [1, 2, 3, 4, 10, 11, 12, 13, 20, 21, 22, 101, 111, 113, 123];
    const expected = "1st 2nd 3rd 4th 10th 11th 12th 13th 20th 21st 22nd 101st 111th 113th 123rd";
    assert.equal(numbers.map(ordinal).join(" "), expected);
  });
});
