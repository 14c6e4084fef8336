import assert from "node:assert/strict";
import { emptyJournal } from "../../../../../shared/journal/schema";
import { createEntries } from "../../../../../tasks/PipelineMonitor/config/entries";
import type { Config } from "../../../../../tasks/PipelineMonitor/config/parse";
import { deadlines, findOverdue } from "../../../../../tasks/PipelineMonitor/features/deadlines/deadlines";
import { parseFinishBy } from "../../../../../tasks/PipelineMonitor/features/deadlines/judge";
import type { FoundProject } from "../../../../../tasks/PipelineMonitor/issue/report";
import { runOptional } from "../../../../../tasks/PipelineMonitor/issue/stage";
import { sinceLast } from "../../../../../tasks/PipelineMonitor/issue/window";
import { configWith, nothing } from "../../monitor-stage";
import { refusal } from "../../refusal";
import { memoryContext, projectReport } from "../../report-stage";
import {
  assertTold,
  before,
  failed,
  limits,
  nightly,
  type StoryHour,
  tell,
  twin,
  worked,
} from "./deadlines-stage";

type Service = NonNullable<StoryHour["service"]>;
const didNotStart = /UTC: it did not start\.$/;
const keysFor = (entry: object, name = nightly) => ({
  run_ct_min: -1,
  pipelines: { default: limits, [name]: { finish_by: "06:00", ...entry } },
});

const stage = findOverdue(createEntries(new Map([[nightly, parseFinishBy("06:00")]]), undefined));
/** At 06:19, after a report at 05:19, with nothing known, but for what is changed. */
const reportWith = (changes: Partial<FoundProject> = {}, config: Partial<Config> = {}, entry: object = {}) =>
  projectReport({
    config: { ...configWith(keysFor(entry)), ...config },
    window: sinceLast(Date.UTC(2026, 10, 20, 6, 19), { until: Date.UTC(2026, 10, 20, 5, 19) / 1000 }),
    journal: { ...emptyJournal, since: 0, isFilled: true },
    ...changes,
  });
const run = (changes: Partial<FoundProject> = {}, config = {}, entry = {}, service = {}) =>
  runOptional(stage, reportWith(changes, config, entry), memoryContext({ service }));

describe("a pipeline that did not start by its deadline", () => {
  /** What reports say at 05:19 and 06:19, and on the next day at 06:19. */
  const told = (service: Service, runs = before, keys: object = {}) =>
    tell(
      "06:00",
      runs,
      [5.3, 6.3, 30.3].map((at) => ({ at, service })),
      { remind_hours: 168, ...keys },
    );
  const gone: Service = () => ({ queueStatus: () => Promise.reject(refusal(404)) });

  it("is told once if people keep it from starting", async () => {
    for (const status of ["disabled", "paused"]) {
      const texts = await told(() => ({ queueStatus: async () => status }));
      assertTold(texts, [nothing, new RegExp(`06:00 UTC: it is ${status}\\.$`), nothing]);
    }
    assertTold(await told(gone), [nothing, /06:00 UTC: it was deleted\.$/, nothing]);
  });

  it("is not told of one that was deleted if the entry may mean others", async () => {
    const pattern = keysFor({}, "nightly *");
    assertTold(await told(gone, before, pattern), [nothing, nothing, nothing]);
    const twins = [twin(1, "\\Billing"), twin(2, "\\Shop")].map((one) => worked(-22, -20, one));
    assertTold(await told(gone, twins), [nothing, nothing, nothing]);
  });

  it("is told all the same if the service does not say whether it can start", async () => {
    const texts = await told(() => ({ queueStatus: () => Promise.reject(refusal(500)) }));
    assertTold(texts, [nothing, didNotStart, didNotStart]);
  });

  it("is told if it has never run, but not of a name that another project may have", async () => {
    const named: Service = () => ({ pipelinesNamed: async () => [7] });
    assertTold(await told(named, []), [nothing, didNotStart, didNotStart]);
    const noName = /: no pipeline has this name\.$/;
    assertTold(await told(() => ({}), []), [nothing, noName, nothing]);
    const found = async (moreProjects: string[]) => (await run({}, { moreProjects })).issues.length;
    assert.deepEqual([await found(["Shop"]), await found([])], [0, 1]);
  });

  it("is not asked for as long as no deadline was missed", async () => {
    const asked: string[] = [];
    const service: Service = (memory) => ({
      unfinishedRuns(signal) {
        asked.push("unfinished");
        return memory.unfinishedRuns(signal);
      },
      async queueStatus() {
        asked.push("status");
        return "enabled";
      },
    });
    await told(service, [...before, worked(2, 3), worked(26, 27)]);
    assert.deepEqual(asked, []);
    await told(service);
    assert.deepEqual(asked, ["unfinished", "status", "unfinished", "status"]);
  });

  it("is not told on the first day of a monitor if nothing is known of it", async () => {
    const named: Service = () => ({ pipelinesNamed: async () => [7] });
    const first = await tell("06:00", [], [{ at: 12.3, service: named }]);
    assertTold(first, [nothing]);
    assertTold(await tell("06:00", before, [12.3]), [didNotStart]);
  });
});

