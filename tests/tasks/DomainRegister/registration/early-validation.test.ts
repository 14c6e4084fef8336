import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { HttpError } from "../../../../shared/http/errors";
import type { Registrar, ValidationResponse } from "../../../../shared/registrar/registrar";
import { statusProblem } from "../../../shared/http/status-problem";
import { testClock } from "../../../test-clock";
import { taken } from "../samples";
import { now } from "./context-stage";
import { respond, signal, useRegistration } from "./register-stage";

describe("validation while polling", () => {
  const { run, file } = useRegistration();
  const passingClock = () => testClock({ startsAt: now, passes: () => true });

  /** A validation whose second response arrives when `give` is called: a single refusal may be a passing problem. */
  function secondTime<Response>(respondWith: () => Promise<Response>) {
    const { given, give } = signal();
    let asked = 0;
    const validate = async () => {
      if (asked++ > 0) await given;
      return respondWith();
    };
    return { validate, give };
  }

  const refusal = new HttpError("registrar: POST validate", statusProblem(401), 1, "");
  const refused = () => Promise.reject(refusal);
  const isInvalid = async () => ({ kind: "invalid", message: "422", status: 422 }) as const;

  it("rejects when validation finds the credential refused, and does not count it as a failed check", async () => {
    const { validate, give } = secondTime(refused);
    const availability: Registrar["availability"] = (request) =>
      new Promise((_, reject) => {
        request.signal.addEventListener("abort", () => reject(request.signal.reason));
        give();
      });
    await assert.rejects(run({ availability, validate }), refusal);
  });

  it("rejects when validation finds the credential refused during a quote, which does not refuse the domain", async () => {
    const { validate, give } = secondTime(refused);
    const quote: Registrar["quote"] = (_wish, stopped) =>
      new Promise((resolve) => {
        stopped.addEventListener("abort", () => resolve({ kind: "refused", message: "401", status: 401 }));
        give();
      });
    await assert.rejects(run({ quote, validate }), refusal);
  });

  it("sends no purchase after an invalid validation, and completes one that is already sent", async () => {
    const [first, second] = [secondTime(isInvalid), secondTime(isInvalid)];
    const clock = passingClock();
    let checks = 0;
    const availability = async () => {
      if (++checks === 2) {
        first.give();
        await new Promise(setImmediate);
      }
      return respond(clock);
    };
    const before = await run({ validate: first.validate, availability }, { clock });
    assert.deepEqual([before.end.outcome, before.purchases], ["refused", 0]);
    const purchase = async () => {
      second.give();
      await new Promise(setImmediate);
      return { kind: "bought", order: {} } as const;
    };
    assert.equal((await run({ validate: second.validate, purchase })).end.outcome, "registered");
  });

  /** A registration whose checks are answered once the request has been validated as often as there are responses. */
  async function validated(responses: readonly (() => Promise<ValidationResponse>)[]) {
    const clock = passingClock();
    const asked: number[] = [];
    const { given, give } = signal();
    const validate = async (): Promise<ValidationResponse> => {
      const answer = responses[asked.length] ?? assert.fail("asked too often");
      asked.push(clock.now() - now);
      if (asked.length === responses.length) give();
      return answer();
    };
    const availability = async () => {
      await given;
      await new Promise(setImmediate);
      return respond(clock);
    };
    return { ...(await run({ validate, availability }, { clock, wanted: { pollSeconds: 7 } })), asked };
  }

  for (const [what, first] of [
    ["the request is invalid", isInvalid],
    ["the credential is refused", refused],
  ] as const)
    it(`asks again before it believes that ${what}`, async () => {
      const { end, asked } = await validated([first, async () => ({ kind: "valid" })]);
      assert.deepEqual([end.outcome, asked.length], ["registered", 2]);
    });

  it("goes on after two refusals of different kinds, and asks the second time a pause between checks later", async () => {
    for (const responses of [
      [isInvalid, refused],
      [refused, isInvalid],
    ]) {
      rmSync(file().path, { force: true });
      const { end, asked, warnings } = await validated(responses);
      assert.deepEqual([end.outcome, asked], ["registered", [0, 7000]]);
      assert.match(warnings.join(), /^The registrar could not validate the request\. (422|.*401.*)$/);
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
    await assert.rejects(run({ availability: async () => taken, validate: refused }), refusal);
    await assert.rejects(run({ ownership: refused }), refusal);
  });
});
