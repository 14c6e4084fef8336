import assert from "node:assert/strict";
import { StepCancelled } from "../../../../shared/agent/task";
import { HttpError, type HttpProblem } from "../../../../shared/http/errors";
import type { Registrar } from "../../../../shared/registrar/registrar";
import type { Context } from "../../../../tasks/DomainRegister/registration/context";
import { statusProblem } from "../../../shared/http/status-problem";
import { testClock } from "../../../test-clock";
import { receiptIn } from "./context-stage";
import { available, taken, timed, useRegistration } from "./register-stage";

describe("register", () => {
  const { folder, run } = useRegistration();

  it("buys a domain once after two available responses", async () => {
    const { end, purchases } = await run({});
    assert.deepEqual([end.outcome, purchases], ["registered", 1]);
  });

  it("starts over when the confirmation grew too old while the intent was written", async () => {
    const clock = testClock({ passes: () => true });
    let slow = true;
    const purchaseBody = () => {
      if (slow) clock.advance(60_000);
      slow = false;
      return "";
    };
    let checks = 0;
    const availability = async () => {
      checks++;
      return { ...timed, sentAt: { even: clock.now(), wall: clock.now() } };
    };
    const { end, purchases, printed } = await run({ availability, purchaseBody }, undefined, { clock });
    assert.deepEqual([end.outcome, purchases, checks], ["registered", 1, 4]);
    assert.ok(printed.some((line) => line.startsWith("The confirming response was 60 s old")));
  });

  it("says that it still waits before a check after five minutes of silence", async () => {
    const { printed } = await run({ availability: async () => taken }, undefined, {
      pollSeconds: 300,
      waitMinutes: 20,
    });
    assert.ok(printed.includes("Not available yet: 2 checks made, next check in 300 s, 15 min left."));
  });

  it("checks and confirms with a wait of 0, though time passes meanwhile", async () => {
    const still = testClock({ passes: () => true });
    let looks = 0;
    const clock = { ...still, now: () => still.now() + looks++ };
    const { end, purchases } = await run({}, undefined, { waitMinutes: 0, clock });
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
      const clock = testClock({ passes: () => true });
      const answers = [problem, { ...available, available: false }, available, available];
      const at: number[] = [];
      const availability = async () => {
        const answer = answers.shift() ?? assert.fail("it has been bought");
        at.push(clock.now() / 1000);
        if ("kind" in answer) throw new HttpError("registrar: GET", answer, 1, "");
        return { ...timed, availability: answer, sentAt: { even: clock.now(), wall: clock.now() } };
      };
      const { end } = await run({ availability }, undefined, { clock });
      assert.equal(end.outcome, "registered");
      assert.deepEqual(at, [0, pauseSeconds, pauseSeconds + 30, pauseSeconds + 30]);
      const [attempt] = receiptIn(folder()).read()?.attempts ?? [];
      const response = { at: new Date((pauseSeconds + 30) * 1000).toISOString(), ...available };
      assert.deepEqual(attempt?.availability, [response, response]);
    });

  it("reads the public record first, and ends early if that proves that the release is more than a day away", async () => {
    const day = 24 * 3600 * 1000;
    const asked: string[] = [];
    const endAfter = async (expiresAt: number) => {
      const statuses = ["client transfer prohibited"];
      const readRecord: Context["readRecord"] = async () => {
        asked.push("record");
        return { registeredAt: -100 * day, expiresAt, changedAt: -100 * day, statuses };
      };
      return (await run({ availability }, undefined, { readRecord })).end;
    };
    const availability: Registrar["availability"] = async ({ purpose }) => {
      asked.push(purpose);
      return { ...timed, availability: { ...available, available: false } };
    };
    const release = { earliest: 335 * day, latest: 380 * day };
    assert.deepEqual(await endAfter(300 * day), { outcome: "tooEarly", release });
    assert.deepEqual(asked, ["record", "other"]);
    assert.deepEqual(await endAfter(-34 * day), { outcome: "notAvailable" });
    const { outcome } = await endAfter(-34 * day + 1);
    assert.equal(outcome, "tooEarly");
  });

  it("sends no purchase when the step is cancelled after the confirming response", async () => {
    const cancellation = new AbortController();
    let checks = 0;
    const availability = async () => {
      checks++;
      if (checks === 2) cancellation.abort(new StepCancelled());
      return timed;
    };
    const { end, purchases } = await run({ availability }, cancellation.signal);
    assert.deepEqual([end.outcome, purchases], ["cancelled", 0]);
  });

  it('ends as "unanswered", not as "cancelled", when an error stops the step', async () => {
    const stopping = new AbortController();
    const availability = async () => {
      stopping.abort(new Error("An error stopped the task."));
      stopping.signal.throwIfAborted();
      return timed;
    };
    const { end, purchases } = await run({ availability }, stopping.signal);
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
