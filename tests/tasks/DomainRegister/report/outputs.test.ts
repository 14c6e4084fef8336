import assert from "node:assert/strict";
import fc from "fast-check";
import { parseAvailability } from "../../../../shared/registrar/godaddy/records";
import { publish } from "../../../../tasks/DomainRegister/report/publish";
import { reportWithoutCheck } from "../../../../tasks/DomainRegister/report/run-report";
import { hostileText } from "../../../hostile-text";
import { memoryAgent } from "../../../memory-agent";
import { traits } from "../samples";

const domain = "example.org";
const setup = {
  domain,
  environment: "production" as const,
  baseUrl: new URL("https://registrar.example/"),
  traits,
  requestsPerMinute: 60,
};

/** Any value of a response: hostile texts, numbers of every kind, and other values. */
const anything = fc.oneof(
  hostileText,
  fc.double(),
  fc.integer(),
  fc.constantFrom("USD", "usd", true),
  fc.jsonValue(),
);

describe("outputs of a registration", () => {
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
        publish(agent, setup, { ...reportWithoutCheck("available"), availability, checks: 1 });
        const { outputs } = agent;
        for (const name of ["price", "period", "checks"]) assert.match(outputs[name] ?? "-", /^\d*$/, name);
        for (const name of ["outcome", "available", "definitive"])
          assert.match(outputs[name] ?? "-", /^[A-Za-z]*$/, name);
        assert.match(outputs["currency"] ?? "-", /^([A-Z]{3})?$/);
      }),
    );
  });
});
