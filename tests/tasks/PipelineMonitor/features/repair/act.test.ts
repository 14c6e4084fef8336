import assert from "node:assert/strict";
import { HttpError, type HttpProblem } from "../../../../../shared/http/errors";
import { emptyJournal } from "../../../../../shared/journal/schema";
import { didNotStart } from "../../../../did-not-start";
import { fullDisk, memoryAgent } from "../../../../memory-agent";
import { verdict } from "../../../../sentences";
import { refusal } from "../../refusal";
import { knownRepair } from "./known-repair";
import {
  knownIssueReport,
  lostReport,
  lostRun,
  main,
  missedReport,
  now,
  repaired,
  type Weather,
} from "./repair-stage";

const failing = (problem: HttpProblem) => new HttpError("PATCH", problem, 1, "");
const timeout = failing({ kind: "timeout", seconds: 60 });
const again = "lost its agent at 02:59 UTC; run again (attempt 2)";
const left = (why: string) => `failed: not run again by the monitor: ${why}`;
const unsaid = left("the service did not say whether it took the request, which is not repeated");
const refused = left("the service refused it; the step's log says why");
const unsent = left("the request could not be sent; the step's log says why");
const denied = left(
  'the credential needs the permission "Queue builds" on this pipeline, and a token the scope Build (read and execute)',
);

describe("a run whose agent was lost", () => {
  it("is run again once what the monitor is about to do can be read back", async () => {
    const { sent, told, repairs, warnings, timers } = await repaired(lostReport());
    assert.deepEqual([sent, told, warnings], [["retry 700"], [again], []]);
    const [{ incident, ...repair } = assert.fail()] = repairs;
    const { incident: _, ...expected } = knownRepair(now, { at: now - 1200, intendedAt: now });
    assert.deepEqual(repair, expected);
    assert.match(incident, /^[0-9a-f]{16}$/);
    assert.deepEqual(timers.slice(1), [1000, 17_000], "two monitors of one minute do not act at once");
  });

  it("is left to the other run of the monitor, if one with a lower id has recorded the same", async () => {
    const { sent, told, repairs } = await repaired(lostReport(), { rival: 916 });
    assert.deepEqual([sent, told, repairs], [[], [left("another run of the monitor does it")], []]);
    assert.deepEqual((await repaired(lostReport(), { rival: 918 })).sent, ["retry 700"]);
  });

  for (const [answer, error, isDone, told, state, looks] of [
    ["it refuses", refusal(409), false, refused, "refused", [0]],
    ["it refuses what it has done already", refusal(409), true, again, "sent", [0]],
    ["it forbids", refusal(403), false, denied, "denied", []],
    ["it leads elsewhere", refusal(302), false, refused, "refused", [0]],
    ["it fails", refusal(503), false, unsaid, "unknown", [5, 15, 30]],
    ["it fails after it has done so", refusal(503), true, again, "sent", [5]],
    ["it is too slow", refusal(408), false, unsaid, "unknown", [5, 15, 30]],
    ["it does not answer in time", timeout, true, again, "sent", [5]],
    ["anything else goes wrong", new Error("a mistake"), false, unsaid, "unknown", [5, 15, 30]],
    ["it has too much to do", refusal(429), false, unsent, undefined, []],
    ["it asks for a pause", failing({ kind: "paused", seconds: 9 }), false, unsent, undefined, []],
    ["it cannot be reached", failing({ kind: "notSent", code: "ENOTFOUND" }), false, unsent, undefined, []],
  ] as const)
    it(`is told and remembered by what the service does: ${answer}`, async () => {
      const after = await repaired(lostReport(), { error, isDone });
      assert.deepEqual([after.sent, after.told], [["retry 700"], [told]]);
      assert.deepEqual(
        after.repairs.map((repair) => repair.state),
        state === undefined ? [] : [state],
      );
      assert.deepEqual(after.warnings, [`Could not run again nightly import: ${error.message}`]);
      assert.deepEqual(
        after.timers.slice(3),
        looks.map((seconds) => seconds * 1000),
      );
    });

  const same = knownRepair(now, { state: "unknown" });
  const running = () => ({ status: "inProgress", finishTime: undefined });
  const unrecorded = left("what it was about to do could not be recorded");
  it("is left alone if what it is about to do cannot be written, which is said at once", async () => {
    const agent = { ...memoryAgent(), attachReport: fullDisk };
    const { sent, told, repairs, warnings, timers } = await repaired(lostReport(), { agent });
    assert.deepEqual([sent, told, repairs], [[], [unrecorded], []]);
    assert.deepEqual(warnings, ["Could not write the record of the repairs: ENOSPC"]);
    assert.deepEqual([agent.tags, timers], [[], [240_000]]);
  });

  const repeated = left("it was run again already");
  for (const [why, weather, told, printed = []] of [
    ["its tag does not arrive", { hides: "tag" }, unrecorded],
    ["its intent does not arrive", { hides: "record" }, unrecorded],
    [
      "somebody has run it again",
      { atLook: { look: 1, happen: running } },
      repeated,
      ["nightly import 20261120.3: not run again: it was run again already."],
    ],
    ["somebody runs it again in between", { atLook: { look: 2, happen: running } }, repeated],
    [
      "the service breaks off in between",
      { atLook: { look: 2, happen: () => assert.fail("503") } },
      left("the service did not say that it is safe"),
    ],
    [
      "the memory is unknown",
      { remembered: "lost" },
      `failed: ${verdict}`,
      ["nightly import 20261120.3: not run again: the monitor does not know what it did before."],
    ],
    ["nothing is to be sent", { isPreview: true }, "failed: the monitor would run it again"],
  ] as const satisfies (readonly [string, Weather, string, string[]?])[])
    it(`is left alone if ${why}`, async () => {
      const after = await repaired(lostReport(), weather);
      assert.deepEqual([after.sent, after.told, after.repairs], [[], [told], []]);
      assert.deepEqual(after.printed, printed);
    });

  it("is left alone if its record says enough, with a line in the log", async () => {
    const { sent, told, printed } = await repaired(lostReport({}, [lostRun({ reason: "manual" })]));
    assert.deepEqual([sent, told], [[], [`failed: ${verdict}`]]);
    assert.deepEqual(printed, ["nightly import 20261120.3: not run again: a person started it."]);
    const unknown = await repaired(missedReport(undefined, { journal: emptyJournal }));
    assert.deepEqual(unknown.printed, ["nightly import: not started: no earlier run of it is known."]);
  });

  it("is left alone with test_flag true, and if an earlier request has no known outcome", async () => {
    const tested = await repaired(lostReport({ test_flag: true }));
    const preview = "failed: without test_flag, the monitor would run it again";
    assert.deepEqual([tested.sent, tested.told], [[], [preview]]);
    const [{ incident } = same] = (await repaired(lostReport(), { error: timeout, isDone: false })).repairs;
    const after = await repaired(lostReport(), { known: [{ ...same, incident }] });
    const told = left("an earlier request had no known outcome, so it is not repeated");
    assert.deepEqual([after.sent, after.told], [[], [told]]);
  });

  it("is one of five in a report, and of 20 that are looked at", async () => {
    const runs = Array.from({ length: 21 }, (_, index) =>
      lostRun({ id: 700 + index, pipeline: `p${index}`, definitionId: index }),
    );
    const { sent, told, printed } = await repaired(lostReport({}, runs));
    assert.deepEqual([sent.length, told.filter((text) => text === again).length], [5, 5]);
    assert.deepEqual(told.slice(5, 20), Array(15).fill(left("a report repairs at most 5 runs")));
    assert.deepEqual(printed, ["p20 20261120.3: not run again: more than 20 pipelines have problems."]);
  });

  it("ends with the step", async () => {
    const cancelled = AbortSignal.abort(new Error("cancelled"));
    await assert.rejects(repaired(lostReport(), { cancelled }), /cancelled/);
  });
});

