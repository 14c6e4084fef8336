import assert from "node:assert/strict";
import { startChat } from "../../../../sandbox/chat";
import { usualTypes } from "../../../../sandbox/work-item-types";
import { type SandboxTracker, sandboxTracker } from "../../../../sandbox/work-items";
import { useActions } from "../../actions/action-stage";
import { goodConfig } from "../../good-config";
import { parseConfig } from "../../parse-config";
import { pipelines } from "./tickets-stage";

describe("the tickets of a configuration", () => {
  const problems = (tickets: object, more: object = {}) =>
    parseConfig({ ...goodConfig, notify: "changes", pipelines, tickets, ...more }).problems;

  it("are for high severities in the project's own area, if they say nothing else", () => {
    assert.deepEqual(problems({ type: "Issue" }), []);
    assert.deepEqual(problems({ type: "Issue", area: "Shop\\Billing", severities: ["normal"] }), []);
  });

  it("have a type, because no process has all, and an area with backslashes", () => {
    assert.match(problems({}).join(), /^tickets\.type: .*such as Task or Bug/);
    assert.match(
      problems({ type: "Bug", area: "Shop/Billing" }).join(),
      /^tickets\.area: expected an area path with backslashes/,
    );
    assert.match(problems({ type: "Bug", severity: "high" }).join(), /^tickets\.severity: unknown key/);
  });

  it("need the memory, and are warned of without a pipeline of their severities", () => {
    assert.deepEqual(problems({ type: "Bug" }, { notify: "all" }), [
      'tickets: needs the memory of what was reported; add "notify": "changes"',
    ]);
    const none = { notify: "changes", tickets: { type: "Bug" } };
    assert.deepEqual(parseConfig({ ...goodConfig, ...none }).warnings, [
      'tickets: no pipeline has the severity high, so no work item is ever opened; add "severity": "high" to the entries of the pipelines to open one for',
    ]);
  });
});

describe("the test message, with tickets", () => {
  const onStage = useActions();

  async function tried(
    tracker: SandboxTracker,
    type: string,
    { isAlone = false, ...more }: { isAlone?: boolean; area?: string } = {},
  ) {
    const chat = await startChat();
    const config = { notify: "changes", pipelines, tickets: { type, ...more } };
    let ended: { result: string | undefined; message: string } | undefined;
    try {
      await onStage({ config, service: { tracker } }, async ({ act, alone }) => {
        const { outcome } = await (isAlone ? alone : act)("testMessage", { webhookUrl: chat.webhook.href });
        ended = { result: outcome?.result, message: outcome?.message.split("\n")[1] ?? "" };
      });
    } finally {
      await chat.close();
    }
    assert.equal(tracker.items.size, 0);
    return ended ?? assert.fail();
  }

  it("lets the service validate one with a title, and saves nothing", async () => {
    const types = { Issue: { ...(usualTypes["Issue"] ?? assert.fail()), required: ["System.Title"] } };
    assert.deepEqual(await tried(sandboxTracker({ types }), "Issue"), {
      result: "Succeeded",
      message: "Azure Boards would accept a work item of the type Issue. Nothing was saved.",
    });
  });

  it("says that the type has no state for the end", async () => {
    const { Issue } = usualTypes;
    const types = { Issue: { ...(Issue ?? assert.fail()), states: { "To Do": "Proposed" } } };
    const { message } = await tried(sandboxTracker({ types }), "Issue");
    assert.match(message, /has no state of the category Completed, so it stays open at the end\.$/);
  });

  it("says what is missing", async () => {
    const { result, message } = await tried(sandboxTracker(), "Epic");
    assert.equal(result, "Failed");
    assert.match(message, /^Azure Boards would not accept a work item\. .* Check `tickets\.type`/);
    const denied = await tried(sandboxTracker({ denied: ["edit"] }), "Issue");
    assert.match(denied.message, /permission "Edit work items in this node"/);
    const untagged = await tried(sandboxTracker({ denied: ["tag"] }), "Issue");
    assert.match(untagged.message, /permission "Create tag definition"/);
    const elsewhere = await tried(sandboxTracker(), "Issue", { area: "Night Shift\\No" });
    assert.match(elsewhere.message, /Check `tickets\.area`/);
    const without = await tried(sandboxTracker(), "Issue", { isAlone: true });
    assert.equal(without.message, "Azure Boards was not tried: this step has no credential for it.");
  });
});
