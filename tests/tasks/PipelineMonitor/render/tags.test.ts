import assert from "node:assert/strict";
import { type IssueKind, issueOf, type Silenced } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { ProjectReport, Report } from "../../../../tasks/PipelineMonitor/issue/report";
import { tagsOf } from "../../../../tasks/PipelineMonitor/render/tags";
import { failedRun } from "../failed-run";
import { origin, projectReport } from "../report-stage";

const stuckRunning: IssueKind = {
  ...{ code: "stuckRunning", severity: "failure", rank: 1, tally: "stuck", verdict: "stuck" },
  isState: true,
};

/** The tags of a report that checks for stuck runs. */
function tagsWith(changes: Partial<ProjectReport>, more: Partial<Report> = {}): string[] {
  const project = projectReport(changes);
  const keys = { ...project.config.keys, check_unfinished: true };
  const report: Report = {
    ...{ config: { ...project.config, keys }, origin, projects: [project], unread: [], isListed: true },
    ...{ notes: [], mutes: [], skipped: [], quiet: "", delivered: "sent", omitted: [] },
    message: { header: "", title: [], lines: [], footer: [] },
    ...more,
  };
  return tagsOf(report, "t");
}

describe("tagsOf", () => {
  it("says that a report was delivered, whether it was whole, and which runs it has seen", () => {
    assert.deepEqual(tagsWith({ seenDigest: "abc" }), ["t", "t-seen-abc", "t-whole"]);
    assert.deepEqual(tagsWith({ isWhole: false }), ["t"]);
  });

  it("leaves a stuck run that is muted or in a maintenance window to a later report", () => {
    const stuck = (by: Silenced["by"]) => ({
      ...issueOf(stuckRunning, { run: failedRun({ finishTime: undefined }) }, []),
      silenced: { by, why: [] },
    });
    for (const by of ["mute", "maintenance"] as const)
      assert.deepEqual(tagsWith({ issues: [stuck(by)] }), ["t"]);
    assert.deepEqual(tagsWith({ issues: [stuck("known")] }), ["t", "t-whole"]);
  });

  it("says which projects could not be read, and that the others could not be listed", () => {
    const { config } = projectReport();
    const [, unread = "", others] = tagsWith({}, { unread: [config], isListed: false });
    assert.match(unread, /^t-unread-[0-9a-f]{16}$/);
    assert.equal(others, "t-unread-others");
  });
});