describe("a run that did not start", () => {
  it("is started on the branch of its schedule, or found if nobody knows whether it was", async () => {
    const started = `${didNotStart} at 02:10 UTC; the monitor has started it (run 901)`;
    for (const weather of [{}, { error: timeout, isDone: true }]) {
      const { sent, told, repairs } = await repaired(missedReport(), weather);
      assert.deepEqual([sent, told], [[`start 7 ${main}`], [started]]);
      const [{ kind, state, runId } = assert.fail()] = repairs;
      assert.deepEqual([kind, state, runId], ["missed", "sent", 901]);
    }
  });

  it("is left alone if the service refuses, or nothing is to be sent", async () => {
    const { told, warnings } = await repaired(missedReport(), { error: refusal(400) });
    assert.match(told.join(), /not started by the monitor: the service refused it/);
    assert.match(warnings.join(), /^Could not start nightly import: /);
    const preview = await repaired(missedReport(), { isPreview: true });
    assert.match(preview.told.join(), /the monitor would start it$/);
  });
});

describe("a run that failed with a known issue that may be tried again", () => {
  const again = "failed at 02:59 UTC; run again (attempt 2)";

  it("is run again once, and keeps the name of its cause", async () => {
    const { sent, told, repairs, issues } = await repaired(knownIssueReport());
    assert.deepEqual([sent, told], [["retry 700"], [again]]);
    assert.deepEqual(
      repairs.map(({ kind, state }) => [kind, state]),
      [["knownIssue", "sent"]],
    );
    assert.deepEqual(issues[0]?.explanation?.name, [{ name: "proxy down" }]);
    const second = await repaired(knownIssueReport(), { known: repairs });
    assert.deepEqual([second.sent, second.told], [[], [left("it was tried before")]]);
  });

  it("is left alone if a person has run it again", async () => {
    const { sent, told } = await repaired(knownIssueReport(), {
      atLook: { look: 1, happen: () => ({ finishTime: now - 60 }) },
    });
    assert.deepEqual([sent, told], [[], [left("it was run again already")]]);
  });
});
