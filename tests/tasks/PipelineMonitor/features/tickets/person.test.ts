import assert from "node:assert/strict";
import { robot, type SandboxTracker } from "../../../../sandbox/work-items";
import { failed, worked } from "../../monitor-stage";
import { day, play } from "./tickets-stage";

describe("a monitor with a person's token", () => {
  const close = (tracker: SandboxTracker) => tracker.change(1, { "System.State": "Done" }, robot);
  const canceled = { ...failed(day + 50), result: "canceled" };

  it("does not open a ticket again that this person closed, until the problem comes back", async () => {
    const hours = [
      { at: 0 },
      { at: 60, people: close },
      { at: day + 60 },
      { at: day + 120 },
      { at: day + 180 },
    ];
    const runs = [failed(-10), canceled, worked(day + 110), failed(day + 170)];
    const { eventsByHour } = await play(runs, hours);
    assert.deepEqual(eventsByHour, [["create 1"], [], [], [], ["create 2"]]);
  });

  it("leaves a copy open that this person made", async () => {
    const hours = [{ at: 0 }, { at: 60, people: (tracker: SandboxTracker) => void tracker.copy(1) }];
    const { eventsByHour, open } = await play([failed(-10), failed(50)], [...hours, { at: day + 60 }]);
    assert.deepEqual([eventsByHour.flat(), open], [["create 1"], [1, 2]]);
  });
});
