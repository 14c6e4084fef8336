import assert from "node:assert/strict";
import { HttpError, type HttpProblem } from "../../../../shared/http/errors";
import type { RegistrationRequest } from "../../../../tasks/DomainRegister/request/request";
import { statusProblem } from "../../../shared/http/status-problem";
import { domain } from "../samples";
import { bought } from "./buyer-stage";
import { keyedAttempt } from "./context-stage";
import { usePreflight } from "./preflight-stage";

describe("preflight, by what the registrar says", () => {
  const { run } = usePreflight();

  it("counts the age of a key by the registrar's clock, too, if it was known at the purchase and is known now", async () => {
    const sentThere = Date.UTC(2020, 0, 1);
    const endAt = async (hours: number | undefined, registrarTime: string | undefined) => {
      const registrarNow = hours === undefined ? undefined : sentThere + hours * 3_600_000;
      const repeatable = { ...keyedAttempt.repeatable, key: "k", body: "old body", registrarTime };
      const { end } = await run({
        attempts: [{ ...keyedAttempt, repeatable }],
        resumed: bought,
        registrar: { now: () => registrarNow },
      });
      return end?.outcome === "unknown" ? end.message : end?.outcome;
    };
    const time = new Date(sentThere).toISOString();
    for (const hours of [0, 22.9, undefined]) assert.equal(await endAt(hours, time), "registered");
    assert.equal(await endAt(99, undefined), "registered");
    assert.match((await endAt(23, time)) ?? "", /its key is no longer reliable after 23 hours\.$/);
    assert.match((await endAt(-1, time)) ?? "", /the receipt dates the purchase in the future\.$/);
  });

  const account: RegistrationRequest = {
    ...{ kind: "account", domain, period: undefined, agreementKeys: [], acknowledgedFees: [] },
    agreedAt: undefined,
  };

  it("ends if the registrar does not sell the domain, or not for that period", async () => {
    const notSold = await run({ terms: async () => ({ kind: "notSold", message: "Not .us." }) });
    assert.deepEqual(notSold.end, { outcome: "refused", message: "Not .us.", status: undefined });
    const sold = async (period: number | undefined) =>
      (await run({ terms: async () => ({ kind: "sold", years: 1 }), request: { ...account, period } })).end;
    const message = "The registrar sells example.org for 1 year only. Set `period` to 1.";
    assert.deepEqual(await sold(2), { outcome: "refused", message, status: undefined });
    assert.deepEqual([await sold(1), await sold(undefined)], [undefined, undefined]);
  });

  it("warns if the terms cannot be read, even if the credential is refused: the first check shows that", async () => {
    const failing = (problem: HttpProblem) => () =>
      Promise.reject(new HttpError("registrar: GET /", problem, 1, ""));
    const timeout = { kind: "timeout", seconds: 10 } as const;
    for (const problem of [timeout, statusProblem(503), statusProblem(401)]) {
      const { end, warnings } = await run({ terms: failing(problem) });
      assert.equal(end, undefined);
      assert.match(
        warnings.join(),
        /^Could not check whether the registrar sells example\.org\. registrar: GET/,
      );
    }
  });
});
