import assert from "node:assert/strict";
import type { SandboxBuildService } from "../sandbox/build-service";
import type { SandboxChat } from "../sandbox/chat";
import { type SandboxTracker, sandboxTracker } from "../sandbox/work-items";
import { worksAgain } from "../works-again";
import { token } from "./monitor-stage";
import { at, fail, hour, useReportWindow } from "./report-window-stage";

const invoices = { pipeline: "invoices", definitionId: 7 };
const config = {
  ...{ notify: "changes", window: undefined, explain_failures: true, tickets: { type: "Issue" } },
  pipelines: {
    default: { max_proc_time: 900, min_proc_time: 30 },
    invoices: { severity: "high", owner: "Billing team", runbook: "https://wiki.contoso.com/invoices" },
  },
};

interface Night {
  /** Runs the monitor so many seconds after its first run. */
  watch: (start: number) => Promise<unknown>;
  tracker: SandboxTracker;
  service: SandboxBuildService;
  chat: SandboxChat;
}

const noSpace = ["1", "2", "3", "4", "##[error]write failed: No space left on device"];
const day = 24 * hour;
const worked = { ...invoices, result: "succeeded", runSeconds: 60 };

describe("packaged PipelineMonitor, tickets", () => {
  const { stage } = useReportWindow();

  /** Plays hours of a monitor whose work items are in its own project. */
  function play(act: (night: Night) => Promise<void>): Promise<void> {
    const tracker = sandboxTracker();
    return stage(
      (watch, service, chat) =>
        act({
          ...{ tracker, service, chat },
          watch: (start) => {
            tracker.time = at(start);
            return watch({ start });
          },
        }),
      config,
      { tracker },
    );
  }

  it("opens a work item once, comments when the cause changes, and closes it", async () => {
    await play(async ({ watch, tracker, service, chat }) => {
      fail(service, 1, -600, { ...invoices, logs: noSpace });
      await watch(0);
      fail(service, 2, 1800, { ...invoices, logs: noSpace });
      await watch(hour);
      fail(service, 3, day - 600, {
        ...invoices,
        logs: [...noSpace.slice(0, 4), "##[error]SMTP_HOST: unbound variable"],
      });
      await watch(day);
      fail(service, 4, day + 1800, worked);
      await watch(day + hour);
      await watch(day + 2 * hour);
      assert.deepEqual(tracker.events, ["create 1", "comment 1", "comment 1, Done"]);
      const { fields, comments } = tracker.items.get(1) ?? assert.fail();
      assert.match(
        String(fields["System.Title"]),
        /^Night Shift: invoices failed: write failed: No space left on device$/,
      );
      for (const text of ["buildId=1", "https://wiki.contoso.com/invoices", "Billing team"])
        assert.ok(String(fields["System.Description"]).includes(text), text);
      assert.match(comments[0] ?? "", /SMTP&#95;HOST/);
      assert.match(comments[1] ?? "", new RegExp(worksAgain(3)));
      assert.equal(chat.texts.length, 3, "the chat has its messages as ever");
    });
  });

  it("shows no secret, and nothing of a log that could act", async () => {
    await play(async ({ watch, tracker, service }) => {
      const line = `##[error]login failed: password=hunter2x ${token} <img src=x> @here ##vso[task.complete]`;
      fail(service, 1, -600, { ...invoices, logs: ["1", "2", "3", "4", line] });
      await watch(0);
      const { fields } = tracker.items.get(1) ?? assert.fail();
      const text = JSON.stringify(fields);
      assert.match(text, /login failed/);
      assert.doesNotMatch(text, /hunter2x|canary|##vso/);
      // The title is plain text.
      assert.doesNotMatch(String(fields["System.Description"]), /<img|@here/);
    });
  });
});
