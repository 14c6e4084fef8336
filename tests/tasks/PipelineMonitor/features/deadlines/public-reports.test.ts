import { assertTold, tell } from "./deadlines-stage";
import { publicReports } from "./public-reports";

describe("deadlines, as people reported them of other tools", () => {
  for (const { from, of, runs, at, keys, told } of publicReports)
    it(`${of} (${from})`, async () => assertTold(await tell("06:00", runs, at, keys), told));
});
