// Needs: paging, routes, tickets
import fc from "fast-check";
import { anyMonitorDays } from "../weeks/monitors-script";
import { playMonitorDays } from "../weeks/monitors-world";

/** The same samples each time; `npm run weeks` plays more, and others. */
describe("random days of several monitors with one pager and one tracker", () => {
  it("close nothing that another monitor finds, leave nothing open that none finds, and open nothing twice", () =>
    fc.assert(fc.asyncProperty(anyMonitorDays, playMonitorDays), {
      numRuns: 2,
      seed: 79,
      endOnFailure: true,
    }));
});
