import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { outcomes } from "../../../../shared/report/schema";
import type { RunResult } from "../../../../tasks/DomainRegister/render/run-result";
import { nextStepAfter, renderSummary } from "../../../../tasks/DomainRegister/render/summary";
import { emptyTimeline } from "../../../../tasks/DomainRegister/render/timeline";
import { hostileText } from "../../../hostile-text";
import { sanitize } from "../../../sanitize";
import { available, runResult, traits } from "../samples";

const summary = (changes: Partial<RunResult>) => renderSummary(runResult(changes), sanitize);

describe("summary of a registration", () => {
  it("shows state, dates, price, receipt and the next step", () => {
    assert.equal(
      summary({
        outcome: "unknown",
        availability: available,
        respondedAt: Date.UTC(2026, 10, 20, 3, 0, 12),
        timeline: { ...emptyTimeline, checkCount: 3 },
        dates: ["Stage by expiration date (2026-11-01): pending delete.", "- released on 2026-12-01"],
        receipt: "/receipts/example.org.production.receipt.json",
      }),
      [
        "| Item | Value |\n| --- | --- |\n" +
          "| Outcome | unknown |\n" +
          "| Domain | example.org |\n" +
          "| Registrar | registrar.example (godaddy, production) |\n" +
          "| Last response | available, definitive, at 2026-11-20 03:00:12 UTC |\n" +
          "| Price | 0.0001 USD (100 in the registrar's unit) for 1 year |\n" +
          "| Checks | 3 |\n" +
          "| Receipt | example.org.production.receipt.json (attached to this run) |",
        "- Stage by expiration date (2026-11-01): pending delete.\n  - released on 2026-12-01",
        "**Next:** Before anything else, check the registrar's account: domains, orders and charges. " +
          "If the domain was not bought, delete the receipt; the next run buys again.",
        "",
      ].join("\n\n"),
    );
  });

  it("shows no row for an unknown value", () => {
    assert.equal(
      summary({ outcome: "valid" }),
      "| Item | Value |\n| --- | --- |\n| Outcome | valid |\n| Domain | example.org |\n" +
        "| Registrar | registrar.example (godaddy, production) |\n\n" +
        "**Next:** To try everything but the purchase, run `action: register` with `dryRun: true`.\n\n",
    );
  });

  it("has a next step for every outcome, and for an unknown one another run, while that can settle it", () => {
    for (const outcome of outcomes) assert.match(nextStepAfter({ outcome }), /^[A-Z].*\.$/, outcome);
    assert.equal(
      nextStepAfter({ outcome: "unknown", resolvableUntil: Date.UTC(2026, 10, 21, 2) }),
      "Run this step again before 2026-11-21 02:00:00 UTC, with the same receipt, credential, inputs and request " +
        "file. It asks the registrar how the purchase ended, and never buys twice. If the first request never arrived, " +
        "it completes the purchase. If the outcome stays unknown, check the registrar's account: domains, orders and " +
        "charges.",
    );
    const settled = { resolvableUntil: 1, outcome: "registered" } as const;
    assert.equal(nextStepAfter(settled), nextStepAfter({ outcome: "registered" }));
  });

  it("says of a response what it says for certain", () => {
    const responseIn = (changes: Partial<RunResult>) =>
      /Last response \| (.*) \|/.exec(summary(changes))?.[1];
    const availability = { ...available, available: false, definitive: false };
    assert.equal(responseIn({ availability }), "not available, not definitive");
    assert.equal(responseIn({ availability, traits: { ...traits, saysDefinitive: false } }), "not available");
  });

  it("shows no markup that the registrar sent", () => {
    const markdown = new MarkdownIt({ html: true, linkify: true });
    fc.assert(
      fc.property(hostileText, (currency) => {
        const html = markdown.render(summary({ availability: { ...available, currency } }));
        assert.equal(html.match(/<td/g)?.length, 10, html);
        assert.ok(!/<(a|img|em|s)[ >]/.test(html), html);
      }),
      { numRuns: 300 },
    );
  });
});
