// Needs: business-hours, mutes, paging, repair
import assert from "node:assert/strict";
import { texts } from "../features/business-hours/nights-stage";
import { high, pipelines, play } from "../features/paging/paging-stage";
import { candidatesIn, configFor, lostReport, lostRun } from "../features/repair/repair-stage";
import { assertTexts, failed, nothing } from "../monitor-stage";

describe("business hours", () => {
  it("keep the end of a mute", async () => {
    const told = await texts([0, 1, 5, 6], [], { "nightly import": { mute_until: "2026-11-20T04:00Z" } });
    assertTexts(told, [nothing, nothing, /The mute of nightly import ended/, nothing]);
  });
});

describe("a monitor with paging", () => {
  it("closes the alert of a pipeline that is muted, and opens it when the mute has ended and the problem lasts", async () => {
    const muted = { ...pipelines, invoices: { ...high, mute_until: "2026-11-20T05:00Z" } };
    const keys = { pipelines: muted };
    const hours = [{ at: 0 }, { at: 60, keys }, { at: 120, keys }];
    const { acts } = await play([failed(-10), failed(50), failed(115)], hours);
    assert.deepEqual(acts, ["open", "close", "open"]);
  });
});

describe("a failed run that is a candidate", () => {
  it("is left alone in a maintenance window", () => {
    const quiet = [{ schedule: "0 2 * * *", hours: 2 }];
    assert.deepEqual(candidatesIn(lostReport({ quiet }, [lostRun()])), []);
    assert.equal(candidatesIn(lostReport({}, [lostRun()])).length, 1, "outside");
  });

  it("is none of a pipeline that is muted", () => {
    const entry = { repair: { lost_agent: true }, mute_until: "2026-12-01" };
    const config = configFor({ "nightly *": { schedule: "auto", ...entry } });
    assert.deepEqual(candidatesIn({ ...lostReport(), config }), []);
  });
});
