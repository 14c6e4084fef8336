import assert from "node:assert/strict";
import { isAgainstRule, isStale, isUnknownType } from "../../../shared/azure-devops/work-items";
import { json } from "../../sandbox/loopback";
import { type SandboxTracker, sandboxTracker } from "../../sandbox/work-items";
import { buildServiceStage, never, now } from "./build-service-stage";

const fields = { "System.Title": "A", "System.Tags": "it's", "System.Description": "<p>x</p>" };

describe("build service client, work items", () => {
  let tracker: SandboxTracker;
  const stage = buildServiceStage([], () => {
    tracker = sandboxTracker({ areas: ["Night Shift", "Night Shift\\Ops"] });
    tracker.time = now;
    return { tracker };
  });
  const create = (more: object = {}, type = "Issue") =>
    stage.service.createWorkItem(type, { ...fields, ...more }, never);

  it("creates one, and reads it with who created it and when its state changed", async () => {
    const created = await create();
    const robot = "id of the build service";
    const expected = {
      ...{ id: 1, revision: 1, type: "Issue", state: "To Do", stateSince: now / 1000 },
      texts: { "System.Description": "<p>x</p>", "Microsoft.VSTS.TCM.ReproSteps": "" },
      ...{ createdBy: robot, createdAt: now / 1000, changedBy: robot },
    };
    assert.deepEqual([created, await stage.service.workItem(1, never)], [expected, expected]);
    tracker.time += 60_000;
    tracker.change(1, { "System.State": "Doing" });
    const { state, stateSince, changedBy, revision } =
      (await stage.service.workItem(1, never)) ?? assert.fail();
    assert.deepEqual([state, stateSince, changedBy, revision], ["Doing", now / 1000 + 60, "id of Ann", 2]);
  });

  it("lets the service validate one without saving it", async () => {
    await stage.service.validateWorkItem("Issue", fields, never);
    assert.equal(tracker.items.size, 0);
    const area = { "System.AreaPath": "Night Shift\\No" };
    await assert.rejects(
      stage.service.validateWorkItem("Issue", { ...fields, ...area }, never),
      /`tickets\.area`/,
    );
  });

  it("finds those of a tag, whatever it is, page by page, without what was deleted meanwhile", async () => {
    for (let count = 0; count < 120; count++) await create();
    await create({ "System.Tags": "other; it's not" });
    stage.sandbox.requests.length = 0;
    const first = await stage.service.taggedWorkItems("it's", {}, never);
    const second = await stage.service.taggedWorkItems("it's", { after: first.next }, never);
    assert.deepEqual(
      [first.items.length, first.next, second.items.length, second.next],
      [100, 100, 20, undefined],
    );
    assert.equal(stage.sandbox.requests.length, 4);
    assert.deepEqual(await stage.service.taggedWorkItems("x", {}, never), { items: [], next: undefined });
    stage.sandbox.faults.push({
      when: ({ path }) => path.endsWith("/wiql"),
      reply: (_, healthy) => {
        const reply = healthy();
        tracker.items.delete(7);
        return reply;
      },
    });
    const { items, next } = await stage.service.taggedWorkItems("it's", {}, never);
    assert.deepEqual([items.length, next], [99, 100], "a page that lacks one is not the last");
    stage.sandbox.faults.length = 0;
    stage.next(json({ workItems: [{ id: 100 }] }));
    const again = stage.service.taggedWorkItems("it's", { after: 100 }, never);
    await assert.rejects(again, /cannot be read to the end/);
    assert.deepEqual(tracker.violations, []);
  });

  it("lets the service leave out closed ones, and what has not changed since a day", async () => {
    for (const state of ["Done", "Doing", "Done"]) await create({ "System.State": state });
    await create({ "System.State": "Done" }, "Bug");
    tracker.time += 2 * 86_400_000;
    tracker.change(3, {});
    const ids = async (search: Parameters<typeof stage.service.taggedWorkItems>[1]) =>
      (await stage.service.taggedWorkItems("it's", search, never)).items.map(({ id }) => id);
    const without = new Map([["Issue", ["Done", "It's done"]]]);
    assert.deepEqual(await ids({ without }), [2, 4]);
    assert.deepEqual(await ids({ without: new Map([...without, ["Bug", []]]) }), [2, 4]);
    assert.deepEqual(await ids({ changedSince: now + 86_400_000 }), [3]);
    assert.deepEqual(tracker.violations, []);
  });

  it("comments on one and changes its state in one change, unless somebody changed it meanwhile", async () => {
    const created = await create();
    await stage.service.changeWorkItem(created, { comment: "<p>y</p>", state: "Done" }, never);
    assert.deepEqual(tracker.events, ["create 1", "comment 1, Done"]);
    const stale = stage.service.changeWorkItem(created, { comment: "z" }, never);
    await assert.rejects(stale, (error) => isStale(error) && /Somebody changed it/.test(String(error)));
    stage.next({ ...json({ message: "TF26071: The work item was changed." }), status: 409 });
    const older = stage.service.changeWorkItem(created, { comment: "z" }, never);
    await assert.rejects(older, (error) => isStale(error) && /Somebody changed it/.test(String(error)));
    const again = (await stage.service.workItem(1, never)) ?? assert.fail();
    const forbidden = stage.service.changeWorkItem(again, { comment: "z", state: "Doing" }, never);
    await assert.rejects(forbidden, (error) => isAgainstRule(error));
    assert.deepEqual(tracker.items.get(1)?.comments, ["<p>y</p>"]);
  });

  it("links a duplicate to the one that it repeats", async () => {
    await create();
    await stage.service.changeWorkItem(await create(), { comment: "z", duplicateOf: 1 }, never);
    assert.deepEqual(tracker.items.get(2)?.duplicateOf, [1]);
  });

  it("says which states a type has, what may follow each, and which field its form shows", async () => {
    const bug = await stage.service.workItemType("Bug", never);
    assert.equal(bug.textField, "Microsoft.VSTS.TCM.ReproSteps");
    const { textField, categories, transitions } = await stage.service.workItemType("Issue", never);
    assert.equal(textField, "System.Description");
    assert.deepEqual([categories.get("Done"), transitions?.get("Done")], ["Completed", ["To Do"]]);
    stage.next(json({ fields: [] }));
    const old = await stage.service.workItemType("Issue", never);
    assert.deepEqual([old.categories.size, old.transitions], [0, undefined]);
    await assert.rejects(stage.service.workItemType("Epic", never), (error) => isUnknownType(error));
  });

  it("finds none in place of one that was deleted, and not where the whole project is missing", async () => {
    assert.equal(await stage.service.workItem(5, never), undefined);
    stage.next({ ...json({ message: "TF200016: The following project does not exist" }), status: 404 });
    await assert.rejects(stage.service.workItem(5, never), /returned 404/);
  });

  it("sends a change once, and repeats what only reads", async () => {
    const outage = { when: () => true, times: 1, reply: { status: 503 } };
    stage.sandbox.faults.push({ ...outage });
    await assert.rejects(create(), /returned 503/);
    stage.sandbox.faults.push({ ...outage });
    assert.deepEqual((await stage.service.taggedWorkItems("x", {}, never)).items, []);
    assert.deepEqual(
      stage.sandbox.requests.map(({ method }) => method),
      ["POST", "POST", "POST"],
    );
  });

  for (const [status, message, advice] of [
    [401, "", /"View work items in this node" and "Edit work items in this node"/],
    [403, "TF237111: The current user…", /"Edit work items in this node" on the area/],
    [403, "TF401289: The current user…", /"Create tag definition"/],
    [404, "VS402323: Work item type X does not exist", /Check `tickets\.type`/],
    [400, "TF401320: Rule Error for field X", /Give the fields that it requires a default/],
    [400, "TF401347: Invalid tree name", /Check `tickets\.area`/],
    [500, "x", /Server Error \(x\)\.$/],
  ] as const)
    it(`says what to do about ${status} ${message.split(":")[0]}`, async () => {
      stage.next({ ...json({ message }), status });
      await assert.rejects(create(), ({ message: told }: Error) => {
        assert.match(told, advice);
        return !told.includes("Make a new token");
      });
    });

  it("reads what an older service writes, and refuses what is no work item", async () => {
    const item = { "System.WorkItemType": "Issue", "System.State": "Done" };
    stage.next(json({ id: 1, rev: 2, fields: { ...item, "System.CreatedBy": "Ann <CONTOSO\\ann>" } }));
    const { createdBy, changedBy, stateSince } = (await stage.service.workItem(1, never)) ?? assert.fail();
    assert.deepEqual([createdBy, changedBy, stateSince], ["Ann <CONTOSO\\ann>", "", Number.NaN]);
    stage.next(json({ id: 1 }));
    await assert.rejects(stage.service.workItem(1, never), /lacks its id, type or state/);
    stage.next(json({}));
    await assert.rejects(stage.service.taggedWorkItems("x", {}, never), /no list of work items/);
    stage.next(json([]));
    await assert.rejects(stage.service.workItemType("Bug", never), /without fields/);
  });
});
