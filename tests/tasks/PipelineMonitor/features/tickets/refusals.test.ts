import assert from "node:assert/strict";
import type { ReceivedRequest, Reply } from "../../../../sandbox/loopback";
import { usualTypes } from "../../../../sandbox/work-item-types";
import { sandboxTracker } from "../../../../sandbox/work-items";
import { failed, worked } from "../../monitor-stage";
import { day, high, pipelines, play } from "./tickets-stage";

const { Bug, Issue } = usualTypes;

describe("a ticket that the service refuses", () => {
  const runs = [failed(-10), worked(50)];
  const hours = [{ at: 0 }, { at: 60 }, { at: 120 }];
  const permission = 'permission "Edit work items in this node"';

  for (const [what, options, keys, advice] of [
    ["a type that the process lacks", {}, { type: "Bug-Report" }, "Check `tickets.type`"],
    ["an area that does not exist", {}, { type: "Issue", area: "Night Shift\\No" }, "Check `tickets.area`"],
    ["no permission for the area", { denied: ["edit"] }, { type: "Issue" }, permission],
    [
      "no permission for the tag",
      { denied: ["tag"] },
      { type: "Issue" },
      'permission "Create tag definition"',
    ],
    [
      "a field that the type requires",
      { types: { Issue: { ...(Issue ?? assert.fail()), required: ["Custom.Team"] } } },
      { type: "Issue" },
      "Give the fields that it requires a default",
    ],
  ] as const)
    it(`is owed, and the warning says what to do: ${what}`, async () => {
      const tracker = sandboxTracker(options);
      const { delivered, warnings } = await play(runs, hours, { tracker, keys: { tickets: keys } });
      assert.deepEqual(delivered, ["failed", "sent", "notNeeded"]);
      const [[warning = ""] = []] = warnings;
      assert.match(
        warning,
        /^1 work item was not opened or changed in Azure Boards\. build service: POST .* returned 40/,
      );
      assert.ok(warning.includes(advice), warning);
      assert.deepEqual(tracker.events, []);
    });

  it("has its owner as assignee where the service knows them, and names them anyway", async () => {
    const owned = (owner: string) => ({
      pipelines: { default: pipelines.default, invoices: { ...high, owner } },
    });
    for (const [owner, assignee, tries] of [
      ["ann@contoso.com", "ann@contoso.com", 1],
      ["Billing team", undefined, 2],
      ["<@U012AB3CD>", undefined, 1],
    ] as const) {
      const tracker = sandboxTracker({ people: ["ann@contoso.com"] });
      const { requests, delivered } = await play(runs, [{ at: 0 }], { tracker, keys: owned(owner) });
      const { fields } = tracker.items.get(1) ?? assert.fail();
      assert.equal(fields["System.AssignedTo"], assignee);
      assert.match(String(fields["System.Description"]), /<p>Owner: \S/);
      assert.equal(requests.filter(({ path }) => path.endsWith("/$Issue")).length, tries);
      assert.deepEqual(delivered, ["sent"]);
    }
  });

  it("has its text where the form of its type shows it", async () => {
    const { tracker } = await play(runs, [{ at: 0 }], { keys: { tickets: { type: "Bug" } } });
    const { fields } = tracker.items.get(1) ?? assert.fail();
    assert.match(String(fields["Microsoft.VSTS.TCM.ReproSteps"]), /invoices failed/);
    assert.equal(fields["System.Description"], undefined);
  });

  it("is only commented on if it may enter no state that ends it, or a rule forbids that", async () => {
    const types = { Issue: { ...(Issue ?? assert.fail()), transitions: { "To Do": ["Doing"] } } };
    const stays = await play(runs, hours, { tracker: sandboxTracker({ types }) });
    assert.deepEqual(stays.eventsByHour, [["create 1"], ["comment 1"], []]);
    const tracker = sandboxTracker({ types: { Bug: Bug ?? assert.fail() } });
    const forbidden = await play(
      runs,
      [
        { at: 0 },
        {
          at: 60,
          answers: ({ method, body }, healthy) =>
            method === "PATCH" && body.includes("System.State")
              ? { status: 400, body: JSON.stringify({ message: "TF401320: Rule Error for field State." }) }
              : healthy(),
        },
      ],
      { tracker, keys: { tickets: { type: "Bug" } } },
    );
    assert.deepEqual(forbidden.eventsByHour, [["create 1"], ["comment 1"]]);
    assert.deepEqual(forbidden.delivered, ["sent", "sent"]);
  });

  it("is read again if somebody changed it meanwhile, and left if they closed it", async () => {
    for (const [state, events] of [
      ["Doing", ["comment 1, Done"]],
      ["Done", []],
    ] as const) {
      const tracker = sandboxTracker();
      let isChanged = false;
      const { eventsByHour, delivered } = await play(
        runs,
        [
          { at: 0 },
          {
            at: 60,
            answers: ({ method }, healthy) => {
              if (method === "PATCH" && !isChanged) tracker.change(1, { "System.State": state });
              isChanged ||= method === "PATCH";
              return healthy();
            },
          },
        ],
        { tracker },
      );
      assert.deepEqual([eventsByHour[1], delivered[1]], [events, "sent"]);
    }
  });

  it("keeps no other from being closed", async () => {
    const both = [...runs, failed(-10, "payments"), worked(50, "payments")];
    const stale = { status: 412, body: JSON.stringify({ message: "VS403351: Test Operation failed." }) };
    const { eventsByHour, delivered } = await play(both, [
      { at: 0 },
      {
        at: 60,
        answers: ({ method, path }, healthy) =>
          method === "PATCH" && path.endsWith("/1") ? stale : healthy(),
      },
      { at: 120 },
    ]);
    assert.deepEqual(eventsByHour.slice(1), [["comment 2, Done"], ["comment 1, Done"]]);
    assert.deepEqual(delivered, ["sent", "failed", "sent"]);
  });

  for (const [what, refusal] of [
    ["TF237111: no permissions under the area", 403],
    ["VS404999: something else", 404],
    ["TF26071: conflict", 409],
  ] as const)
    it(`keeps no new one from being opened, in any hour: ${refusal}`, async () => {
      const canceled = { ...failed(day + 20), result: "canceled" };
      const reply = { status: refusal, body: JSON.stringify({ message: what }) };
      const answers = ({ path, query }: ReceivedRequest, healthy: () => Reply) =>
        path.endsWith("/1") && !query.has("ids") ? reply : healthy();
      const { eventsByHour, warnings } = await play(
        [failed(-10), canceled, failed(day + 30, "payments")],
        [{ at: 0 }, { at: day + 60, answers }, { at: day + 120, answers }],
      );
      assert.deepEqual(eventsByHour, [["create 1"], ["create 2"], []]);
      assert.match(warnings[1]?.at(-1) ?? "", /^1 work item was not opened or changed in Azure Boards\./);
    });

  it("keeps no other from being changed, unless the service or the credential is at fault", async () => {
    const both = [failed(-10), failed(-10, "payments"), worked(50), worked(50, "payments")];
    for (const [status, closed] of [
      [403, ["comment 2, Done"]],
      [401, []],
      [503, []],
    ] as const) {
      const answers = ({ method, path }: ReceivedRequest, healthy: () => Reply) =>
        method === "PATCH" && path.endsWith("/1")
          ? { status, body: JSON.stringify({ message: "no" }) }
          : healthy();
      const { eventsByHour } = await play(both, [{ at: 0 }, { at: 60, answers }]);
      assert.deepEqual(eventsByHour[1], closed, String(status));
    }
  });

  it("comes after those that are new, so that no fault of its own delays them", async () => {
    const canceled = { ...failed(day + 20), result: "canceled" };
    const answers = ({ path }: ReceivedRequest, healthy: () => Reply) =>
      path.endsWith("/1") ? { status: 500 } : healthy();
    const { eventsByHour } = await play(
      [failed(-10), canceled, failed(day + 30, "payments")],
      [{ at: 0 }, { at: day + 60, answers }],
    );
    assert.deepEqual(eventsByHour, [["create 1"], ["create 2"]]);
  });

  it("is not opened twice if the answer to its creation is lost, and is tried again if it did not arrive", async () => {
    const path = "/$Issue";
    const lost = await play(
      [failed(-10)],
      [
        {
          at: 0,
          answers: (request, healthy) => {
            const reply = healthy();
            return request.path.endsWith(path) ? { ending: "reset" } : reply;
          },
        },
        { at: 60 },
        { at: 120 },
      ],
    );
    assert.deepEqual(lost.eventsByHour, [["create 1"], [], []]);
    assert.deepEqual(lost.delivered, ["failed", "sent", "notNeeded"]);
    const unsent = await play(
      [failed(-10)],
      [
        { at: 0, answers: (request, healthy) => (request.path.endsWith(path) ? { status: 503 } : healthy()) },
        { at: 60 },
      ],
    );
    assert.deepEqual(unsent.eventsByHour, [[], ["create 1"]]);
  });

  it("is owed, and the warning says why, if the service does not list those that are open", async () => {
    const answers = () => ({ status: 503 });
    const { delivered, warnings } = await play(runs, [{ at: -60, answers }, { at: 0, answers }, { at: 30 }]);
    assert.deepEqual(delivered, ["notNeeded", "failed", "sent"]);
    assert.match(warnings[0]?.join() ?? "", /the open work items: .* 503/);
    assert.match(
      warnings[1]?.join() ?? "",
      /^1 work item was not opened or changed in Azure Boards\. .* 503/,
    );
  });

  it("opens at most fifty for one report, and the others in the next", async () => {
    const many = Array.from({ length: 60 }, (_, index) => failed(-10 - index / 100, `job ${index}`));
    const keys = { pipelines: { default: { ...pipelines.default, ...high } } };
    const { eventsByHour, warnings } = await play(many, [{ at: 0 }, { at: 60 }], { keys });
    assert.deepEqual(
      eventsByHour.map((events) => events.length),
      [50, 10],
    );
    assert.match(
      warnings[0]?.[0] ?? "",
      /^10 work items were not opened or changed in Azure Boards\. The next report continues\.$/,
    );
  });
});
