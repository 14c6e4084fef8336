import assert from "node:assert/strict";
import type { WorkItem } from "../../../../../shared/azure-devops/work-item-records";
import type {
  WorkItemChange,
  WorkItemSearch,
  WorkItems,
} from "../../../../../shared/azure-devops/work-items";
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

/** A service that is asked for nothing but types, and for what is given. */
function serviceWith(changes: Partial<WorkItems>): WorkItems {
  const unused = () => assert.fail("nobody asks for it");
  return {
    ...{ taggedWorkItems: unused, workItem: unused, changeWorkItem: unused },
    ...{ createWorkItem: unused, validateWorkItem: unused },
    workItemType: async () => ({
      textField: "System.Description",
      categories: new Map([
        ["To Do", "Proposed"],
        ["Done", "Completed"],
      ]),
      transitions: undefined,
    }),
    ...changes,
  };
}
const { signal } = new AbortController();
const deskOf = (service: Partial<WorkItems>) =>
  openDesk(serviceWith(service), { monitor: own, now, type: "Issue" }, signal);

describe("a ticket that somebody changes while a monitor does", () => {
  /** The changes that are sent: the first is refused, because the work item is another one by now. */
  async function sent(meanwhile: WorkItem | undefined, change: "hold" | "letGo") {
    const changes: WorkItemChange[] = [];
    const desk = deskOf({
      taggedWorkItems: async () => ({ items: [itemOf("To Do", hold(own))], next: undefined }),
      workItem: async () => meanwhile,
      async changeWorkItem(_, one) {
        changes.push(one);
        if (changes.length === 1) throw refusal(412);
      },
    });
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
    for (const gone of [itemOf("Done", hold(other)), undefined])
      assert.deepEqual(await sent(gone, "hold"), []);
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

describe("the tickets of a project", () => {
  /** Pages of work items, and the searches for them. */
  function listOf(...pages: WorkItem[][]) {
    const searches: WorkItemSearch[] = [];
    const taggedWorkItems: WorkItems["taggedWorkItems"] = async (_, search) => {
      const items = pages[searches.push(search) - 1] ?? assert.fail("there are no more pages");
      return { items, next: searches.length < pages.length ? searches.length * 100 : undefined };
    };
    return { searches, taggedWorkItems };
  }

  it("are those that are open, on all pages, and the service leaves out the states that end one", async () => {
    const [one, over, other] = [
      itemOf("To Do"),
      { ...itemOf("Done"), id: 2 },
      { ...itemOf("To Do"), id: 101 },
    ];
    const { searches, ...service } = listOf([one, over], [other]);
    assert.deepEqual(
      (await deskOf(service).open()).map(({ id }) => id),
      [1, 101],
    );
    const without = new Map([["Issue", ["Done"]]]);
    assert.deepEqual(
      searches,
      [0, 100].map((after) => ({ without, after })),
    );
  });

  it("are known by the mark in any of their texts", async () => {
    const { texts } = itemOf("To Do", hold(own));
    const item = { ...itemOf("To Do"), texts: { "A.First": "some words", ...texts } };
    const [ticket] = await deskOf(listOf([item])).open();
    assert.deepEqual(ticket?.mark?.holds, [hold(own)]);
  });

  it("are, if they were closed, those that changed in the last 31 days", async () => {
    const { searches, ...service } = listOf([itemOf("Done"), { ...itemOf("To Do"), id: 2 }]);
    assert.deepEqual(
      (await deskOf(service).closed()).map(({ id }) => id),
      [1],
    );
    assert.deepEqual(searches, [{ changedSince: (now - 31 * 86_400) * 1000, after: 0 }]);
  });

  it("count as open if the process has lost their type, and are unknown if it cannot be read", async () => {
    const opened = (error: Error) => {
      const workItemType = async () => Promise.reject(error);
      return deskOf({ ...listOf([itemOf("Done")]), workItemType }).open();
    };
    const lost = Object.assign(refusal(404), { message: "VS402323: no such type" });
    assert.equal((await opened(lost)).length, 1);
    await assert.rejects(opened(refusal(404)));
    await assert.rejects(opened(refusal(503)));
  });

  it("are changed once if the service refuses that for another reason than a rule of their type", async () => {
    const tries = async (change: "hold" | "letGo", status: number) => {
      let count = 0;
      const desk = deskOf({
        ...listOf([itemOf("To Do", hold(own))]),
        async changeWorkItem() {
          count += 1;
          throw refusal(status);
        },
      });
      const [ticket = assert.fail()] = await desk.open();
      await assert.rejects(desk[change](ticket));
      return count;
    };
    assert.deepEqual(
      [await tries("hold", 403), await tries("letGo", 403), await tries("letGo", 400)],
      [1, 1, 2],
    );
  });
});

describe("a new ticket", () => {
  it("is tried again only without its assignee, whom the service may not know", async () => {
    const tries = async (status: number, assignee: string) => {
      const all: string[] = [];
      const createWorkItem = async () => Promise.reject(refusal(status));
      const created = deskOf({ createWorkItem }).create("Issue", assignee, (how) => {
        all.push(how.assignee);
        return {};
      });
      await assert.rejects(created);
      return all;
    };
    assert.deepEqual(await tries(400, "Ann"), ["Ann", ""]);
    assert.deepEqual([await tries(400, ""), await tries(503, "Ann")], [[""], ["Ann"]]);
  });
});

describe("isOfItem", () => {
  it("is true of what the service refuses for one work item, and of what is our own fault", () => {
    assert.ok(isOfItem(new Error("a fault")));
    for (const status of [400, 403, 404, 412]) assert.ok(isOfItem(refusal(status)), String(status));
    for (const status of [401, 407, 408, 429, 500, 503])
      assert.ok(!isOfItem(refusal(status)), String(status));
    const ofProxy = {
      kind: "intermediary",
      status: 403,
      said: "",
      sender: ["a proxy"],
      redirectsTo: undefined,
    } as const;
    const failed = [
      { kind: "unreadable", what: "" } as const,
      { kind: "broken", code: "" } as const,
      ofProxy,
    ].map((problem) => new HttpError("GET it", problem, 1, ""));
    assert.deepEqual(failed.map(isOfItem), [true, false, true]);
  });
});
