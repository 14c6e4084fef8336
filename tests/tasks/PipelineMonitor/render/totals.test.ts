import assert from "node:assert/strict";
import type { Lasting, ToldProject } from "../../../../tasks/PipelineMonitor/issue/report";
import type { SilenceReason } from "../../../../tasks/PipelineMonitor/issue/silenced";
import { countProblems, quietText, totalsOf } from "../../../../tasks/PipelineMonitor/render/totals";
import { sanitize } from "../../../sanitize";
import { knownEntry } from "../known-entry";
import { failure, noteEntry, now } from "../ledger/ledger-stage";
import { projectReport, reportOn } from "../report-stage";
import { reasons } from "../silences";

const failed = (pipeline: string) => failure({ pipeline });
const silenced = (by: SilenceReason) => ({ silenced: { by, why: [] } });
const lasting = (pipeline: string, by?: SilenceReason): Lasting => ({
  entry: knownEntry(failed(pipeline), now),
  ...(by && silenced(by)),
});
const quiet = (changes: Partial<ToldProject>) => quietText([projectReport(changes)], true, sanitize);

describe("the line in place of a message", () => {
  it("counts what lasts once, also if no reminder will mention it", () => {
    const known = lasting("a", reasons.known);
    assert.equal(quiet({ lasting: [known] }), "No new pipeline errors. 1 known problem not repeated.");
    const { key } = known.entry;
    const text = quiet({ lasting: [known], notRepeated: new Map([[key, now]]) });
    assert.match(text, /^No new pipeline errors\. 1 known problem not repeated; next reminder [^.]* UTC\.$/);
  });

  it("says how many problems are silenced for which reason, the least important last heard of first", () => {
    const { mute, threshold, hours } = reasons;
    const issues = [hours, mute, threshold, threshold].map((by, index) => ({
      ...failed(`p${index}`),
      ...silenced(by),
    }));
    assert.equal(
      quiet({ issues, lasting: [lasting("p0", hours)] }),
      "No new pipeline errors. 1 problem is muted or in a maintenance window. " +
        "2 problems are below after_failures. 1 problem is waiting for business hours.",
    );
    const twice = [issues[1], issues[1]].flatMap((issue) => issue ?? []);
    assert.match(quiet({ issues: twice }), /\. 1 problem is muted/, "two runs of one problem");
  });
});

describe("the numbers of a report", () => {
  it("have every problem that lasts, of whatever project, unless it is kept quiet; only what is important alarms", () => {
    const alert = { owner: "", mention: "", runbook: undefined, importance: "info" } as const;
    const all = [lasting("a"), lasting("b", reasons.known), lasting("c", reasons.mute)];
    const info: Lasting = { entry: knownEntry({ ...failed("d"), alert }, now) };
    const general: Lasting[] = [{ entry: noteEntry() }, { entry: noteEntry(), ...silenced(reasons.mute) }];
    const project = projectReport({ lasting: [...all, info], issues: [{ ...failed("e"), alert }] });
    assert.equal(countProblems([project, projectReport()], general), 5);
    const { issueCount, alarmCount } = totalsOf(reportOn([project], { lasting: general }), sanitize);
    assert.deepEqual([issueCount, alarmCount], [5, 2]);
  });
});
