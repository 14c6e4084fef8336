import assert from "node:assert/strict";
import { didNotStart } from "../../../../did-not-start";
import { memoryPipeline, nothing, watch } from "../../monitor-stage";
import { pagerOf } from "../../target-stage";
import {
  assertTold,
  before,
  failed,
  limits,
  nightly,
  type StoryHour,
  sketches,
  start,
  tell,
  twin,
  usual,
  worked,
} from "./deadlines-stage";

const day = 24;
const notStarted = new RegExp(String.raw`UTC: it ${didNotStart}\.$`);

describe("a deadline, hour by hour", () => {
  it("that was missed is told once, with what keeps the pipeline, and so is the end", async () => {
    const told = await tell("06:00", [...before, worked(3.2, 7.17)], [5.3, 6.3, 6.8, 7.3, 8.3]);
    assertTold(told, [
      nothing,
      /^nightly load missed its deadline at 06:00 UTC: it has been running since 03:12 UTC\.$/,
      nothing,
      /^nightly load \[20261120\.3\] succeeded at 07:10 UTC, 1 h 10 min after its deadline\.$/,
      nothing,
    ]);
  });

  it("is told with its reason: nothing started, waits, or failed", async () => {
    const reasonOf = async (...runs: Parameters<typeof tell>[1]) => {
      const [text = ""] = await tell("06:00", [...before, ...runs], [6.3]);
      return text.replace(/^.*06:00 UTC: /, "");
    };
    assert.equal(await reasonOf(), `it ${didNotStart}.`);
    assert.equal(await reasonOf({ queued: 2, started: 9 }), "it has waited in the queue since 02:00 UTC.");
    assert.equal(await reasonOf(failed(2, 3)), "it failed.");
    const other = { queued: 5, pipeline: "export", definitionId: 8 };
    assert.equal(await reasonOf(other), `it ${didNotStart}.`);
    const disabled = { at: 6.3, service: () => ({ queueStatus: async () => "disabled" }) };
    assertTold(await tell("06:00", [...before, failed(2, 3)], [disabled]), [/: it failed\.$/]);
    const again = { queued: 5 };
    assert.equal(
      await reasonOf(failed(2, 3), failed(3, 4), again),
      "it failed twice, and has been running since 05:00 UTC.",
    );
    assert.equal(await reasonOf(...[1, 2, 3].map((hour) => failed(hour, hour + 0.5))), "it failed 3 times.");
    const canceled = { result: "canceled" };
    assert.equal(await reasonOf(failed(2, 3, canceled)), "it was canceled.");
    assert.equal(await reasonOf(failed(2, 3, canceled), failed(4, 5)), "it ended without success twice.");
  });

  it("that was met is told to nobody", async () => {
    const runs = [...before, failed(2, 3), worked(3.5, 5.9)];
    assertTold(await tell("06:00", runs, [5.3, 6.3, 7.3]), [nothing, nothing, nothing]);
  });

  it("is told with the success if that came before the report, and is over then", async () => {
    const told = await tell("06:00", [...before, worked(2, 6.2)], [5.3, 6.3, 7.3]);
    const late = /^nightly load succeeded at 06:12 UTC, 12 min after its deadline\.$/;
    assertTold(told, [nothing, late, nothing]);
  });

  it("is told again on the next day if it is missed again", async () => {
    const told = await tell("06:00", before, [6.3, 12.3, day + 5.3, day + 6.3, day + 7.3]);
    assertTold(told, [notStarted, nothing, nothing, notStarted, nothing]);
  });

  it("is missed every day by a pipeline that is late every day", async () => {
    const runs = [...before, ...[0, 1, 2].map((index) => worked(index * day + 2, index * day + 7.2))];
    const told = await tell("06:00", runs, [6.3, 7.3, day + 6.3, day + 7.3, 2 * day + 6.3]);
    const [missed, ended] = [/missed its deadline/, /succeeded at 07:12 UTC, 1 h 12 min after/];
    assertTold(told, [missed, ended, missed, ended, missed]);
  });

  it("is not met by what ended the problem of the day before", async () => {
    const night = [...before, failed(2, 3), worked(8, 9)];
    const at = [6.3, 9.3, day + 6.3];
    const [missed, ended] = [/it failed\.$/, /succeeded at 09:00/];
    assertTold(await tell("06:00", [...night, failed(day + 2, day + 3)], at), [missed, ended, missed]);
    assertTold(await tell("06:00", night, at), [missed, ended, new RegExp(String.raw`it ${didNotStart}\.$`)]);
    const twoNights = await tell("06:00", [...night, worked(day + 2, day + 3)], [6.3, day + 6.3]);
    assertTold(twoNights, [missed, /succeeded at 2026-11-20 09:00 UTC, 3 h after/]);
    const evening = [...before, failed(2, 3), worked(20, 21)];
    const both = [missed, nothing, /^[^\n]*succeeded at 2026-11-20 21:00 UTC, 15 h after its deadline\.$/];
    assertTold(await tell("06:00", evening, at), both);
  });

  it("that passed while no monitor ran is told afterwards: the last one alone", async () => {
    const [at, text] = [[5.3, 9.3], /missed its deadline at 06:00 UTC: it failed\.$/];
    assertTold(await tell("06:00", [...before, failed(2, 3)], at), [nothing, text]);
    const over = await tell("06:00", [...before, worked(2, 7)], at);
    assertTold(over, [nothing, /^nightly load succeeded at 07:00 UTC, 1 h after its deadline\.$/]);
    const days = await tell("06:00", before, [5.3, 3 * day + 9.3]);
    assertTold(days, [
      nothing,
      new RegExp(String.raw`^nightly load missed its deadline at 06:00 UTC: it ${didNotStart}\.$`),
    ]);
  });

  it("is of some days if it names them: what lasts is not told of the others", async () => {
    const at = [6.3, day + 6.3, 2 * day + 6.3, 3 * day + 6.3].map((hour) => ({ at: hour }));
    const rarely = { remind_hours: 168 };
    const told = await tell("Mon-Fri 06:00", before, at, rarely);
    assertTold(told, [notStarted, nothing, nothing, notStarted]);
    const saturday = [...before, failed(2, 3), worked(day + 20, day + 21)];
    assertTold(await tell("Mon-Fri 06:00", saturday, at, rarely), [
      /it failed/,
      nothing,
      /succeeded at/,
      nothing,
    ]);
  });

  it("is in the configured time zone", async () => {
    const told = await tell("06:00", before, [4.9, 5.1], { time_zone: "Europe/Berlin" });
    assertTold(told, [nothing, new RegExp(String.raw`at 06:00 UTC\+1: it ${didNotStart}`)]);
  });

  it("is of the hour if the monitor has no memory", async () => {
    const keys = { notify: "all", window: "last_hour" };
    const told = await tell("06:00", [...before, failed(2, 3)], [5.3, 6.3, 7.4], keys);
    assertTold(told, [nothing, /it failed\.$/, nothing]);
  });

  it("is not told of the time before it was configured, nor after it was taken away", async () => {
    const without = { pipelines: { default: limits } };
    const late = await tell("06:00", before, [{ at: 5.3, keys: without }, { at: 6.3, keys: without }, 7.3]);
    assertTold(late, [nothing, nothing, nothing]);
    const runs = [...before, worked(2, 7.1)];
    const gone = await tell("06:00", runs, [5.3, 6.3, { at: 7.3, keys: without }, 8.3]);
    assertTold(gone, [nothing, /it has been running/, nothing, nothing]);
  });

  it("is not told of the time before it was configured if another one is due or open, either", async () => {
    const other = { default: limits, export: { finish_by: "04:00" } };
    const both = { pipelines: { ...other, [nightly]: { finish_by: "06:00" } } };
    const export_ = before.map((run) => ({ ...run, pipeline: "export", definitionId: 8 }));
    for (const more of [[], [worked(2, 6.5)]]) {
      const runs = [...before, ...export_, ...more];
      const told = await tell(
        "",
        runs,
        [5.3, 6.9, 7.3].map((at) => ({ at, keys: at > 7 ? both : { pipelines: other } })),
      );
      assertTold(told, [/^export missed/, nothing, nothing]);
    }
  });

  it("opens an alert until the success, and none for what is over", async () => {
    const events: string[] = [];
    const pager = pagerOf(
      async ({ content }) => void events.push("code" in content ? `open ${content.code}` : ""),
      async () => void events.push("close"),
    );
    const pipeline = memoryPipeline();
    const pipelines = { default: limits, [nightly]: { finish_by: "06:00" } };
    const runs = [...before, worked(3.2, 7.2), worked(day + 2, day + 6.1)];
    for (const at of [5.3, 6.3, 7.3, 8.3, day + 5.3, day + 6.3, day + 7.3]) {
      const keys = { ...usual, notify: "changes", run_ct_min: -1, pipelines };
      const others = [pager];
      await watch(sketches(runs, at), { ...pipeline(at + start), keys, others });
      events.push(`${at}`);
    }
    assert.deepEqual(events, ["5.3", "open overdue", "6.3", "close", "7.3", "8.3", "29.3", "30.3", "31.3"]);
  });
});

