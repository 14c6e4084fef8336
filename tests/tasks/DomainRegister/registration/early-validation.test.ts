import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HttpError } from "../../../../shared/http/errors";
import type { Registrar, ValidationResponse } from "../../../../shared/registrar/registrar";
import { statusProblem } from "../../../shared/http/status-problem";
import { testClock } from "../../../test-clock";
import { taken, timed, useRegistration } from "./register-stage";

describe("validation while polling", () => {
  const { run, folder } = useRegistration();

  /** A validation that waits for `refuse`, and then finds the credential refused. */
  function refusedValidation() {
    const refusal = new HttpError("registrar: POST validate", statusProblem(401), 1, "");
    let refuse = () => {};
    const isRefused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    let asked = 0;
    // A single refusal may be a passing problem.
    const validate = async (): Promise<never> => {
      if (asked++ > 0) await isRefused;
      throw refusal;
    };
    return { refusal, refuse: () => refuse(), validate };
  }

  it("rejects when validation finds the credential refused, and does not count it as a failed check", async () => {
    const { refusal, refuse, validate } = refusedValidation();
    const availability: Registrar["availability"] = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        refuse();
      });
    await assert.rejects(run({ availability, validate }), refusal);
  });

  it("rejects when validation finds the credential refused during a quote, which does not refuse the domain", async () => {
    const { refusal, refuse, validate } = refusedValidation();
    const quote: Registrar["quote"] = (_wish, stopped) =>
      new Promise((resolve) => {
        stopped.addEventListener("abort", () => resolve({ kind: "refused", message: "401", status: 401 }));
        refuse();
      });
    await assert.rejects(run({ quote, validate }), refusal);
  });

  it("sends no purchase after an invalid validation, and completes one that is already sent", async () => {
    const invalid: ValidationResponse = { kind: "invalid", message: "422", status: 422 };
    /** The second response of a validation arrives when `tell` is called. */
    const told = () => {
      let tell = () => {};
      const isTold = new Promise<void>((resolve) => {
        tell = resolve;
      });
      let asked = 0;
      const validate = async () => {
        if (asked++ > 0) await isTold;
        return invalid;
      };
      return { validate, tell: () => tell() };
    };
    const [first, second] = [told(), told()];
    const clock = testClock({ passes: () => true });
    let checks = 0;
    const availability = async () => {
      checks++;
      if (checks === 2) {
        first.tell();
        await new Promise(setImmediate);
      }
      return { ...timed, sentAt: { even: clock.now(), wall: clock.now() } };
    };
    const before = await run({ validate: first.validate, availability }, undefined, { clock });
    assert.deepEqual([before.end.outcome, before.purchases], ["refused", 0]);
    const purchase = async () => {
      second.tell();
      await new Promise(setImmediate);
      return { kind: "bought" as const, order: {} };
    };
    const during = await run({ validate: second.validate, purchase });
    assert.equal(during.end.outcome, "registered");
  });

  /** A registration whose checks are answered once the request has been validated as often as there are responses. */
  async function validated(responses: readonly (() => Promise<ValidationResponse>)[]) {
    const clock = testClock({ passes: () => true });
    const asked: number[] = [];
    let finish = () => {};
    const isFinished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const validate = async (): Promise<ValidationResponse> => {
      const respond = responses[asked.length] ?? assert.fail("asked too often");
      asked.push(clock.now());
      if (asked.length === responses.length) finish();
      return respond();
    };
    const availability = async () => {
      await isFinished;
      await new Promise(setImmediate);
      return { ...timed, sentAt: { even: clock.now(), wall: clock.now() } };
    };
    return { ...(await run({ validate, availability }, undefined, { clock, pollSeconds: 7 })), asked };
  }

  const passing: [[string, () => Promise<ValidationResponse>], [string, () => Promise<ValidationResponse>]] =
    [
      ["the request is invalid", async () => ({ kind: "invalid", message: "422", status: 422 })],
      ["the credential is refused", () => Promise.reject(new Error("401"))],
    ];
  for (const [what, first] of passing)
    it(`asks again before it believes that ${what}`, async () => {
      const { end, asked } = await validated([first, async () => ({ kind: "valid" })]);
      assert.deepEqual([end.outcome, asked.length], ["registered", 2]);
    });

  it("goes on after two refusals of different kinds, and asks the second time a pause between checks later", async () => {
    const [[, isInvalid], [, isRefused]] = passing;
    for (const responses of [
      [isInvalid, isRefused],
      [isRefused, isInvalid],
    ]) {
      for (const name of readdirSync(folder())) rmSync(join(folder(), name));
      const { end, asked, warnings } = await validated(responses);
      assert.deepEqual([end.outcome, asked], ["registered", [0, 7000]]);
      assert.match(warnings.join(), /^The registrar could not validate the request\. (401|422)$/);
    }
  });

  for (const [response, said] of [
    [
      { kind: "unavailable", message: "422" },
      "The registrar does not validate the request while the domain is not available.",
    ],
    [{ kind: "unclear", message: "503." }, "The registrar could not validate the request. 503."],
  ] satisfies [ValidationResponse, string][])
    it(`goes on when the request may be valid: ${response.kind} (decision 16)`, async () => {
      let asked = 0;
      const validate = async () => {
        asked++;
        return response;
      };
      const { end, printed, warnings } = await run({ validate });
      assert.deepEqual([end.outcome, asked], ["registered", 1]);
      assert.ok((response.kind === "unclear" ? warnings : printed).includes(said));
    });

  it("rejects when the credential is refused during polling", async () => {
    const refused = new Error("401");
    const availability = async () => taken;
    await assert.rejects(run({ availability, validate: () => Promise.reject(refused) }), refused);
    await assert.rejects(run({ ownership: () => Promise.reject(refused) }), refused);
  });
});
