import assert from "node:assert/strict";
import { begin } from "../../../../tasks/DomainRegister/registration/procedure";
import type { Registered, Registration } from "../../../../tasks/DomainRegister/registration/state";
import { renderRegistrationOutcome } from "../../../../tasks/DomainRegister/report/outcome";
import { publish } from "../../../../tasks/DomainRegister/report/publish";
import { reportWithoutCheck } from "../../../../tasks/DomainRegister/report/run-report";
import type { RegisterSetup } from "../../../../tasks/DomainRegister/setup";
import { memoryAgent } from "../../../memory-agent";
import { available, domain, goodRequest, traits, wanted } from "../samples";

const setup = (): RegisterSetup => ({
  action: "register",
  domain,
  environment: "production",
  baseUrl: new URL("https://registrar.example/"),
  credential: { kind: "none" },
  traits,
  requestsPerMinute: 60,
  rdapUrl: undefined,
  request: goodRequest(),
  wanted,
  receiptFolder: "/receipts",
  onNotAvailable: "succeed",
});

function outcomeAfter(
  end: Registered["end"],
  changes: Partial<RegisterSetup> = {},
  registration: Partial<Registration> = {},
) {
  const result = { end, registration: { ...begin(0).registration, checks: 12, ...registration } };
  return renderRegistrationOutcome(result, {
    ...setup(),
    ...changes,
    receiptPath: "/receipts/example.org.json",
    resolvableUntil: undefined,
  });
}

describe("outputs of a registration", () => {
  it("give the outcome, the last response and the number of checks", () => {
    const agent = memoryAgent();
    publish(agent, setup(), {
      ...reportWithoutCheck("notAvailable"),
      availability: { ...available, available: false },
      checks: 12,
    });
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
    publish(agent, setup(), {
      ...reportWithoutCheck("available"),
      availability: { available: true, definitive: false, ...silent },
      checks: 1,
    });
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
    publish(agent, setup(), reportWithoutCheck("cancelled"));
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
});

describe("outcome of a registration", () => {
  it("succeeds when the domain is registered, and gives the known details of the order", () => {
    const cases: [Extract<Registered["end"], { outcome: "registered" }>["order"], string][] = [
      [undefined, "example.org is registered."],
      [{}, "example.org is registered."],
      [{ total: 100, currency: "USD" }, "example.org is registered."],
      [{ orderId: 7 }, "example.org is registered (order 7)."],
      [{ orderId: 7, total: 100 }, "example.org is registered (order 7, total 0.0001)."],
      [{ orderId: 7, total: 100, currency: "USD" }, "example.org is registered (order 7, total 0.0001 USD)."],
    ];
    for (const [order, message] of cases)
      assert.deepEqual(outcomeAfter({ outcome: "registered", order }), {
        result: "Succeeded",
        message,
        exitCode: 0,
      });
  });

  it("succeeds when the account held the domain before, and says why", () => {
    assert.deepEqual(outcomeAfter({ outcome: "alreadyOwned", message: "The account holds it." }), {
      result: "Succeeded",
      message: "The account holds it.",
      exitCode: 0,
    });
  });

  it("succeeds in a dry run", () => {
    assert.deepEqual(outcomeAfter({ outcome: "dryRun" }), {
      result: "Succeeded",
      message: "Dry run: example.org is available and would have been bought.",
      exitCode: 0,
    });
  });

  it("depends on onNotAvailable when the wait ends without a purchase", () => {
    const results = { succeed: ["Succeeded", 0], warn: ["SucceededWithIssues", 0], fail: ["Failed", 1] };
    for (const onNotAvailable of ["succeed", "warn", "fail"] as const) {
      const [result, exitCode] = results[onNotAvailable];
      assert.deepEqual(outcomeAfter({ outcome: "notAvailable" }, { onNotAvailable }), {
        result,
        message: "example.org did not become available (12 checks).",
        exitCode,
      });
    }
  });

  it("is never plain green when the domain was available, but too expensive", () => {
    const results = {
      succeed: ["SucceededWithIssues", 0],
      warn: ["SucceededWithIssues", 0],
      fail: ["Failed", 1],
    };
    for (const onNotAvailable of ["succeed", "warn", "fail"] as const) {
      const [result, exitCode] = results[onNotAvailable];
      const message = "example.org is available but was not bought: it costs 101.";
      assert.deepEqual(
        outcomeAfter({ outcome: "tooExpensive", message: "it costs 101" }, { onNotAvailable }),
        { result, message, exitCode },
      );
    }
  });

  it("fails when the registrar refuses", () => {
    assert.deepEqual(outcomeAfter({ outcome: "refused", message: "402: no funds.", status: 402 }), {
      result: "Failed",
      message: "The registrar refused to register example.org. 402: no funds.",
      exitCode: 1,
    });
  });

  it("mentions name servers only when a request without any is refused as wrong (decision 12)", () => {
    const hintAfter = (status: number, nameServers: string[]) => {
      const request = goodRequest({ nameServers });
      const { message } = outcomeAfter({ outcome: "refused", message: "No.", status }, { request });
      return message.split("No.")[1];
    };
    const hint = " `nameServers` is empty; adding name servers has helped others.";
    assert.deepEqual([hintAfter(400, []), hintAfter(422, [])], [hint, hint]);
    for (const status of [401, 402, 403]) assert.equal(hintAfter(status, []), "", String(status));
    for (const status of [400, 422]) assert.equal(hintAfter(status, ["ns1.example.net"]), "");
  });

  it("fails when it is unknown whether the domain was bought, and says what to do", () => {
    const end = { outcome: "unknown", message: "The connection broke." } as const;
    const todo =
      "Before anything else, check the account that the purchase was sent from: domains, orders and charges.\n" +
      "If it was bought, nothing is left to do. If not, delete /receipts/example.org.json; the next run buys again.";
    assert.deepEqual(outcomeAfter(end, {}, { lastResponse: available }), {
      result: "Failed",
      message:
        "It is not known whether example.org was bought (0.0001 USD for 1 year). " +
        `No further purchase was sent. The connection broke.\n${todo}`,
      exitCode: 3,
    });
    assert.equal(
      outcomeAfter(end).message,
      "It is not known whether example.org was bought. " +
        `No further purchase was sent. The connection broke.\n${todo}`,
    );
  });

  it("fails when the step was cancelled, and says that nothing was bought", () => {
    assert.deepEqual(outcomeAfter({ outcome: "cancelled" }, {}, { checks: 1 }), {
      result: "Failed",
      message: "The step was cancelled after 1 check; nothing was bought.",
      exitCode: 130,
    });
  });

  it("fails when the registrar did not respond", () => {
    assert.deepEqual(outcomeAfter({ outcome: "unanswered", message: "503" }), {
      result: "Failed",
      message: "Nothing was bought: 503",
      exitCode: 2,
    });
  });
});
