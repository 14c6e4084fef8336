// Needs: business-hours, deadlines, paging, stuck-runs, tickets
import assert from "node:assert/strict";
import type { OtherProjects } from "../../../../tasks/PipelineMonitor/projects";
import { memoryBuildService } from "../../../memory-build-service";
import * as paging from "../features/paging/paging-stage";
import { day, high, pipelines, play } from "../features/tickets/tickets-stage";
import { failed, worked } from "../monitor-stage";
import { refusal } from "../refusal";

describe("an alert beside business hours", () => {
  // Icinga/icinga-notifications#429: an incident whose object was deleted can only be closed by hand.
  it("closes the alert of a deleted pipeline although the chat waits for business hours", async () => {
    const service = () => ({ pipelineCode: () => Promise.reject(refusal(404)) });
    // The first hour is a Friday.
    const keys = { business_hours: "Mon-Fri 03:00-04:00", pipelines: { ...paging.pipelines, invoices: {} } };
    const hours = [{ at: 0 }, { at: 60 }, ...[1440, 4320].map((at) => ({ at, service }))];
    const { acts, chat } = await paging.play(
      [failed(-10)],
      hours.map((hour) => ({ ...hour, keys })),
    );
    assert.deepEqual(
      [acts, chat],
      [
        ["open", "", "close", ""],
        [1, 0, 0, 1],
      ],
    );
  });
});

describe("the ticket of a problem of another feature that nobody remembers", () => {
  const stuck = { id: 9, pipeline: "invoices", unfinished: "running", runSeconds: 1800 } as const;

  it("stays open after the memory was lost, until a report sees everything", async () => {
    const stuck = { id: 5, pipeline: "invoices", unfinished: "running", runSeconds: 4000 } as const;
    const unlisted = { unfinishedRuns: () => assert.fail("503") };
    const projects: OtherProjects = {
      list: async () => ({ projects: [{ name: "Shop", id: undefined }], isCut: false }),
      open: (project) => ({ ...memoryBuildService(project, []), runsSince: () => assert.fail("403") }),
    };
    const { eventsByHour } = await play(
      [],
      [
        { at: 0, more: [stuck] },
        { at: 60, forgets: true, service: unlisted },
        { at: 90, forgets: true, keys: { projects: ["*"] }, projects },
        { at: 120, forgets: true },
      ],
      { keys: { check_unfinished: true } },
    );
    assert.deepEqual(eventsByHour, [["create 1"], [], [], ["comment 1, Done"]]);
  });

  it("stays open while the check that found it is skipped, and is closed when that finds it no more", async () => {
    const unfinishedRuns = () => {
      throw new Error("503");
    };
    const hours = [
      { at: -60 },
      { at: 0, more: [stuck], isKilled: true },
      { at: 60, service: { unfinishedRuns } },
      { at: 120 },
    ];
    const { eventsByHour } = await play([], hours, { keys: { check_unfinished: true } });
    assert.deepEqual(eventsByHour, [[], ["create 1"], [], ["comment 1, Done"]]);
  });

  it("is closed if the pipeline that missed a deadline succeeds", async () => {
    const keys = { pipelines: { default: pipelines.default, invoices: { ...high, finish_by: "Fri 03:00" } } };
    const hours = [{ at: 0 }, { at: 2 * day, forgets: true }, { at: 2 * day + 60 }, { at: 2 * day + 120 }];
    const { eventsByHour } = await play([failed(-2 * day), worked(2 * day + 50)], hours, { keys });
    assert.deepEqual(eventsByHour, [["create 1"], [], ["comment 1, Done"], []]);
  });

  it("closes the ticket of a lost step within a day, where no run shows that the problem is over", async () => {
    const keys = { check_unfinished: true };
    for (const [lost, closedAt] of [
      [{ isKilled: true }, 60],
      [{ isLost: true }, 60],
    ] as const) {
      const hours = [
        { at: -60 },
        { at: 0, more: [stuck], ...lost },
        { at: 60 },
        { at: day - 60 },
        { at: day + 60 },
      ];
      const { eventsByHour } = await play([], hours, { keys });
      assert.deepEqual(eventsByHour.flat(), ["create 1", "comment 1, Done"]);
      assert.deepEqual(eventsByHour[hours.findIndex(({ at }) => at === closedAt)], ["comment 1, Done"]);
    }
  });
});
