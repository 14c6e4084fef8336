import assert from "node:assert/strict";
import type { WorkItem } from "../../../../../shared/azure-devops/work-item-records";
import type { WorkItemChange, WorkItems } from "../../../../../shared/azure-devops/work-items";
import { HttpError } from "../../../../../shared/http/errors";
import { isOfItem, openDesk } from "../../../../../tasks/PipelineMonitor/features/tickets/desk";
import { type Hold, markIn, markText } from "../../../../../tasks/PipelineMonitor/features/tickets/holds";
import { refusal } from "../../refusal";

const [own, other] = ["0123456789abcdef", "fedcba9876543210"];
const now = 100_000;
const hold = (monitor: string): Hold => ({ monitor, at: now - 60 });
const itemOf = (state: string, ...holds: Hold[]): WorkItem => ({
  ...{ id: 1, revision: 1, type: "Issue", state, stateSince: 0, createdAt: now - 60 },
  ...{ createdBy: "robot", changedBy: "robot" },
  texts: { "System.Description": markText({ key: own, isState: false, holds }) },
});

describe("a ticket that somebody changes while a monitor does", () => {
  const unused = () => assert.fail("nobody asks for it");

  /** The changes that are sent: the first is refused, because the work item is another one by now. */
  async function sent(meanwhile: WorkItem, change: "hold" | "letGo") {
    const changes: WorkItemChange[] = [];
    const service: WorkItems = {
      ...{ createWorkItem: unused, validateWorkItem: unused },
      workItemType: async () => ({
        textField: "System.Description",
        categories: new Map([
          ["To Do", "Proposed"],
          ["Done", "Completed"],
        ]),
        transitions: undefined,
      }),
      taggedWorkItems: async () => ({ items: [itemOf("To Do", hold(own))], next: undefined }),
      workItem: async () => meanwhile,
      async changeWorkItem(_, one) {
        changes.push(one);
        if (changes.length === 1) throw refusal(412);
      },
    };
    const desk = openDesk(service, { monitor: own, now, type: "Issue" }, new AbortController().signal);
    const [ticket = assert.fail()] = await desk.open();
    await (change === "hold" ? desk.hold(ticket) : desk.letGo(ticket, { comment: "over" }));
    return changes.slice(1).map(({ state, comment, fields = {} }) => ({
      ...{ state, comment },
      holders: markIn(Object.values(fields).join())?.holds.map(({ monitor }) => monitor),
    }));
  }

  it("is held if it is still open, and left to the next report if a person has closed it", async () => {
    const again = await sent(itemOf("To Do", hold(other)), "hold");
    assert.deepEqual(again, [{ state: undefined, comment: undefined, holders: [other, own] }]);
    assert.deepEqual(await sent(itemOf("Done", hold(other)), "hold"), []);
  });

  it("is closed by the last to let go only", async () => {
    const closes = { state: "Done", comment: "over", holders: [] };
    assert.deepEqual(await sent(itemOf("To Do", hold(own)), "letGo"), [closes]);
    const leaves = { state: undefined, comment: undefined, holders: [other] };
    assert.deepEqual(await sent(itemOf("To Do", hold(own), hold(other)), "letGo"), [leaves]);
    assert.deepEqual(await sent(itemOf("To Do"), "letGo"), [], "somebody else has just let go");
    assert.deepEqual(await sent(itemOf("Done"), "letGo"), []);
  });
});

describe("isOfItem", () => {
  it("is true of what the service refuses for one work item, and of what is our own fault", () => {
    assert.ok(isOfItem(new Error("a fault")));
    for (const status of [400, 403, 404, 412]) assert.ok(isOfItem(refusal(status)), String(status));
    for (const status of [401, 407, 408, 429, 500, 503])
      assert.ok(!isOfItem(refusal(status)), String(status));
    const failed = [{ kind: "unreadable", what: "" } as const, { kind: "broken", code: "" } as const].map(
      (problem) => new HttpError("GET it", problem, 1, ""),
    );
    assert.deepEqual(failed.map(isOfItem), [true, false]);
  });
});
