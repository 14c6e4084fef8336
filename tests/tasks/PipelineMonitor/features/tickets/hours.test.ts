import assert from "node:assert/strict";
import type { ReceivedRequest, Reply } from "../../../../sandbox/loopback";
import { sandboxTracker } from "../../../../sandbox/work-items";
import { worksAgain } from "../../../../works-again";
import { failed, worked } from "../../monitor-stage";
import { day, play } from "./tickets-stage";

const canceled = (at: number) => ({ ...failed(at), result: "canceled" });

describe("a monitor with tickets", () => {
  it("opens one for a problem, and closes it with a comment", async () => {
    const hours = [{ at: 0 }, { at: 60 }, { at: 120 }, { at: 180 }];
    const runs = [failed(-10), failed(50), worked(110)];
    const { tracker, eventsByHour, delivered, violations } = await play(runs, hours);
    assert.deepEqual(eventsByHour, [["create 1"], [], ["comment 1, Done"], []]);
    assert.deepEqual(delivered, ["sent", "notNeeded", "sent", "notNeeded"]);
    assert.deepEqual(violations, []);
    const { fields, comments } = tracker.items.get(1) ?? assert.fail();
    assert.equal(fields["System.Title"], "Night Shift: invoices failed");
    assert.equal(fields["System.Tags"], "Pipeline Monitor");
    const description = String(fields["System.Description"]);
    assert.match(description, /^<p>invoices failed\.<\/p>.*[0-9a-f]{16}<\/p>$/);
    assert.match(comments.join(), new RegExp(`^<p>invoices .* ${worksAgain(2)}`));
  });

  it("opens none for other severities, and asks the service for the states of the type and one list then", async () => {
    const hours = [{ at: 0 }, { at: 60 }, { at: 120 }, { at: day }, { at: day + 60 }];
    const { eventsByHour, requests } = await play([failed(-10, "stock levels")], hours);
    assert.deepEqual(eventsByHour.flat(), []);
    assert.equal(requests.length, 2 * hours.length);
  });

  it("comments if the cause changes, at most once a day, and not each time that it fails again", async () => {
    const hours = [0, 60, 120, day, day + 60, 2 * day, 3 * day].map((at) => ({ at }));
    const runs = [failed(-10), canceled(50), failed(110), canceled(day + 50), failed(2 * day + 10)];
    const { eventsByHour, tracker } = await play(runs, hours);
    assert.deepEqual(eventsByHour, [["create 1"], [], [], ["comment 1"], [], ["comment 1"], ["comment 1"]]);
    assert.match(tracker.items.get(1)?.comments[0] ?? "", /^<p>invoices had 3 problems since/);
    const same = await play([failed(-10), ...hours.map(({ at }) => failed(at + 10))], hours);
    assert.deepEqual(same.eventsByHour.flat(), ["create 1"]);
  });

  it("loses no comment if the agent's clock is slow", async () => {
    const hours = [{ at: 0 }, { at: day, slow: 30 }, { at: day + 60 }];
    const { eventsByHour } = await play([failed(-10), canceled(day - 50)], hours);
    assert.deepEqual(eventsByHour, [["create 1"], ["comment 1"], []]);
  });

  it("keeps the ticket of a problem that ended and began again before a report told its end", async () => {
    const runs = [failed(-10), worked(20), failed(40), worked(100)];
    const { eventsByHour } = await play(runs, [{ at: 0 }, { at: 60 }, { at: 120 }]);
    assert.deepEqual(eventsByHour, [["create 1"], [], ["comment 1, Done"]]);
  });

  it("opens a new one for a problem that comes back after its end", async () => {
    const runs = [failed(-10), worked(50), failed(110)];
    const { eventsByHour, open } = await play(runs, [{ at: 0 }, { at: 60 }, { at: 120 }]);
    assert.deepEqual(eventsByHour, [["create 1"], ["comment 1, Done"], ["create 2"]]);
    assert.deepEqual(open, [2]);
  });

  it("does not contradict a person who closes it, until the problem comes back", async () => {
    const people = (tracker: ReturnType<typeof sandboxTracker>) =>
      tracker.change(1, { "System.State": "Done" });
    const runs = [failed(-10), failed(80), canceled(day + 90), worked(day + 130), failed(day + 190)];
    const hours = [{ at: 0 }, { at: 60, people }, { at: 120 }, { at: day + 100 }, { at: day + 140 }];
    const { eventsByHour } = await play(runs, [...hours, { at: day + 200 }]);
    assert.deepEqual(eventsByHour, [["create 1"], [], [], [], [], ["create 2"]]);
    // It ended and began again before the next report.
    const soon = await play(
      [failed(-10), worked(20), failed(50)],
      [{ at: 0 }, { at: 60, people: closedAt(10) }],
    );
    assert.deepEqual(soon.eventsByHour, [["create 1"], ["create 2"]]);
  });

  it("does not contradict a person who deletes it, moves it on or gives it another type", async () => {
    const deleting = {
      at: 60,
      people: (tracker: ReturnType<typeof sandboxTracker>) => tracker.items.delete(1),
    };
    const later = [{ at: day + 60 }, { at: day + 120 }];
    const runs = [failed(-10), canceled(50), worked(day + 110)];
    const gone = await play(runs, [
      { at: 0 },
      { ...deleting, people: (of) => void of.items.delete(1) },
      ...later,
    ]);
    assert.deepEqual(gone.eventsByHour, [["create 1"], [], [], []]);
    const moved = {
      "System.WorkItemType": "Bug",
      "System.State": "Active",
      "System.AreaPath": "Night Shift\\Ops",
    };
    const people = (tracker: ReturnType<typeof sandboxTracker>) => tracker.change(1, moved);
    const { eventsByHour, tracker } = await play(runs, [{ at: 0 }, { at: 60, people }, ...later]);
    assert.deepEqual(eventsByHour, [["create 1"], [], ["comment 1"], ["comment 1, Closed"]]);
    assert.equal(tracker.items.get(1)?.fields["System.AreaPath"], "Night Shift\\Ops");
  });

  for (const lost of [{ isKilled: true }, { isLost: true }, { forgets: true }])
    it(`finds it again after ${Object.keys(lost)}, and closes it even if the problem was over by then`, async () => {
      const [first, next] =
        "forgets" in lost ? [{ at: 0 }, { at: 60, ...lost }] : [{ at: 0, ...lost }, { at: 60 }];
      const lasting = await play([failed(-10), failed(50)], [first, next, { at: 120 }]);
      assert.deepEqual(lasting.eventsByHour, [["create 1"], [], []]);
      const over = await play([failed(-10), worked(50)], [first, next, { at: 120 }]);
      assert.deepEqual(over.eventsByHour, [["create 1"], ["comment 1, Done"], []]);
    });

  it("leaves the ticket of a problem open that it does not know to be over after its memory was lost", async () => {
    const hours = [{ at: 0 }, { at: day + 60, forgets: true }, { at: day + 120 }, { at: day + 180 }];
    const { eventsByHour } = await play([failed(-10), worked(day + 110), worked(day + 170)], hours);
    assert.deepEqual(eventsByHour, [["create 1"], [], ["comment 1, Done"], []]);
  });

  it("opens nothing while its memory cannot be read, and then what is still wrong", async () => {
    const hours = [{ at: 0 }, { at: 60, isUnreadable: true }, { at: 120 }];
    const { eventsByHour, delivered } = await play([worked(-10), failed(50)], hours);
    assert.deepEqual(eventsByHour, [[], [], ["create 1"]]);
    assert.equal(delivered[1], "failed");
  });

  it("closes the younger of two that were opened at the same moment as a duplicate", async () => {
    const atOnce = (tracker: ReturnType<typeof sandboxTracker>, by?: string) => {
      return (request: ReceivedRequest, healthy: () => Reply): Reply => {
        const reply = healthy();
        if (request.path.endsWith("/$Issue")) tracker.copy(1, by);
        return reply;
      };
    };
    const tracker = sandboxTracker();
    const runs = [failed(-10), worked(50)];
    const own = await play(runs, [{ at: 0, answers: atOnce(tracker) }, { at: 60 }], { tracker });
    assert.deepEqual(own.eventsByHour, [["create 1"], ["comment 1, Done", "duplicate 2 of 1, Done"]]);
    const copied = sandboxTracker();
    const { eventsByHour, open } = await play(runs, [{ at: 0, answers: atOnce(copied, "Ann") }, { at: 60 }], {
      tracker: copied,
    });
    assert.deepEqual(
      [eventsByHour, open],
      [[["create 1"], ["comment 1, Done"]], [2]],
      "a person's copy is theirs",
    );
  });

  it("closes one that is muted only when its problem is over", async () => {
    const mute = { mute_until: "2026-11-22" };
    const keys = {
      pipelines: {
        default: { max_proc_time: 900, min_proc_time: 30 },
        invoices: { severity: "high", ...mute },
      },
    };
    const hours = [{ at: 0 }, { at: 60, keys }, { at: 120, keys }];
    const { eventsByHour } = await play([failed(-10), worked(110)], hours);
    assert.deepEqual(eventsByHour, [["create 1"], [], ["comment 1, Done"]]);
  });

  it("says that it follows one no more, and closes it, if the configuration no longer asks for it", async () => {
    const keys = { tickets: { type: "Issue", severities: ["normal"] } };
    const { eventsByHour, tracker } = await play(
      [failed(-10)],
      [{ at: 0 }, { at: 60, keys }, { at: 120, keys }],
    );
    assert.deepEqual(eventsByHour, [["create 1"], ["comment 1, Done"], []]);
    assert.match(tracker.items.get(1)?.comments[0] ?? "", /does not follow this problem any more/);
  });
});

/** Closes the first at a minute. */
function closedAt(minute: number) {
  return (tracker: ReturnType<typeof sandboxTracker>) => {
    const { time } = tracker;
    tracker.time = time - (60 - minute) * 60_000;
    tracker.change(1, { "System.State": "Done" });
    tracker.time = time;
  };
}
