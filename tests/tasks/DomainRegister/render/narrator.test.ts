import assert from "node:assert/strict";
import { minorUnits } from "../../../../shared/registrar/money";
import type { Order } from "../../../../shared/registrar/registrar";
import { begin } from "../../../../tasks/DomainRegister/registration/procedure";
import { createNarrator } from "../../../../tasks/DomainRegister/render/narrator";
import { renderProgress } from "../../../../tasks/DomainRegister/render/progress";
import { memoryAgent } from "../../../memory-agent";
import { testClock } from "../../../test-clock";
import { response, rules } from "../samples";

const inDollars = {
  ...rules,
  limit: { unit: minorUnits, maxPrice: 1200n, currency: "USD", period: undefined },
};

describe("total of an order", () => {
  const warningsFor = (order: Order) => {
    const agent = memoryAgent();
    const { registration } = begin(0);
    createNarrator(agent, testClock(), inDollars, 0).atEnd(registration, { outcome: "registered", order });
    return agent.warnings.join("\n");
  };

  it("brings a warning if it is over the cap", () => {
    assert.match(
      warningsFor({ total: 1300, currency: "USD" }),
      /order total 13\.00 USD .* is over maxPrice 12\.00 USD/,
    );
    assert.equal(warningsFor({ total: 1200, currency: "USD" }), "");
  });

  it("is not compared with a cap in another currency", () => {
    assert.match(
      warningsFor({ total: 1100, currency: "JPY" }),
      /order total 1100 JPY .* is in another currency than maxPrice 12\.00 USD/,
    );
  });
});

describe("first price", () => {
  it("stands beside the cap in the cap's own currency", () => {
    const event = response({ price: 1100, currency: "JPY" });
    const before = begin(0).registration;
    const step = {
      registration: before,
      action: { do: "check", at: 0, confirming: false },
    } as const;
    const [line] = renderProgress({ before, event, step }, 0, inDollars);
    assert.match(line ?? "", /^Price: 1100 JPY.*; maxPrice 12\.00 USD \(1200 /);
  });
});
