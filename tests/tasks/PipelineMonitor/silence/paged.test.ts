import assert from "node:assert/strict";
import { issueOfRunCount } from "../../../../tasks/PipelineMonitor/rules/issues";
import { alertChanges, alertOf } from "../../../../tasks/PipelineMonitor/silence/paged";
import { projectReport } from "../report-stage";
import { configWith } from "./silence-stage";

describe("the alert of a project", () => {
  it("is opened and stays open while a mute covers every pipeline", () => {
    const settings = { mute_until: "2027-01-01", max_proc_time: 900, min_proc_time: 30 };
    for (const entries of [{ "*": settings }, { default: settings }]) {
      const config = configWith({}, entries);
      const issue = issueOfRunCount(7, 10);
      const report = projectReport({ config, issues: [issue] });
      const alert = alertOf(report, issue) ?? assert.fail();
      const { open, close } = alertChanges(report, [], () => true);
      assert.deepEqual([open.map((one) => one.alert), close], [[alert], []]);
      const later = alertChanges(report, [alert], () => true);
      assert.deepEqual(later, { open: [], close: [], doubtful: [] });
    }
  });
});
