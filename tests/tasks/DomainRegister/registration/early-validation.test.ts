import assert from "node:assert/strict";
import { HttpError } from "../../../../shared/http/errors";
import type { Registrar, ValidationResponse } from "../../../../shared/registrar/registrar";
import { taken, timed, useRegistration } from "./register-stage";

describe("validation while polling", () => {
  const { run } = useRegistration();

  /** A validation that waits for `refuse`, and then finds the credential refused. */
  function refusedValidation() {
    const problem = { kind: "status", status: 401, redirectsTo: undefined } as const;
    const words = { serviceCode: "", serviceMessage: "", retryAfterSeconds: undefined };
    const refusal = new HttpError("registrar: POST validate", { ...problem, ...words }, 1, "");
    let reject = (_: HttpError) => {};
    let asked = 0;
    // A single refusal may be a passing problem.
    const validate = () =>
      new Promise<never>((_, rejects) => {
        if (asked++ === 0) rejects(refusal);
        else reject = rejects;
      });
    return { refusal, refuse: () => reject(refusal), validate };
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
    let tell: (response: ValidationResponse) => void = () => undefined;
    const invalid: ValidationResponse = { kind: "invalid", message: "422", status: 422 };
    let asked = 0;
    const validate = () =>
      new Promise<ValidationResponse>((resolve) => {
        if (asked++ % 2 === 0) resolve(invalid);
        else tell = resolve;
      });
    let checks = 0;
    const availability = async () => {
      checks++;
      if (checks === 2) {
        tell(invalid);
        await new Promise(setImmediate);
      }
      return timed;
    };
    const before = await run({ validate, availability });
    assert.deepEqual([before.end.outcome, before.purchases], ["refused", 0]);
    const purchase = async () => {
      tell(invalid);
      await new Promise(setImmediate);
      return { kind: "bought" as const, order: {} };
    };
    const during = await run({ validate, purchase });
    assert.equal(during.end.outcome, "registered");
  });

  const passing: [string, () => Promise<ValidationResponse>][] = [
    ["the request is invalid", async () => ({ kind: "invalid", message: "422", status: 422 })],
    ["the credential is refused", () => Promise.reject(new Error("401"))],
  ];
  for (const [what, first] of passing)
    it(`asks again before it believes that ${what}`, async () => {
      let asked = 0;
      const validate = async (): Promise<ValidationResponse> => (asked++ === 0 ? first() : { kind: "valid" });
      const { end } = await run({ validate });
      assert.deepEqual([end.outcome, asked], ["registered", 2]);
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
