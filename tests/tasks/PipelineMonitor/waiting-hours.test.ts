import assert from "node:assert/strict";
import type { Wait } from "../../../shared/waits";
import type { RunSketch } from "../../sandbox/runs";
import { changes, memoryPipeline, now, pagerOf, watch } from "./monitor-stage";

/** An hour in which the run is known to wait, to work, to be done, or nobody can tell. */
interface Hour {
  at: number;
  is: "waiting" | "working" | "done" | "unknown";
  keys?: object;
  /** Another run fails. */
  fails?: boolean;
}

/** What a chat and a paging service were told in each hour of a run that began at 0, and waits from then on. */
async function play(hours: readonly Hour[]) {
  const pipeline = memoryPipeline();
  const told: string[] = [];
  for (const { at, is, keys, fails = false } of hours) {
    const pages: string[] = [];
    const pager = pagerOf(
      async ({ title }) => void pages.push(`open ${title}`),
      async () => void pages.push("close"),
    );
    const run: RunSketch = { id: 5, runSeconds: Math.max(1, at) * 3600 };
    const wait: Wait = {
      ...{ kind: "approval", stage: "production", isOpen: true },
      ...{ since: now / 1000, until: undefined },
    };
    const { posted, report, isGood } = await watch(
      [
        is === "done" ? { ...run, finishedSecondsAgo: 60 } : { ...run, unfinished: "running" },
        ...(fails ? [{ id: 6, pipeline: "price feed", result: "failed" }] : []),
      ],
      {
        ...pipeline(at),
        keys: { ...changes, check_unfinished: true, ...keys },
        others: [pager],
        service: () => ({
          async timeline() {
            if (is === "unknown") throw new Error("down");
            const work = [{ since: now / 1000 + 2 * 3600, until: undefined, isOpen: true }];
            return {
              errors: [],
              warnings: [],
              records: [],
              ...{ failures: [], attempt: 1 },
              waits: [wait],
              work: is === "working" ? work : [],
            };
          },
        }),
      },
    );
    assert.ok(isGood);
    told.push([...posted, ...pages, ...(report.alarmCount > 0 ? ["alarm"] : [])].join(" | "));
  }
  return told;
}

describe("a run that waits for a person, hour by hour", () => {
  it("is told once, and as a warning after approvals_after, with no alarm and no page before", async () => {
    const told = await play([2, 3, 26, 27, 30].map((at) => ({ at, is: "waiting" })));
    assert.match(told[0] ?? "", /has been waiting for an approval since 03:19 UTC \(stage production\)\.$/);
    assert.equal(told[1], "");
    assert.match(
      told[2] ?? "",
      /waiting more than 24 h for an approval, since .* \| open Nightly import waiting more than 24 h .*\| alarm$/i,
    );
    assert.match(told[3] ?? "", /^(?:\*\*Recent.*1 known problem not repeated.*\| )?alarm$/s);
  });

  it("is still told only once if its timeline cannot be read for an hour", async () => {
    const told = await play([
      { at: 2, is: "waiting" },
      { at: 3, is: "unknown" },
      { at: 4, is: "waiting" },
    ]);
    assert.deepEqual(told.slice(1), ["", ""]);
  });

  it("is stuck when a job has run for too long, and waits again with the page closed", async () => {
    const told = await play([
      { at: 2, is: "waiting" },
      { at: 3, is: "working" },
      { at: 4, is: "waiting" },
      { at: 5, is: "done" },
    ]);
    assert.match(told[1] ?? "", /is still running after 10800 s.* \| open .* \| alarm$/);
    assert.match(told[2] ?? "", /has been waiting for an approval .* \| close$/);
    assert.match(
      told[3] ?? "",
      /ran too long: 18000 s \(5 h\), allowed 30 to 900 s; 4 h 59 min of it waiting/,
    );
  });

  it("waits for business hours even if its pipeline is important, and is not told when it waits no more", async () => {
    const pipelines = { default: { max_proc_time: 900, min_proc_time: 30, severity: "high" } };
    const keys = { business_hours: "Mon-Fri 08:00-18:00", pipelines };
    const told = await play([
      { at: 2, is: "waiting", keys },
      { at: 3, is: "waiting", keys },
      { at: 5, is: "waiting", keys },
    ]);
    assert.deepEqual(told.slice(0, 2), ["", ""]);
    assert.match(told[2] ?? "", /has been waiting/);
    const ended = await play([
      { at: 2, is: "waiting", keys },
      { at: 5, is: "done", keys },
    ]);
    assert.doesNotMatch(ended.join(), /has been waiting/);
  });
});