describe("a monitor that cannot read everything", () => {
  const refused: Service = () => ({ unfinishedRuns: () => assert.fail("503") });

  it("tells of a missed deadline without what runs now", async () => {
    const hours = [{ at: 5.3 }, { at: 6.3, service: refused }, { at: 7.3 }];
    const unknown = /nightly load missed its deadline at 06:00 UTC\.$/m;
    assertTold(await tell("06:00", before, hours), [nothing, unknown, nothing]);
    const [, known = ""] = await tell("06:00", [...before, failed(2, 3)], hours);
    assert.match(known, /06:00 UTC: it failed\.$/m);
  });

  it("tells of none if it could not read the list, and of it later, and once", async () => {
    const unread: Service = (memory) => ({
      runsSince: (since, signal) =>
        since.getTime() < Date.UTC(2026, 10, 10) ? assert.fail("503") : memory.runsSince(since, signal),
    });
    const hours = [{ at: 6.3, service: unread }, { at: 7.3 }, { at: 8.3 }];
    assertTold(await tell("06:00", before, hours), [nothing, didNotStart, nothing]);
    const failing: Service = () => ({ runsSince: () => assert.fail("503") });
    await assert.rejects(tell("06:00", before, [{ at: 6.3, service: failing }]), /503/);
  });

  it("says so, keeps what it told, and looks for the same deadlines again", async () => {
    const { skipped, isWhole, mayLast } = await run({ journal: emptyJournal, skipped: ["earlier runs"] });
    assert.deepEqual([skipped, isWhole], [["earlier runs", "deadlines"], false]);
    assert.deepEqual(mayLast, ["state", "missed"]);
    const found = await run({}, {}, {}, { unfinishedRuns: () => assert.fail("503") });
    assert.deepEqual(found.skipped, ["why deadlines were missed"]);
  });

  it("keeps what it told if it does not know whether that lasts", async () => {
    const unreadable = worked(2, 6.9, { record: { status: null } });
    const runs = [...before, unreadable, worked(8.5, 9)];
    const told = await tell("06:00", runs, [6.3, 7.3, 8.3, 9.3]);
    assertTold(told, [didNotStart, nothing, nothing, /succeeded at 09:00 UTC/]);
    const early = await tell("06:00", [...before, worked(2, 5.9, { record: { status: null } })], [5.3, 6.3]);
    assertTold(early, [nothing, nothing]);
  });
});

describe("the check for deadlines", () => {
  it("is off without an entry that has one, or if its pipelines are not checked", async () => {
    const isOn = (name: string, entry: object) => {
      const config = configWith({ pipelines: { default: limits, [name]: entry } });
      return deadlines.read({ config, value: config.keys }) !== undefined;
    };
    assert.deepEqual([isOn("a", {}), isOn("a", { finish_by: "06:00" })], [false, true]);
    assert.deepEqual((await run({}, {}, { check_flag: false })).issues, []);
    assert.equal((await run()).issues.length, 1);
  });

  it("is made when a deadline has passed since the last report", () => {
    const isEnabled = (hour: number) => {
      const until = Date.UTC(2026, 10, 20, hour - 1, 19);
      const window = sinceLast(until + 3600_000, { until: until / 1000 });
      return stage.isEnabled?.(reportWith({ window }), memoryContext());
    };
    assert.deepEqual([5, 6, 7, 8].map(isEnabled), [false, true, false, false]);
  });
});
