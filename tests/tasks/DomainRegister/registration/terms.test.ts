import assert from "node:assert/strict";
import { HttpError } from "../../../../shared/http/errors";
import type { Terms } from "../../../../shared/registrar/registrar";
import { openReceiptFile } from "../../../../tasks/DomainRegister/registration/receipt-file";
import { register } from "../../../../tasks/DomainRegister/registration/register";
import { memoryAgent } from "../../../memory-agent";
import { sanitize } from "../../../sanitize";
import { temporaryFolder } from "../../../temporary-folder";
import { domain } from "../samples";
import { contextWith, keyed } from "./context-stage";

describe("terms of a registrar", () => {
  const folder = temporaryFolder();

  async function endAfter(terms: () => Promise<Terms>, period: number | undefined) {
    const agent = memoryAgent();
    const { end } = await register(
      contextWith(openReceiptFile(folder(), domain, "production", sanitize), {
        request: {
          kind: "account",
          domain,
          period,
          agreementKeys: [],
          acknowledgedFees: [],
          agreedAt: undefined,
        },
        wanted: { dryRun: true },
        agent,
        registrar: { ...keyed, traits: { ...keyed.traits, validatesEarly: false }, terms },
      }),
    );
    return { end, warnings: agent.warnings };
  }

  it("end the step before the first check if the registrar does not sell the domain, or not for that period", async () => {
    const notSold = await endAfter(async () => ({ kind: "notSold", message: "Not .us." }), undefined);
    assert.deepEqual(notSold.end, { outcome: "refused", message: "Not .us.", status: undefined });
    const tooLong = await endAfter(async () => ({ kind: "sold", years: 1 }), 2);
    assert.deepEqual(tooLong.end, {
      outcome: "refused",
      message: "The registrar sells example.org for 1 year only. Set `period` to 1.",
      status: undefined,
    });
    for (const period of [1, undefined])
      assert.equal((await endAfter(async () => ({ kind: "sold", years: 1 }), period)).end.outcome, "dryRun");
  });

  it("cost a warning if they cannot be read, unless the credential is refused", async () => {
    const failing = (status: number) => async () => {
      const words = { serviceCode: "", serviceMessage: "", retryAfterSeconds: undefined };
      const problem = { kind: "status", status, redirectsTo: undefined, ...words } as const;
      throw new HttpError("registrar: GET terms", problem, 1, "");
    };
    const { end, warnings } = await endAfter(failing(503), undefined);
    assert.equal(end.outcome, "dryRun");
    assert.match(warnings.join(), /Could not check whether the registrar sells example\.org\. .*503/);
    await assert.rejects(endAfter(failing(401), undefined), /401/);
  });
});
