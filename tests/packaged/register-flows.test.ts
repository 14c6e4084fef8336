import assert from "node:assert/strict";
import { join } from "node:path";
import { filledRequest } from "../sandbox/filled-request";
import { inUnit } from "../sentences";
import {
  apiError,
  domain,
  isAvailability,
  isValidate,
  linesOf,
  receiptUploads,
  reportOf,
  useRegister,
} from "./register-stage";

describe("packaged DomainRegister, register", () => {
  const { once } = useRegister();

  it("waits for the release, needs two FULL responses, buys once and says what it did", async () => {
    const done = await once();
    assert.deepEqual([done.result, done.exitCode], ["Succeeded", 0]);
    assert.deepEqual(linesOf(done), [
      `Running \`register\` for ${domain} at SERVICE/production (godaddy, production).`,
      "There is no record of the domain, but that does not show that it is released. Only the registry knows that, and `rdapUrl` may lead to another server.",
      "The registrar confirms that the request is valid.",
      `Price: ${inUnit("11.69", 11690000)} for 1 year; maxPrice ${inUnit("11.69", 11690000)}.`,
      "Not available (certain).",
      "Available (certain). Checking a second time.",
      "Available a second time (certain). Buying.",
      "4 checks made.",
      `${domain} is registered (order 1001, total 11.69 USD).`,
    ]);
    const receiptFile = join(done.stage.receiptFolder, `${domain}.production.receipt.json`);
    assert.deepEqual(done.outputs, {
      outcome: "registered",
      environment: "production",
      available: "true",
      definitive: "true",
      price: "11690000",
      amount: "",
      currency: "USD",
      period: "1",
      checks: "4",
      stage: "",
      releaseEarliest: "",
      releaseLatest: "",
      receiptFile,
    });
    assert.deepEqual(receiptUploads(done), [receiptFile]);
    const [attempt] = Object(done.receipt).attempts;
    assert.deepEqual([attempt.outcome, attempt.answers[0].order.orderId], ["registered", 1001]);
    assert.equal(done.stage.registrar.charges.length, 1);
    const checks = done.stage.registrar.requests.filter(isAvailability);
    assert.ok(checks.every(({ query }) => query.get("checkType") === "FULL"));
  });

  it("shows the domain, which is public, though a contact's name is part of it", async () => {
    const { contactAdmin, ...request } = Object(filledRequest);
    const done = await once({
      request: {
        ...request,
        contactAdmin: { ...contactAdmin, nameFirst: "Example", nameLast: "Frankfurter" },
      },
      arrange: ({ faults }) =>
        faults.push({ when: isValidate, reply: apiError("X for Example Frankfurter", 503) }),
    });
    const report = reportOf(done);
    assert.match(report.sentence, /^example-to-buy\.org is registered/);
    assert.equal(report.domain, domain);
    assert.match(done.summaries["Domain Register"] ?? "", /\| Domain \| example-to-buy\.org \|/);
    const shown = [done.log.join(), JSON.stringify([report, done.summaries, done.issues])].join();
    assert.ok(!/Frankfurter|Example /.test(shown), shown);
  });
});
