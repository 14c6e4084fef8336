import assert from "node:assert/strict";
import { projectIn, projectOf } from "../../../tab/geometry/project";

describe("the project that a report is on, for a page of the project Shop with the id s-1", () => {
  const own = projectOf({ name: "Shop", id: "S-1" });
  const rows: [title: string, given: Parameters<typeof projectIn>[0], isOwn: boolean][] = [
    ["is its own", { name: "Shop", id: "s-1" }, true],
    ["is its own under the name of then", { name: "Store", id: "s-1" }, true],
    ["is its own by its name in other letters, if nobody could ask for the id", { name: "SHOP" }, true],
    ["is another one that had the name before", { name: "Shop", id: "s-0" }, false],
    ["is another one by its name", { name: "Store" }, false],
  ];
  for (const [title, given, isOwn] of rows)
    it(title, () => assert.equal(projectIn(given, own) === own, isOwn));

  it("is known by its name to a page that does not know its own id", () => {
    const nameless = projectOf({ name: "Shop" });
    const known = ["Shop", "Store"].map((name) => projectIn({ name, id: "s-1" }, nameless) === nameless);
    assert.deepEqual(known, [true, false]);
  });
});
