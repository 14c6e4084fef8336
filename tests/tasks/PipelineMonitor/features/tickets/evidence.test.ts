import assert from "node:assert/strict";
import {
  evidenceFor,
  evidenceIn,
  leftOver,
} from "../../../../../tasks/PipelineMonitor/features/tickets/plan";
import type { Entry } from "../../../../../tasks/PipelineMonitor/issue/entry";
import { issueOf } from "../../../../../tasks/PipelineMonitor/issue/issue";
import { projectFingerprint } from "../../../../../tasks/PipelineMonitor/issue/ledger";
import { knownEntry } from "../../known-entry";
import { failed, worked } from "../../monitor-stage";
import { projectReport } from "../../report-stage";
import { play } from "./tickets-stage";

describe("the ticket of a problem that nobody remembers", () => {
  const listedOnce = [
    { id: 7, definitionId: 0, pipeline: "invoices", result: "failed", finishedSecondsAgo: 600 } as const,
  ];

  it("stays open if the run is missing from the list, and no second one opens when it is there again", async () => {
    const lost = { at: 0, more: listedOnce, isKilled: true };
    const hours = [{ at: -60 }, lost, { at: 60 }, { at: 120 }, { at: 180 }];
    const { eventsByHour } = await play([failed(110), worked(170)], hours);
    assert.deepEqual(eventsByHour, [[], ["create 1"], [], [], ["comment 1, Done"]]);
  });

  it("is found again after another was closed by a step that was lost, too", async () => {
    const runs = [failed(-1), worked(0), failed(10)];
    const hours = [{ at: 0 }, { at: 10, isLost: true }, { at: 20, isKilled: true }, { at: 30 }];
    const lasting = await play(runs, hours);
    assert.deepEqual(lasting.eventsByHour, [["create 1"], ["comment 1, Done"], ["create 2"], []]);
    const over = await play([...runs, worked(25)], hours);
    assert.deepEqual(over.eventsByHour[3], ["comment 2, Done"]);
  });

  it("is closed if enough runs take place again", async () => {
    const keys = { run_ct_min: 0, tickets: { type: "Issue", severities: ["normal"] } };
    const hours = [{ at: 0 }, { at: 60, forgets: true }, { at: 120 }];
    const { eventsByHour } = await play([worked(50), worked(110)], hours, { keys });
    assert.deepEqual(eventsByHour, [["create 1"], ["comment 1, Done"], []]);
  });
});

describe("evidence that a problem is over", () => {
  const kind = { code: "c", severity: "failure", rank: 1, tally: "t" } as const;
  const report = projectReport();
  const project = projectFingerprint(report.config);
  const few = knownEntry(issueOf(kind, "project", []), 0, { project });
  const closed = (entry: Entry, projects = [report], monitor = "m") =>
    leftOver([], new Map([["k", { id: 1, evidence: evidenceFor(entry, "m") }]]), () =>
      evidenceIn(projects, monitor),
    );

  it("is that the same monitor could check everything and did not find it", () => {
    assert.deepEqual(closed(few), ["k"]);
    assert.deepEqual(closed(few, [report], "another"), []);
    assert.deepEqual(closed(few, [projectReport({ unsure: ["stuck"] })]), []);
  });

  it("is not that its project could not be read, or that nothing is known of it", () => {
    assert.deepEqual(closed(few, []), []);
    assert.deepEqual(
      closed(knownEntry(issueOf(kind, { pipeline: { name: "p" } }, [], { at: 1 }), 2, { project })),
      [],
    );
    assert.deepEqual(closed({ ...few, family: "failure" }), []);
  });
});
