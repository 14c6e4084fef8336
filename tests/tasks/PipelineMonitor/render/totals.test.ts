import assert from "node:assert/strict";
import fc from "fast-check";
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

  it("says for which reasons problems are silenced, those for the longest first", () => {
    const { mute, threshold, hours } = reasons;
    const issues = [hours, mute, threshold, threshold].map((by, index) => ({
      ...failed(`p${index}`),
      ...silenced(by),
    }));
    assert.equal(
      quiet({ issues, lasting: [lasting("p0", hours), lasting("z", reasons.known)] }),
      "No new pipeline errors. 1 known problem not repeated. 1 problem is muted or in a maintenance window. " +
        "2 problems are below after_failures. 1 problem is waiting for business hours.",
    );
  });

  it("counts each problem once, whether it was found in this hour or lasts, with reminders or without", () => {
    const by = fc.constantFrom(reasons.known, reasons.hours, reasons.mute, reasons.threshold);
    const problem = fc.record({ by, runs: fc.nat(2), lasts: fc.boolean() });
    fc.assert(
      fc.property(fc.array(problem, { maxLength: 6 }), fc.boolean(), (problems, reminds) => {
        const all = problems.map((one, index) => ({ ...one, name: `p${index}` }));
        const issues = all.flatMap(({ name, by, runs }) =>
          Array.from({ length: runs }, () => ({ ...failed(name), ...silenced(by) })),
        );
        const lasts = all.filter((one) => one.lasts).map(({ name, by }) => lasting(name, by));
        const known = lasts.filter((one) => one.silenced?.by === reasons.known);
        const notRepeated = new Map(reminds ? known.map(({ entry }) => [entry.key, now]) : []);
        const counts = quiet({ issues, lasting: lasts, notRepeated }).match(/(?<=\. )\d+/g) ?? [];
        // What the configuration keeps quiet is mentioned when it is found, and what is known while it lasts.
        const expected = all.filter(({ by, runs, lasts }) =>
          by === reasons.known ? lasts : runs > 0 || (lasts && by === reasons.hours),
        );
        assert.equal(
          counts.reduce((sum, count) => sum + Number(count), 0),
          expected.length,
        );
      }),
    );
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
