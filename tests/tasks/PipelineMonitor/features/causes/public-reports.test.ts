import assert from "node:assert/strict";
import { explainedHour } from "./causes-stage";
import { publicReports } from "./public-reports";

describe("the reason in what people reported", () => {
  for (const { from, of, run, why } of publicReports)
    it(`is told: ${of}`, async () => {
      assert.match(from, /^https:\/\/github\.com\/\S+$/);
      assert.match((await explainedHour(run)).why, why);
    });
});
