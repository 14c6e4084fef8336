import assert from "node:assert/strict";
import { StepCancelled } from "../../../../shared/agent/task";
import { HttpError, type HttpProblem } from "../../../../shared/http/errors";
import type { Registrar } from "../../../../shared/registrar/registrar";
import type { Context } from "../../../../tasks/DomainRegister/registration/context";
import { statusProblem } from "../../../shared/http/status-problem";
import { testClock } from "../../../test-clock";
import { available, taken } from "../samples";
import { respond, useRegistration } from "./register-stage";

describe("register", () => {
  const { file, run } = useRegistration();
  /** From 1970 on. All pauses pass by themselves. */
  const passingClock = () => testClock({ passes: () => true });

  it("buys a domain once after two available responses", async () => {
    const { end, purchases } = await run();
    assert.deepEqual([end.outcome, purchases], ["registered", 1]);
  });

  it("starts over when the confirmation grew too old while the intent was written", async () => {
    const clock = passingClock();
    let slow = true;
    const purchaseBody = () => {
      if (slow) clock.advance(60_000);
      slow = false;
      return "";
    };
    let checks = 0;
    const availability = async () => {
      checks++;
      return respond(clock);
    };
    const { end, purchases, printed } = await run({ availability, purchaseBody }, { clock });
    assert.deepEqual([end.outcome, purchases, checks], ["registered", 1, 4]);
    assert.ok(printed.some((line) => line.startsWith("The confirming response was 60 s old")));
  });

  it("says that it still waits before a check after five minutes of silence", async () => {
    const wanted = { pollSeconds: 300, waitMinutes: 20 };
    const { printed } = await run({ availability: async () => taken }, { wanted });
    assert.ok(printed.includes("Not available yet: 2 checks made, next check in 300 s, 15 min left."));
  });

  it("checks and confirms with a wait of 0, though time passes meanwhile", async () => {
    const still = passingClock();
    let looks = 0;
    const clock = { ...still, now: () => still.now() + looks++ };
    const { end, purchases } = await run({}, { wanted: { waitMinutes: 0 }, clock });
    assert.deepEqual([end.outcome, purchases], ["registered", 1]);
  });

  const failures: [problem: HttpProblem, pauseSeconds: number][] = [
    [statusProblem(503), 30],
    [statusProblem(429, { retryAfterSeconds: 70 }), 70],
    [{ kind: "paused", seconds: 90 }, 90],
    [{ kind: "timeout", seconds: 20 }, 30],
  ];
  for (const [problem, pauseSeconds] of failures)
    it(`goes on ${pauseSeconds} s after a failed check (${problem.kind}), and keeps the last two responses`, async () => {
      const clock = passingClock();
      const answers = [problem, { available: false }, {}, {}];
      const at: number[] = [];
      const availability = async () => {
        const answer = answers.shift() ?? assert.fail("it has been bought");
        at.push(clock.now() / 1000);
        if ("kind" in answer) throw new HttpError("registrar: GET", answer, 1, "");
        return respond(clock, answer);
      };
      const { end } = await run({ availability }, { clock });
      assert.equal(end.outcome, "registered");
      assert.deepEqual(at, [0, pauseSeconds, pauseSeconds + 30, pauseSeconds + 30]);
      const [attempt] = file().read()?.attempts ?? [];
      const response = { at: new Date((pauseSeconds + 30) * 1000).toISOString(), ...available };
      assert.deepEqual(attempt?.availability, [response, response]);
    });

  it("reads the public record first, and ends early if that proves that the release is more than a day away", async () => {
    const day = 24 * 3600 * 1000;
    const asked: string[] = [];
    const availability: Registrar["availability"] = async ({ purpose }) => {
      asked.push(purpose);
      return taken;
    };
    const endAfter = async (expiresAt: number) => {
      const readRecord: Context["readRecord"] = async () => {
        asked.push("record");
        const [registeredAt, statuses] = [-100 * day, ["clientTransferProhibited"]];
        return { registeredAt, expiresAt, changedAt: registeredAt, statuses };
      };
      return (await run({ availability }, { readRecord, clock: passingClock() })).end;
    };
    const release = { earliest: 335 * day, latest: 380 * day };
    assert.deepEqual(await endAfter(300 * day), { outcome: "tooEarly", release });
    assert.deepEqual(asked, ["record", "other"]);
    assert.equal((await endAfter(-34 * day)).outcome, "notAvailable");
    assert.equal((await endAfter(-34 * day + 1)).outcome, "tooEarly");
  });

  it("sends no purchase when the step is cancelled after the confirming response", async () => {
    const clock = passingClock();
    const cancellation = new AbortController();
    let checks = 0;
    const availability = async () => {
      if (++checks === 2) cancellation.abort(new StepCancelled());
      return respond(clock);
    };
    const { end, purchases } = await run({ availability }, { clock, cancelled: cancellation.signal });
    assert.deepEqual([end.outcome, purchases], ["cancelled", 0]);
  });

  it('ends as "unanswered", not as "cancelled", when an error stops the step', async () => {
    const stopping = new AbortController();
    const availability = async () => {
      stopping.abort(new Error("An error stopped the task."));
      stopping.signal.throwIfAborted();
      return taken;
    };
    const { end, purchases } = await run({ availability }, { cancelled: stopping.signal });
    assert.deepEqual([end, purchases], [{ outcome: "unanswered", message: "An error stopped the task." }, 0]);
  });

  it("starts no check after the wait, even if the registrar asks for a pause until then", async () => {
    let checks = 0;
    const availability = async () => {
      checks++;
      return taken;
    };
    const { end } = await run({ availability, pauseSeconds: () => (checks < 2 ? 0 : 700) });
    assert.deepEqual([end.outcome, checks], ["unanswered", 2]);
    checks = 0;
    await run({ availability, pauseSeconds: () => (checks === 2 ? 540 : 0) });
    assert.equal(checks, 21, "a pause until the end of the wait is short enough");
  });
});
