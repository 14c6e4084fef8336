import assert from "node:assert/strict";
import type { ReceivedRequest, Reply } from "../../../../sandbox/loopback";
import { usualTypes } from "../../../../sandbox/work-item-types";
import { type SandboxTracker, sandboxTracker } from "../../../../sandbox/work-items";
import { type Hour, pipelines, play } from "./tickets-stage";

const isCreation = ({ path }: ReceivedRequest) => path.includes("/_apis/wit/workitems/$");
const Issue = usualTypes["Issue"] ?? assert.fail();
const fieldsOf = (tracker: SandboxTracker) => tracker.items.get(1)?.fields ?? assert.fail();
const day = 24;

/** What people reported of other tools, where, and what becomes of it here. */
const reports: readonly {
  source: string;
  what: string;
  /** By the hours after the first report, how runs end: f for failed, c for canceled, s for succeeded, - for none. */
  runs: Readonly<Record<number, "f" | "c" | "s" | "-">>;
  tracker?: SandboxTracker;
  keys?: object;
  /** Misbehavior of the service in the first hour, when a work item is to be created. */
  fault?: (healthy: () => Reply) => Reply;
  /** What people do before an hour. */
  people?: Readonly<Record<number, (tracker: SandboxTracker) => void>>;
  events: readonly string[];
  judge?: (tracker: SandboxTracker) => void;
}[] = [
  {
    source: "Azure/bicep-registry-modules#1606: duplicates instead of a comment on the open issue",
    what: "opens one for a pipeline that goes on failing",
    ...{ runs: { 0: "f", 1: "f", 2: "f" }, events: ["create 1"] },
  },
  {
    source: "dotnet/arcade#8766: an error after the issue was created leads to ten of them",
    what: "opens one if the service saves it and answers with an error",
    tracker: sandboxTracker({ people: ["Billing team"] }),
    fault: (healthy) => {
      healthy();
      return { status: 500, body: '{"message":"TF30063"}' };
    },
    ...{ runs: { 0: "f", 1: "f", 2: "f", 3: "s" }, events: ["create 1", "comment 1, Done"] },
  },
  {
    source:
      "Embassy-of-the-Free-Mind/sourcelibrary-v2#2289, googleapis/repo-automation-bots#282: a comment a day, or a run, that says nothing new",
    what: "says nothing while the cause is the same",
    ...{ runs: { 0: "f", 1: "f", [day]: "f", [2 * day]: "f" }, events: ["create 1"] },
  },
  {
    source: "grafana/grafana#123885: the end of an alert goes to an old ticket, and the open one stays open",
    what: "closes the open one, not one that a person closed before, nor one of long ago",
    runs: { 0: "f", 1: "s", 2: "f", 3: "-", 4: "s", 5: "f", 6: "s" },
    people: { 3: (tracker) => tracker.change(2, { "System.State": "Done" }) },
    events: ["create 1", "comment 1, Done", "create 2", "create 3", "comment 3, Done"],
  },
  {
    source:
      "Azure/azure-devops-cli-extension#272, Azure/azure-sdk-tools#6760: an unknown identity, and no work item",
    what: "opens one that is assigned to nobody, and names the owner",
    ...{ runs: { 0: "f" }, events: ["create 1"] },
    judge: (tracker) => {
      assert.equal(fieldsOf(tracker)["System.AssignedTo"], undefined);
      assert.match(String(fieldsOf(tracker)["System.Description"]), /<p>Owner: Billing team<\/p>/);
    },
  },
  {
    source:
      "microsoft/azure-devops-mcp#1527: the text of a bug where its form does not show it, and twice where it does",
    what: "writes the text of a bug into its steps to reproduce alone",
    ...{ keys: { tickets: { type: "Bug" } }, runs: { 0: "f", 1: "s" } },
    events: ["create 1", "comment 1, Closed"],
    judge: (tracker) => {
      assert.equal(fieldsOf(tracker)["System.Description"], undefined);
      assert.match(String(fieldsOf(tracker)["Microsoft.VSTS.TCM.ReproSteps"]), /invoices failed/);
    },
  },
  {
    source:
      "bluebasher/WorkItemUpdater#48, prometheus-community/jiralert#169: a state that the type has not, again and again",
    what: "comments once at the end if no state may be entered",
    tracker: sandboxTracker({ types: { Issue: { ...Issue, transitions: { "To Do": ["Doing"] } } } }),
    ...{ runs: { 0: "f", 1: "s", 2: "s" }, events: ["create 1", "comment 1"] },
  },
  {
    source: "MicrosoftPremier/VstsExtensions#149: TF401320, a required field, ends the pipeline",
    what: "goes on without it, and opens it when the field has a default",
    fault: () => ({
      status: 400,
      body: '{"message":"TF401320: Rule Error for field Environment. Error code: Required."}',
    }),
    ...{ runs: { 0: "f", 1: "f" }, events: ["create 1"] },
  },
];

describe("a work item, with what people reported of other tools", () => {
  const results = { f: "failed", c: "canceled", s: "succeeded" };
  const invoices = { severity: "high", owner: "Billing team", runbook: "https://wiki.contoso.com/invoices" };

  for (const { source, what, runs, fault, people = {}, events, judge, keys, ...options } of reports)
    it(`${what} (${source})`, async () => {
      const begun = Object.entries(runs).map(([hour, letter]) => [Number(hour), letter] as const);
      const ended = begun.flatMap(([hour, letter]) =>
        letter === "-" ? [] : [{ at: hour * 60 - 5, pipeline: "invoices", result: results[letter] }],
      );
      const answers: Hour["answers"] = (request, healthy) =>
        fault !== undefined && isCreation(request) ? fault(healthy) : healthy();
      const hours = begun.map(
        ([hour], index): Hour => ({
          at: hour * 60,
          people: people[hour],
          answers: index === 0 ? answers : undefined,
        }),
      );
      const all = { explain_failures: true, pipelines: { ...pipelines, invoices }, ...keys };
      const { tracker, violations } = await play(ended, hours, { ...options, keys: all });
      assert.deepEqual([tracker.events, violations], [events, []]);
      judge?.(tracker);
    });
});
