import assert from "node:assert/strict";
import type { Order } from "../../../../shared/registrar/registrar";
import { begin } from "../../../../tasks/DomainRegister/registration/procedure";
import { openReceiptFile } from "../../../../tasks/DomainRegister/registration/receipt-file";
import type { Registered, Registration, Wanted } from "../../../../tasks/DomainRegister/registration/state";
import { renderRegistrationOutcome } from "../../../../tasks/DomainRegister/render/outcome";
import type { WholeRequest } from "../../../../tasks/DomainRegister/request/parse";
import { sanitize } from "../../../sanitize";
import { contextWith } from "../registration/context-stage";
import { available, domain, goodRequest } from "../samples";

function outcomeAfter(
  end: Registered["end"],
  changes: { request?: WholeRequest; onNotAvailable?: Wanted["onNotAvailable"] } = {},
  registration: Partial<Registration> = {},
) {
  const { request = goodRequest(), onNotAvailable = "succeed" } = changes;
  const receipts = {
    ...openReceiptFile("/receipts", domain, "production", sanitize),
    path: "/receipts/example.org.json",
  };
  return renderRegistrationOutcome(
    { end, registration: { ...begin(0).registration, checks: 12, ...registration } },
    contextWith(receipts, { request, wanted: { onNotAvailable } }),
    undefined,
  );
}

describe("outcome of a registration", () => {
  it("succeeds when the domain is registered, and gives the known details of the order", () => {
    const cases: [Order, string][] = [
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

  it("fails when the step was canceled, and says that nothing was bought", () => {
    assert.deepEqual(outcomeAfter({ outcome: "cancelled" }, {}, { checks: 1 }), {
      result: "Failed",
      message: "The step was canceled after 1 check; nothing was bought.",
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
