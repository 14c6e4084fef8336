import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { type DomainOutcome, outcomes } from "../../../../shared/report/form";
import { startOverAdvice } from "../../../../tasks/DomainRegister/registration/receipt";
import type { Event } from "../../../../tasks/DomainRegister/registration/state";
import type { RunResult } from "../../../../tasks/DomainRegister/render/run-result";
import { nextStepAfter, renderSummary } from "../../../../tasks/DomainRegister/render/summary";
import { emptyTimeline, maxAttempts, type Timeline } from "../../../../tasks/DomainRegister/render/timeline";
import { hostileText } from "../../../hostile-text";
import { sampled } from "../../../sampled";
import { sanitize } from "../../../sanitize";
import { inUnit } from "../../../sentences";
import {
  available,
  purchase,
  purchases,
  response,
  rules,
  runResult,
  taken,
  timelineOf as timelineOfAll,
} from "../samples";

const stepAfter = (changes: Partial<RunResult>) => nextStepAfter(runResult(changes));
const summary = (changes: Partial<RunResult>) => renderSummary(runResult(changes), sanitize);

describe("summary of a registration", () => {
  it("shows state, dates, price, receipt and the next step", () => {
    assert.equal(
      summary({
        outcome: "unknown",
        message: "It is not known.\nBefore anything else, check.",
        availability: available,
        respondedAt: Date.UTC(2026, 10, 20, 3, 0, 12),
        timeline: { ...emptyTimeline, checkCount: 3 },
        dates: ["Stage by expiration date (2026-11-01): pending delete.", "- released on 2026-12-01"],
        receipt: "/receipts/example.org.production.receipt.json",
      }),
      [
        "It is not known.",
        "| Item | Value |\n| --- | --- |\n" +
          "| Outcome | unknown |\n" +
          "| Domain | example.org |\n" +
          "| Registrar | registrar.example (godaddy, production) |\n" +
          "| Last response | available, certain, at 2026-11-20 03:00:12 UTC |\n" +
          `| Price | ${inUnit("0.0001", 100)} for 1 year |\n` +
          "| Checks | 3 |\n" +
          "| Receipt | example.org.production.receipt.json (attached to this run) |",
        "- Stage by expiration date (2026-11-01): pending delete.\n  - released on 2026-12-01",
        "**Next:** Before anything else, check the registrar's account: domains, orders and charges. " +
          `Keep the receipt. ${startOverAdvice}`,
        "",
      ].join("\n\n"),
    );
  });

  it("shows no row for an unknown value", () => {
    assert.equal(
      summary({ outcome: "valid", message: "It is valid." }),
      "It is valid.\n\n| Item | Value |\n| --- | --- |\n| Outcome | valid |\n| Domain | example.org |\n" +
        "| Registrar | registrar.example (godaddy, production) |\n\n" +
        "**Next:** To try everything but the purchase, run `action: register` with `dryRun: true`.\n\n",
    );
  });

  it("says that the test environment is none of the real domain's", () => {
    const notice =
      "This is the registrar's test environment: its responses say nothing about the real domain.";
    assert.ok(summary({ environment: "test" }).includes(`**${notice}**`));
    assert.ok(!summary({}).includes(notice));
  });

  it("has a next step for every outcome, and for an unknown one another run, while that can settle it", () => {
    for (const outcome of outcomes) assert.match(stepAfter({ outcome }), /^[A-Z].*\.$/, outcome);
    assert.equal(
      stepAfter({ outcome: "unknown", resolvableUntil: Date.UTC(2026, 10, 21, 2) }),
      "Run this step again before 2026-11-21 02:00:00 UTC, with the same receipt, credential, inputs and request " +
        "file. It asks the registrar how the purchase ended, and never buys twice. If the first request never arrived, " +
        "it may complete the purchase. If the outcome stays unknown, check the registrar's account: domains, orders and " +
        "charges.",
    );
    const settled = { resolvableUntil: 1, outcome: "registered" } as const;
    assert.equal(stepAfter(settled), stepAfter({ outcome: "registered" }));
  });

  const refusal = (reason = "TAKEN: No") => purchase({ kind: "unavailable", message: "422", reason });
  const timelineOf = (...events: Event[]) => timelineOfAll(events, rules.limit, available);

  it("does not tell to wait for a release if the registrar refused to sell, and asks for certain responses if they were not", () => {
    const steps = (outcome: DomainOutcome, timeline = timelineOf(response(), refusal())) =>
      stepAfter({ outcome, timeline });
    const advice =
      /^The registrar said that the domain is available and then refused .* or ask its support\.$/;
    assert.match(steps("notAvailable"), advice);
    assert.match(steps("cancelled"), advice);
    for (const outcome of ["registered", "refused", "unknown", "unanswered", "tooExpensive"] as const)
      assert.equal(steps(outcome), stepAfter({ outcome }));
    const [uncertain, silent] = [response({ definitive: false }), response({ definitive: undefined })];
    const rows: [Event[], RegExp][] = [
      [[response(), purchases.notTaken], /^To wait for its release/],
      [[uncertain, refusal()], / support\. To buy only after definitive responses, .*`\.$/],
      [[silent, refusal()], advice],
      [[response(), taken, refusal()], advice],
    ];
    for (const [events, step] of rows) assert.match(steps("notAvailable", timelineOf(...events)), step);
  });

  it("lists the latest purchase attempts, the last one first, and counts the others", () => {
    const head =
      "| Time (UTC) | Request | Price | Response | Reason | Order |\n| --- | --- | --- | --- | --- | --- |\n";
    const bought = purchase({ kind: "bought", order: { orderId: 7 } });
    const tableOf = (timeline: Timeline) => summary({ timeline }).split("\n\n").slice(2, -2);
    assert.deepEqual(tableOf(timelineOf(refusal("A_B: No"), bought)), [
      `${head}| 1970-01-01 00:00:30 | purchase | 0.0001 USD for 1 year | bought |  | 7 |\n` +
        "| 1970-01-01 00:00:00 | purchase | 0.0001 USD for 1 year | refused | A\\_B: No |  |",
    ]);
    const many = Array.from({ length: maxAttempts + 3 }, () => refusal());
    const [rows = "", others] = tableOf(timelineOf(...many));
    assert.deepEqual(
      [rows.split("\n").length, others],
      [2 + 20, `Not shown: ${maxAttempts - 17} earlier attempts.`],
    );
  });

  it("says of a response what it says for certain", () => {
    const responseOf = (definitive: boolean | undefined) =>
      /Last response \| (.*) \|/.exec(
        summary({ availability: { ...available, available: false, definitive } }),
      )?.[1];
    assert.equal(responseOf(false), "not available, not certain");
    assert.equal(responseOf(undefined), "not available");
  });

  it("shows no markup that the registrar sent", () => {
    const markdown = new MarkdownIt({ html: true, linkify: true });
    fc.assert(
      fc.property(hostileText, (text) => {
        const availability = { ...available, currency: text };
        const timeline = timelineOf(refusal(text));
        const html = markdown.render(summary({ availability, timeline, message: text }));
        assert.equal(html.match(/<td/g)?.length, 10 + 6, html);
        assert.ok(!/<(a|img|em|s)[ >]/.test(html), html);
      }),
      { numRuns: sampled(300) },
    );
  });
});
