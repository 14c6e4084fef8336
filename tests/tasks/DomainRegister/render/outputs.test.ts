import assert from "node:assert/strict";
import fc from "fast-check";
import { parseAvailability } from "../../../../shared/registrar/godaddy/records";
import { publishOutputs } from "../../../../tasks/DomainRegister/render/publish";
import type { RunResult } from "../../../../tasks/DomainRegister/render/run-result";
import { emptyTimeline } from "../../../../tasks/DomainRegister/render/timeline";
import { hostileText } from "../../../hostile-text";
import { memoryAgent } from "../../../memory-agent";
import { available, domain, runResult, traits } from "../samples";

/** Any value of a response: hostile texts, numbers of every kind, and other values. */
const others = fc.constantFrom("USD", "usd", true);
const anything = fc.oneof(hostileText, fc.double(), fc.integer(), others, fc.jsonValue());

describe("outputs of a registration", () => {
  const outputsOf = (changes: Partial<RunResult>) => {
    const agent = memoryAgent();
    publishOutputs(runResult(changes), agent);
    return agent.outputs;
  };
  /** The outputs without a response. */
  const none = {
    environment: "production",
    ...{ available: "", definitive: "", price: "", amount: "", currency: "", period: "" },
    ...{ checks: "0", stage: "", releaseEarliest: "", releaseLatest: "" },
  };

  it("give the outcome, the last response and the number of checks", () => {
    const timeline = { ...emptyTimeline, checkCount: 12 };
    const availability = { ...available, available: false };
    assert.deepEqual(outputsOf({ outcome: "notAvailable", availability, timeline }), {
      ...none,
      ...{ outcome: "notAvailable", available: "false", definitive: "true", checks: "12" },
      ...{ price: "100", amount: "0.0001", currency: "USD", period: "1" },
    });
  });

  it("are empty where the last response does not have the value, or there was none", () => {
    const silent = { price: undefined, currency: undefined, period: undefined };
    const availability = { available: true, definitive: false, ...silent };
    const outputs = { ...none, outcome: "available", available: "true", definitive: "false" };
    assert.deepEqual(outputsOf({ outcome: "available", availability }), outputs);
    assert.deepEqual(outputsOf({ outcome: "cancelled" }), { ...none, outcome: "cancelled" });
  });

  it("have no amount if the unit is not known, and are not set if there is no outcome", () => {
    const outputs = outputsOf({ availability: available, traits: { ...traits, isUnitKnown: false } });
    assert.deepEqual([outputs["price"], outputs["amount"]], ["100", ""]);
    assert.deepEqual(outputsOf({ outcome: "unanswered" }), {});
  });

  it("give the stage and the days of the release, as the record has them when a response arrived", () => {
    const respondedAt = Date.UTC(2026, 0, 11);
    const recordWith = (...statuses: string[]) => ({ expiresAt: undefined, changedAt: undefined, statuses });
    const releaseOf = (changes: Partial<RunResult>) => {
      const { stage, releaseEarliest, releaseLatest } = outputsOf(changes);
      return [stage, releaseEarliest, releaseLatest];
    };
    const grace = recordWith("autoRenewPeriod");
    for (const [record, release] of [
      [recordWith("pendingDelete"), ["pendingDelete", "2026-01-11", "2026-01-16"]],
      [grace, ["autoRenewGracePeriod", "2026-02-15", "2026-04-01"]],
      [recordWith("active"), ["registered", "", ""]],
      [recordWith(), ["", "", ""]],
      [{ doubt: "" }, ["released", "", ""]],
      [{ doubt: "It is reserved." }, ["", "", ""]],
      [undefined, ["", "", ""]],
    ] as const)
      assert.deepEqual(releaseOf({ record, respondedAt }), release);
    for (const record of [{ doubt: "" }, grace]) assert.deepEqual(releaseOf({ record }), ["", "", ""]);
  });

  it("have a closed form, whatever the registrar responds", () => {
    const [definitive, price, currency, period] = [anything, anything, anything, anything];
    const response = fc.record({ definitive, price, currency, period });
    fc.assert(
      fc.property(response, (members) => {
        const availability = parseAvailability({ available: true, domain, ...members }, domain);
        const outputs = outputsOf({ outcome: "available", availability });
        for (const name of ["price", "period", "checks"]) assert.match(outputs[name] ?? "-", /^\d*$/, name);
        for (const name of ["outcome", "available", "definitive"])
          assert.match(outputs[name] ?? "-", /^[A-Za-z]*$/, name);
        assert.match(outputs["currency"] ?? "-", /^([A-Z]{3})?$/);
      }),
    );
  });
});
