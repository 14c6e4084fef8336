import assert from "node:assert/strict";
import { renderAlert } from "../../../../tasks/PipelineMonitor/alerts/alert";
import { type Issue, issueOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { issueOfRunCount } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { fewRuns } from "../../../sentences";
import { configWith } from "../ledger/ledger-stage";
import { explained, failed, unbound } from "../render/blocks-stage";
import { projectReport } from "../report-stage";

describe("an alert for the person who is paged", () => {
  const runbook = "https://wiki/a";
  const config = configWith({}, { db_backup: { owner: "Ops", runbook, severity: "high" } });
  const alertOf = (issue: Issue) => renderAlert(issue, projectReport({ config }), "key", sanitize);
  const now = Date.UTC(2026, 10, 20, 3, 19);

  it("has the title of a message about the issue alone, its cause, its owner and its links", () => {
    const issue = explained(failed(1, "db_backup", { finishTime: 1000 }), unbound, "SMTP_HOST: unbound");
    const cause = "variable SMTP_HOST is not defined";
    assert.deepEqual(alertOf(issue), {
      key: "key",
      title: `Night Shift: db_backup failed: ${cause}`,
      ...{ severity: "high", at: 1_000_000, source: config.project.href },
      details: { pipeline: "db_backup", problem: `failed: SMTP_HOST: unbound (${cause}).`, owner: "Ops" },
      links: [
        { label: "Run 1", href: "https://h/1" },
        { label: "Log", href: "https://h/l/1" },
        { label: "Runbook", href: "https://wiki/a" },
      ],
    });
  });

  it("is of now if the issue has no time, and of no pipeline if the issue is about the project", () => {
    const sentence = `${fewRuns} in the last hour (7, expected more than 10)`;
    assert.deepEqual(alertOf(issueOfRunCount(7, 10)), {
      ...{
        key: "key",
        title: `Night Shift: f${sentence.slice(1)}`,
        severity: "normal",
        at: now,
        source: config.project.href,
      },
      ...{ details: { problem: `${sentence}.` }, links: [] },
    });
    const kind = { code: "odd", rank: 1, severity: "warning", tally: "odd" } as const;
    const odd = alertOf(issueOf(kind, { pipeline: { name: "a" } }, [{ words: "is odd" }]));
    assert.deepEqual(
      [odd.title, odd.details],
      ["Night Shift: a is odd", { pipeline: "a", problem: "is odd." }],
    );
  });
});
