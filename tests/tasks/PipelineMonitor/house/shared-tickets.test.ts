// Needs: paging, routes, tickets
import assert from "node:assert/strict";
import { holderOf } from "../../../../tasks/PipelineMonitor/alerts/alert";
import type { SandboxTracker } from "../../../sandbox/work-items";
import { endedBy, failed, worked } from "../monitor-stage";
import { type MonitorHour, playMonitors } from "./monitors-stage";

const keys = { pipelines: { default: { max_proc_time: 900, min_proc_time: 30 }, db: { severity: "high" } } };
const text = "System.Description";
type People = NonNullable<MonitorHour["people"]>;
const hour = (monitor: string, at: number, people?: People): MonitorHour => ({ monitor, at, keys, people });

async function ticketsOf(runs: Parameters<typeof endedBy>[1], hours: readonly MonitorHour[]) {
  const seen = await playMonitors((minute) => endedBy(minute, runs), hours);
  return seen.map(({ did }) => did.filter((one) => !/^(page|close)/.test(one)).join("; "));
}

/** What public reports say of other trackers, and what comes out here. */
describe("a ticket that several monitors share", () => {
  // prometheus-community/jiralert#119: instances that do not see each other's ticket open one each.
  it("is one again in the next hour if two monitors with two identities opened theirs at the same moment", async () => {
    const twin = (tracker: SandboxTracker) => {
      tracker.time -= 60 * 60_000;
      const id = tracker.copy(1, "another build service");
      const [own, other] = ["42", "43"].map((tag) => holderOf({ collection: "c", tag }));
      tracker.change(id, {
        ...{ "System.State": "To Do" },
        [text]: String(tracker.items.get(1)?.fields[text]).replace(own ?? "", other ?? ""),
      });
      tracker.time += 60 * 60_000;
    };
    const hours = [hour("42", 0), hour("43", 60, twin), hour("42", 65), hour("43", 120), hour("42", 125)];
    const events = await ticketsOf([failed(-10, "db"), failed(50, "db"), worked(115, "db")], hours);
    assert.deepEqual(events, ["create 1", "duplicate 2 of 1, Done", "", "", "comment 1, Done"]);
  });

  // dotnet/dnceng#3973: what was closed, opened again and closed made a second work item.
  it("stays the only one of a lasting problem if a person closes it, opens it again, and closes it", async () => {
    const state = (name: string) => (tracker: SandboxTracker) => tracker.change(1, { "System.State": name });
    const runs = [
      failed(-10, "db"),
      failed(50, "db"),
      failed(110, "db"),
      worked(230, "db"),
      failed(290, "db"),
    ];
    const hours = [
      ...[
        hour("42", 0),
        hour("43", 5),
        hour("42", 60, state("Done")),
        hour("43", 65),
        hour("42", 120, state("Doing")),
      ],
      ...[hour("43", 125), hour("42", 180, state("Done")), hour("43", 185), hour("42", 240), hour("43", 245)],
      ...[hour("42", 300), hour("43", 305)],
    ];
    const events = await ticketsOf(runs, hours);
    assert.deepEqual(events, ["create 1", "", "", "", "", "", "", "", "", "", "create 2", ""]);
  });

  it("is another one in time if a monitor is gone that held the one that a person closed", async () => {
    const close = (tracker: SandboxTracker) => tracker.change(1, { "System.State": "Done" });
    const runs = [failed(-10, "db"), worked(110, "db"), failed(170, "db"), failed(16000, "db")];
    const later = [120, 180, 240, 10000, 16020, 17000].map((at) => hour("43", at));
    const events = await ticketsOf(runs, [hour("42", 0), hour("43", 5), hour("43", 60, close), ...later]);
    assert.deepEqual(events, ["create 1", "", "", "", "", "", "", "create 2", ""]);
  });

  // prometheus/alertmanager#4370: a search for what is not done missed what had no resolution yet.
  it("is found in a state that its type does not list, and gets a comment in place of a state at the end", async () => {
    const park = (tracker: SandboxTracker) => tracker.change(1, { "System.State": "Parked" });
    const hours = [hour("42", 0), hour("43", 60, park), hour("42", 120), hour("43", 125)];
    const events = await ticketsOf([failed(-10, "db"), failed(50, "db"), worked(110, "db")], hours);
    assert.deepEqual(events, ["create 1", "", "", "comment 1, Done"]);
  });

  // MicrosoftPremier/VstsExtensions#211: what a team has refined is no new one, and what it has done is over.
  it("may be edited, assigned and moved on as long as its key stays", async () => {
    const refine = (tracker: SandboxTracker) =>
      tracker.change(1, {
        ...{
          "System.State": "Doing",
          "System.Title": "Ask the vendor",
          "System.Tags": "x; Pipeline Monitor",
        },
        [text]: `<div>Seen by Ann.</div>${tracker.items.get(1)?.fields[text]}<div>More</div>`,
      });
    const hours = [hour("42", 0), hour("43", 60, refine), hour("43", 120), hour("42", 125)];
    const seen = await playMonitors(
      (minute) => endedBy(minute, [failed(-10, "db"), failed(50, "db"), worked(110, "db")]),
      hours,
      undefined,
    );
    assert.deepEqual(
      seen.map(({ tickets }) => [...tickets.values()].join()),
      ["Night Shift: db failed", "Ask the vendor", "Ask the vendor", ""],
    );
  });

  // kubestellar/console#8389: with a key that two alerts share, the end of one closes the other.
  it("has an alert of each monitor, whose keys differ in the monitor only", async () => {
    const seen = await playMonitors(
      (minute) => endedBy(minute, [failed(-10, "db")]),
      [hour("42", 0), hour("43", 5)],
    );
    const parts = [...(seen[1]?.alerts.keys() ?? [])].map((key) => key.split("-"));
    assert.deepEqual(new Set(parts.map(([problem]) => problem)).size, 1);
    assert.deepEqual(
      parts.map(([, monitor]) => monitor),
      ["42", "43"].map((tag) => holderOf({ collection: "c", tag })),
    );
  });
});
