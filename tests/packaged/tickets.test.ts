import assert from "node:assert/strict";
import type { SandboxBuildService } from "../sandbox/build-service";
import type { SandboxChat } from "../sandbox/chat";
import { type SandboxTracker, sandboxTracker } from "../sandbox/work-items";
import { worksAgain } from "../works-again";
import { type MonitorRun, runMonitor } from "./extras-stage";
import { token } from "./monitor-stage";
import { at, fail, hour, useReportWindow } from "./report-window-stage";

const invoices = { pipeline: "invoices", definitionId: 7 };
const pipelines = {
  default: { max_proc_time: 900, min_proc_time: 30 },
  invoices: { severity: "high", owner: "Billing team", runbook: "https://wiki.contoso.com/invoices" },
};

interface Night {
  /** Runs the monitor so many seconds after its first run. */
  watch: (start: number, run?: Partial<MonitorRun>) => Promise<unknown>;
  /** Begins such a run, whose step is killed; its run has what it had shown by then. */
  kill: (start: number, when: () => boolean) => Promise<unknown>;
  tracker: SandboxTracker;
  service: SandboxBuildService;
  chat: SandboxChat;
}

/** Plays hours of a monitor whose work items are in its own project. */
function useTickets() {
  const { agent, stage } = useReportWindow();

  async function play(
    act: (night: Night) => Promise<void>,
    { keys = {}, tracker = sandboxTracker() }: { keys?: object; tracker?: SandboxTracker } = {},
  ): Promise<void> {
    const config = {
      ...{ notify: "changes", window: undefined, explain_failures: true, pipelines },
      ...{ tickets: { type: "Issue" }, ...keys },
    };
    await stage(
      (watch, service, chat) =>
        act({
          ...{ tracker, service, chat },
          kill: (start, when) => {
            tracker.time = at(start);
            const killed = { vanishes: true, step: { killWhen: when } };
            return runMonitor(agent(), service, chat, { id: 890, startedAt: at(start), ...killed });
          },
          watch: (start, run) => {
            tracker.time = at(start);
            return watch({ start, ...run });
          },
        }),
      config,
      { tracker },
    );
  }

  return { agent, play };
}

const noSpace = ["1", "2", "3", "4", "##[error]write failed: No space left on device"];
const day = 24 * hour;
const worked = { ...invoices, result: "succeeded", runSeconds: 60 };

/** A service that knows the owner, and so creates a work item at the first request. */
const known = () => ({ tracker: sandboxTracker({ people: ["Billing team"] }) });

describe("packaged PipelineMonitor, tickets", () => {
  const { play } = useTickets();

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

  it("finds again what a step had opened that was killed before it could remember it", async () => {
    await play(async ({ kill, watch, tracker, service }) => {
      fail(service, 1, -600, invoices);
      service.faults.push({
        when: ({ path }) => path.includes("/_apis/wit/workitems/$"),
        times: 1,
        reply: (_, healthy) => {
          healthy();
          return { ending: "hang" };
        },
      });
      await kill(0, () => tracker.events.length > 0);
      fail(service, 2, 1800, worked);
      await watch(hour);
      assert.deepEqual(tracker.events, ["create 1", "comment 1, Done"]);
    }, known());
  });
});
