import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import { alertKey } from "../../../../tasks/PipelineMonitor/alerts/alert";
import { keysOfWell } from "../../../../tasks/PipelineMonitor/alerts/well";
import { projectFingerprint } from "../../../../tasks/PipelineMonitor/issue/ledger";
import { runsKey } from "../../../../tasks/PipelineMonitor/issue/place";
import { subjectOf } from "../../../../tasks/PipelineMonitor/issue/subject";
import { failedRun, type RunChanges } from "../failed-run";
import { projectReport } from "../report-stage";

const report = projectReport();
const failed = failedRun({ id: 2, queueTime: 1200 });
const worked = (changes: RunChanges) => failedRun({ id: 1, result: "succeeded", ...changes });
const isWell = (...runs: Run[]) => {
  const records = runs.map((run) => ({ run }));
  const { ofPipelines } = keysOfWell([{ ...report, records }], () => true);
  const project = projectFingerprint(report.config);
  return ofPipelines.includes(alertKey({ project, key: runsKey(subjectOf(failed)) }));
};

describe("the alert of a pipeline that nobody remembers", () => {
  it("is over if a run succeeded, unless one that was queued after it failed", () => {
    assert.ok(isWell(worked({ queueTime: 1300 }), failed));
    assert.ok(isWell(worked({ queueTime: undefined }), failed));
    assert.ok(!isWell(worked({ queueTime: 1100 }), failed));
    assert.ok(isWell(worked({ queueTime: 1100 }), { ...failed, branch: "refs/heads/x" }));
    assert.ok(!isWell(failed));
  });
});
