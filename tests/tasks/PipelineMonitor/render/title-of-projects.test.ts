import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import type { Cause } from "../../../../tasks/PipelineMonitor/causes/cause";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { type Note, recoveryNote } from "../../../../tasks/PipelineMonitor/issue/note";
import type { Lasting, ToldProject } from "../../../../tasks/PipelineMonitor/issue/report";
import { groupedBlocks } from "../../../../tasks/PipelineMonitor/render/block-groups";
import { composeMessage } from "../../../../tasks/PipelineMonitor/render/message";
import { blockOfNote } from "../../../../tasks/PipelineMonitor/render/notes";
import { renderTitle } from "../../../../tasks/PipelineMonitor/render/title";
import { issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { knownEntry } from "../known-entry";
import { projectReport, reportOn } from "../report-stage";
import { reasons } from "../silences";
import { explained, failed } from "./blocks-stage";

const page = new URL("https://h/1");
const lost: Cause = { kind: "lostAgent", agent: "build-07" };

/** Of a message on three projects. */
const titled = (issues: readonly Issue[], notes: readonly Note[] = [], count = issues.length) =>
  plainText(
    renderTitle(
      { words: "3 projects" },
      [...groupedBlocks(issues, sanitize), ...notes.map(blockOfNote)],
      count,
      sanitize,
    ).phrase,
    sanitize,
  );

function composed(projects: Readonly<Record<string, Partial<ToldProject>>>): string {
  const all = Object.entries(projects).map(([projectName, changes]) => {
    const { config, ...project } = projectReport(changes);
    const url = new URL(`https://h/o/${projectName}`);
    return { ...project, config: { ...config, projectName, project: url } };
  });
  return plainText(composeMessage(reportOn(all), "product", undefined, sanitize).title, sanitize);
}

describe("the title of a message on several projects", () => {
  it("says how many problems there are in how many projects, unless a name says where", () => {
    assert.equal(
      titled([explained(failed(1, "a"), lost), explained(failed(2, "b"), lost)]),
      "2 problems in 3 projects: agent build-07 lost: 2 runs failed (a, b)",
    );
    const watching: Note = { says: [{ words: "Watching 2 pipelines" }], severity: "note", rank: 6 };
    assert.equal(titled([], [watching, { ...watching }]), "3 projects: Watching 2 pipelines, and more");
    assert.equal(titled([], [watching]), "3 projects: watching 2 pipelines");
    const well = ["a", "b"].map((pipeline) => recoveryNote(failedRun({ pipeline }), page, "works again"));
    assert.equal(titled([], well), "2 pipelines work again: a, b");
  });

  it("names the project of a problem", () => {
    const issues = [failed(1, "a")];
    assert.equal(composed({ Shop: { issues }, Lab: {} }), "🔴 Shop: a failed");
    const both = { Shop: { issues }, Lab: { issues: [failed(2, "b")] } };
    assert.equal(composed(both), "🔴 2 problems in 2 projects: a failed in Shop, b failed in Lab");
  });

  it("counts no problem of which another channel is told", () => {
    const lasting = (by: (typeof reasons)["known"]): Lasting[] => {
      const issue = failed(2, "b");
      return [{ entry: knownEntry(issue, 0), silenced: { by, why: [] } }];
    };
    const issues = [failed(1, "a"), failed(3, "c")];
    const title = "2 problems: a failed, c failed";
    assert.equal(composed({ Shop: { issues, lasting: lasting(reasons.route) } }), `🔴 Shop: ${title}`);
    const known = composed({ Shop: { issues, lasting: lasting(reasons.known) } });
    assert.equal(known, `🔴 Shop: ${title.replace("2", "3")}, and more`);
  });

  it("names a problem once, and each part of it that fits", () => {
    const slow = issueOfWait(failedRun({ pipeline: "a" }), 900, 300);
    assert.equal(titled([failed(1, "a"), slow], [], 1), "a failed");
    const two = (line: string, cause?: Cause) =>
      titled(["x", "y"].map((sign, id) => explained(failed(id, sign.repeat(70)), cause, line)));
    assert.equal(two("", lost), "2 problems in 3 projects: agent build-07 lost: 2 runs failed");
    assert.equal(two("no route"), "2 runs failed: no route");
    const broad = (line: string) =>
      [1, 2, 3].map((id) => explained(failed(id, `${line} ${id}`), undefined, line.repeat(36)));
    const alert = { owner: "", mention: "", runbook: undefined, importance: "high" } as const;
    const urgent = { ...failed(9, "z".repeat(40)), alert };
    assert.equal(
      titled([...broad("a"), ...broad("b"), urgent]),
      `${"z".repeat(40)} failed; ${"a".repeat(36)}: 3 pipelines failed; 3 other problems (3 projects)`,
    );
  });

  it("shares its room between two names that are too long", () => {
    const title = titled([failed(1, "x".repeat(190)), failed(2, "y".repeat(190))]);
    assert.match(title, /^2 problems in 3 projects: x{80,}… failed, and more$/);
    const recoveries = ["x", "y"].map((sign) =>
      recoveryNote(failedRun({ pipeline: sign.repeat(190) }), page, "is well"),
    );
    assert.ok(titled([], recoveries).length <= 147);
  });
});
