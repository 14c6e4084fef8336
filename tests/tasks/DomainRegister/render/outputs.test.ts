import assert from "node:assert/strict";
import fc from "fast-check";
import { parseAvailability } from "../../../../shared/registrar/godaddy/records";
import { publishOutputs } from "../../../../tasks/DomainRegister/render/outputs";
import { emptyTimeline } from "../../../../tasks/DomainRegister/render/timeline";
import { hostileText } from "../../../hostile-text";
import { memoryAgent } from "../../../memory-agent";
import { available, domain, runResult } from "../samples";

/** Any value of a response: hostile texts, numbers of every kind, and other values. */
const anything = fc.oneof(
  hostileText,
  fc.double(),
  fc.integer(),
  fc.constantFrom("USD", "usd", true),
  fc.jsonValue(),
);

describe("outputs of a registration", () => {
  it("give the outcome, the last response and the number of checks", () => {
    const agent = memoryAgent();
    const timeline = { ...emptyTimeline, checkCount: 12 };
    const availability = { ...available, available: false };
    publishOutputs(runResult({ outcome: "notAvailable", availability, timeline }), agent);
    assert.deepEqual(agent.outputs, {
      outcome: "notAvailable",
      available: "false",
      definitive: "true",
      price: "100",
      amount: "0.0001",
      currency: "USD",
      period: "1",
      checks: "12",
      stage: "",
      releaseEarliest: "",
      releaseLatest: "",
    });
  });

  it("are empty if the last response does not have the value", () => {
    const agent = memoryAgent();
    const silent = { price: undefined, currency: undefined, period: undefined };
    const availability = { available: true, definitive: false, ...silent };
    const timeline = { ...emptyTimeline, checkCount: 1 };
    publishOutputs(runResult({ outcome: "available", availability, timeline }), agent);
    assert.deepEqual(agent.outputs, {
      outcome: "available",
      available: "true",
      definitive: "false",
      price: "",
      amount: "",
      currency: "",
      period: "",
      checks: "1",
      stage: "",
      releaseEarliest: "",
      releaseLatest: "",
    });
  });

  it("are empty, except outcome and checks, if there was no response", () => {
    const agent = memoryAgent();
    publishOutputs(runResult({ outcome: "cancelled" }), agent);
    assert.deepEqual(agent.outputs, {
      outcome: "cancelled",
      available: "",
      definitive: "",
      price: "",
      amount: "",
      currency: "",
      period: "",
      checks: "0",
      stage: "",
      releaseEarliest: "",
      releaseLatest: "",
    });
  });

  it("have a closed form, whatever the registrar responds", () => {
    const response = fc.record({
      definitive: anything,
      price: anything,
      currency: anything,
      period: anything,
    });
    fc.assert(
      fc.property(response, (members) => {
        const agent = memoryAgent();
        const availability = parseAvailability({ available: true, domain, ...members }, domain);
        publishOutputs(runResult({ outcome: "available", availability }), agent);
        const { outputs } = agent;
        for (const name of ["price", "period", "checks"]) assert.match(outputs[name] ?? "-", /^\d*$/, name);
        for (const name of ["outcome", "available", "definitive"])
          assert.match(outputs[name] ?? "-", /^[A-Za-z]*$/, name);
        assert.match(outputs["currency"] ?? "-", /^([A-Z]{3})?$/);
      }),
    );
  });
});
