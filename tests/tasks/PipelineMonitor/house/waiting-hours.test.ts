// Needs: business-hours, mutes, stuck-runs
import assert from "node:assert/strict";
import type { BuildService } from "../../../../shared/azure-devops/client";
import { emptyTimeline } from "../../../../shared/azure-devops/timeline";
import { plainText } from "../../../../shared/chat/message";
import type { Wait } from "../../../../shared/waits";
import type { RunSketch } from "../../../sandbox/runs";
import { sanitize } from "../../../sanitize";
import { assertTexts, changes, memoryPipeline, nothing, now, watch } from "../monitor-stage";
import { pagerOf } from "../target-stage";

/** Whether the run waits since it began, once more since an hour ago, works, is done, or nobody can tell. */
type State = "waiting" | "waiting again" | "working" | "done" | "unknown";

/** What a chat and a paging service were told in each hour of a run that began at 0. */
async function play(hours: readonly (readonly [at: number, is: State])[], keys: object = {}) {
  const pipeline = memoryPipeline();
  const told: string[] = [];
  for (const [at, is] of hours) {
    const pages: string[] = [];
    const page = async (what: string) => void pages.push(what);
    const pager = pagerOf(
      ({ content }) => page(`open ${"about" in content ? plainText(content.words, sanitize) : ""}`),
      () => page("close"),
    );
    const open = (hour: number) => ({ since: now / 1000 + hour * 3600, until: undefined, isOpen: true });
    const since = is === "waiting again" ? at - 1 : 0;
    const wait: Wait = { kind: "approval", stage: "production", ...open(since) };
    const work = is === "working" ? [open(2)] : [];
    const timeline: BuildService["timeline"] = async () => {
      if (is === "unknown") throw new Error("down");
      return { ...emptyTimeline, waits: [wait], work };
    };
    const end: RunSketch = is === "done" ? { finishedSecondsAgo: 60 } : { unfinished: "running" };
    const { posted, report } = await watch([{ id: 5, runSeconds: at * 3600, ...end }], {
      ...{ ...pipeline(at), keys: { ...changes, check_unfinished: true, ...keys } },
      ...{ others: [pager], service: () => ({ timeline }) },
    });
    assert.notEqual(report.delivered, "failed");
    told.push([...posted, ...pages, ...(report.alarmCount > 0 ? ["alarm"] : [])].join(" | "));
  }
  return told;
}

describe("a run that waits for a person, hour by hour", () => {
  it("is told once, and as a warning after approvals_after, with no alarm and no page before", async () => {
    assertTexts(await play([2, 3, 26, 27].map((at) => [at, "waiting"])), [
      /has been waiting for an approval since 03:19 UTC \(stage production\)\.$/,
      nothing,
      /waiting more than 24 h for an approval, since .* \| open .*waiting more than 24 h .*\| alarm$/i,
      /^(?:\*\*Recent.*1 known problem not repeated.*\| )?alarm$/s,
    ]);
  });

  it("is a problem after as many hours as approvals_after says", async () => {
    const told = await play(
      [2, 3].map((at) => [at, "waiting"]),
      { approvals_after: 2.5 },
    );
    assertTexts(told, [/has been waiting for/, /waiting more than 2 h 30 min for an approval/]);
  });

  it("is told of its next wait, and of none in a maintenance window until that is over", async () => {
    const quiet = [{ schedule: "0 5 * * *", hours: 1 }];
    const told = await play(
      [2, 3, 4, 5].map((at) => [at, at < 5 ? "waiting" : "waiting again"]),
      { quiet },
    );
    assertTexts(told, [nothing, /since 03:19 UTC/, nothing, /since 07:19 UTC/]);
  });

  it("is still told only once if its timeline cannot be read for an hour", async () => {
    const told = await play([2, 3, 4].map((at) => [at, at === 3 ? "unknown" : "waiting"]));
    assertTexts(told, [/has been waiting/, nothing, nothing]);
  });

  it("is stuck when a job has run for too long, and waits again with the page closed", async () => {
    const hours = [
      [2, "waiting"],
      [3, "working"],
      [4, "waiting"],
      [5, "done"],
    ] as const;
    assertTexts(await play(hours), [
      /has been waiting/,
      /is still running after 10800 s.* \| open .* \| alarm$/,
      /has been waiting for an approval .* \| close$/,
      /ran too long: 18000 s \(5 h\), allowed 30 to 900 s; 4 h 59 min of it waiting/,
    ]);
  });

  it("waits for business hours even if its pipeline is important, and is not told when it waits no more", async () => {
    const pipelines = { default: { max_proc_time: 900, min_proc_time: 30, severity: "high" } };
    const keys = { business_hours: "Mon-Fri 08:00-18:00", pipelines };
    const told = await play(
      [2, 3, 5].map((at) => [at, "waiting"]),
      keys,
    );
    assertTexts(told, [nothing, nothing, /has been waiting/]);
    const ended = [
      [2, "waiting"],
      [5, "done"],
    ] as const;
    assert.doesNotMatch((await play(ended, keys)).join(), /has been waiting/);
  });
});