describe("pipelines with a deadline", () => {
  it("may be named by a pattern, which tells of those alone that have run", async () => {
    const keys = { pipelines: { default: limits, "nightly *": { finish_by: "06:00" } } };
    const other = { pipeline: "nightly export", definitionId: 8 };
    const runs = [...before, worked(2, 3), worked(-20, -19, other), worked(-20, -19, { pipeline: "ci" })];
    const [text] = await tell("", runs, [6.3], keys);
    assert.match(
      text ?? "",
      new RegExp(String.raw`^nightly export missed its deadline .* it ${didNotStart}\.$`),
    );
    assertTold(await tell("", [], [6.3], keys), [nothing]);
  });

  it("of one name in two folders have one each", async () => {
    const [billing, shop] = [twin(1, "\\Billing"), twin(2, "\\Shop")];
    const runs = [billing, shop].flatMap((one) => [worked(-46, -44, one), worked(-22, -20, one)]);
    const told = await tell("06:00", [...runs, worked(2, 3, billing), { queued: 4, ...shop }], [5.3, 6.3]);
    assertTold(told, [nothing, /^\\\\Shop\\\\nightly load missed .* it has been running since [^\n]*$/]);
  });

  it("are known by their ids, so a problem that was told goes on when another of its name appears", async () => {
    const [billing, shop] = [twin(1, "\\Billing"), twin(2, "\\Shop")];
    const runs = [worked(-46, -44, billing), worked(-22, -20, billing), worked(6.4, 7, shop)];
    const told = await tell("06:00", [...runs, worked(7.4, 8, billing)], [6.3, 7.3, 8.3]);
    const end = /^\\\\Billing\\\\nightly load .* succeeded at 08:00 UTC, 2 h after its deadline\.$/;
    assertTold(told, [new RegExp(String.raw`^nightly load missed .* it ${didNotStart}\.$`), nothing, end]);
  });

  it("are known by their names until they have run, and what was told by then goes on", async () => {
    const service: StoryHour["service"] = () => ({ pipelinesNamed: async () => [7] });
    const first = [failed(6.4, 7, { definitionId: 7 }), worked(7.4, 8, { definitionId: 7 })];
    const hours = [6.3, 7.3, 8.3].map((at) => ({ at, service }));
    const told = await tell("06:00", first, hours);
    const end = /^nightly load .* succeeded at 08:00 UTC, 2 h after its deadline\.$/;
    assertTold(told, [new RegExp(String.raw`^nightly load missed .* it ${didNotStart}\.$`), nothing, end]);
  });

  it("count the runs that the rules see, and what repairs them", async () => {
    const scheduled = { record: { reason: "schedule" } };
    const byHand = { record: { reason: "manual" } };
    const entry = { finish_by: "06:00", runs: "scheduled" };
    const keys = { pipelines: { default: limits, [nightly]: entry } };
    const old = [worked(-46, -44, scheduled), worked(-22, -20, scheduled)];
    const noon = [...old, worked(-12, -11, byHand), failed(2, 3, scheduled)];
    assertTold(await tell("", noon, [6.3], keys), [/it failed\.$/]);
    assertTold(await tell("", [...noon, worked(4, 5, byHand)], [6.3], keys), [nothing]);
    const manual = { queued: 5, ...byHand };
    assertTold(await tell("", [...noon, manual], [6.3], keys), [/it failed\.$/]);
    const after = await tell("", [...noon, worked(6.4, 7, byHand)], [6.3, 7.3], keys);
    assertTold(after, [/it failed\.$/, /succeeded at 07:00 UTC/]);
  });
});
