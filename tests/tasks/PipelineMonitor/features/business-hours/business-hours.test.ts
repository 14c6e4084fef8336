import assert from "node:assert/strict";
import { parseWith } from "../../parse-config";

describe("business hours in a configuration", () => {
  it("refuse business hours that nothing remembers, or that never come", () => {
    const problemsOf = (business_hours: string, notify = "changes") =>
      parseWith({ notify, business_hours }).problems.join();
    const memory = 'business_hours: needs the memory of what was reported; add "notify": "changes"';
    assert.equal(problemsOf("Mon-Fri 08:00-18:00", "all"), memory);
    for (const good of ["Mon-Fri 08:00-18:00", "Sun 00:00-24:00", "Fri-Mon 07:30-07:31"])
      assert.equal(problemsOf(good), "");
    for (const bad of [
      ...[
        "Mon-Fri 18:00-08:00",
        "Mon 08:00-08:00",
        "Mon-Fri 8-18",
        "Mon 00:00-24:01",
        "weekdays 08:00-18:00",
      ],
    ])
      assert.match(problemsOf(bad), /^business_hours: expected days and hours such as Mon-Fri/, bad);
  });
});
