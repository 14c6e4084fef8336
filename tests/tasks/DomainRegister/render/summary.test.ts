import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import type { RunResult } from "../../../../tasks/DomainRegister/render/run-result";
import { renderSummary } from "../../../../tasks/DomainRegister/render/summary";
import { emptyTimeline } from "../../../../tasks/DomainRegister/render/timeline";
import { hostileText } from "../../../hostile-text";
import { sanitize } from "../../../sanitize";
import { available, runResult } from "../samples";

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
