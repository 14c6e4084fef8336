import assert from "node:assert/strict";
import { runMonitor } from "../packaged/extras-stage";
import { buildAuth, withStage } from "../packaged/monitor-stage";
import type { StepResult } from "../sandbox/agent";
import { leaks } from "../sandbox/leaks";
import { sketchRun } from "../sandbox/runs";
import { sandboxTracker } from "../sandbox/work-items";
import { now } from "./scenes";
import { faultOf, type Play, stepOf } from "./step";

const config = {
  ...{ notify: "changes", run_ct_min: -1, tickets: { type: "Issue" } },
  pipelines: { default: { max_proc_time: 900, min_proc_time: 30, severity: "high" } },
};

/** Plays a cell of work items, and the next hour without the fault, in which everything is as it would have been. */
export const playTickets: Play = async (cell, agent, stage, { debug }) => {
  const { closes = false } = cell.endpoint;
  const tracker = sandboxTracker();
  return withStage(agent, { config, service: { tracker } }, async (service, chat) => {
    const watch = async (hour: number, step: object = {}): Promise<StepResult> => {
      tracker.time = now + hour * 3600_000;
      const played = await runMonitor(agent, service, chat, {
        id: 900 + hour,
        startedAt: tracker.time,
        ...step,
      });
      assert.deepEqual(leaks(played, ["canary", buildAuth], { messages: chat.texts.join() }), []);
      return played;
    };
    // Somebody has opened one with the same tag.
    const other = tracker.copy(0, "Ann");
    tracker.change(other, { "System.WorkItemType": "Issue", "System.Tags": "x; Pipeline Monitor" });
    service.put(sketchRun(now, { id: 1, result: "failed", logs: ["x"] }));
    if (closes) {
      await watch(0);
      service.put(sketchRun(now + 3600_000, { id: 3 }));
    }
    const hour = closes ? 1 : 0;
    service.faults.push(...faultOf(cell, stage));
    const { variables = {}, ...step } = stepOf(cell, stage, debug);
    const played = await watch(hour, { variables, step });
    service.faults.length = 0;
    const posted = chat.texts.length;
    assert.equal(posted, hour + 1, "the chat has its message");
    const next = await watch(hour + 1);
    const isFailed = played.outputs["delivered"] === "failed";
    assert.equal(next.outputs["delivered"], isFailed ? "sent" : "notNeeded", next.log.join("\n"));
    assert.equal(chat.texts.length, posted, "the chat is told again");
    const states = [...tracker.items.values()].map(({ fields }) => fields["System.State"]);
    assert.deepEqual(states, ["New", closes ? "Done" : "To Do"]);
    return played;
  });
};
