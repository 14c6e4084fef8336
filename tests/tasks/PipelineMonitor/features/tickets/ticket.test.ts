import assert from "node:assert/strict";
import fc from "fast-check";
import type { Alert } from "../../../../../shared/paging/service";
import { markIn } from "../../../../../tasks/PipelineMonitor/features/tickets/holds";
import {
  commentOf,
  doneState,
  endComment,
  escapeHtml,
  ticketFields,
} from "../../../../../tasks/PipelineMonitor/features/tickets/ticket";
import { hostileText } from "../../../../hostile-text";
import { sanitize } from "../../../../sanitize";
import { knownEntry } from "../../known-entry";
import { stuckRun } from "../../ledger/ledger-stage";

const mark = { key: "0123456789abcdef", isState: false, holds: [{ monitor: "fedcba9876543210", at: 5 }] };
const alert: Alert = {
  ...{ key: "k", title: sanitize("invoices failed"), severity: "high", at: 0, source: sanitize("Shop") },
  details: { pipeline: sanitize("invoices"), problem: sanitize("failed: a < b."), owner: sanitize("Ops") },
  links: [{ label: "Run", href: sanitize("https://h/?a=1&b='2'") }],
};
const place = { textField: "System.Description", area: undefined, assignee: "" };

describe("a ticket", () => {
  it("has the title, the problem, the owner, the links and the key", () => {
    assert.deepEqual(ticketFields(alert, mark, place), {
      "System.Title": "invoices failed",
      "System.Tags": "Pipeline Monitor",
      "System.Description":
        "<p>invoices failed: a &#60; b.</p><p>Owner: Ops</p>" +
        '<p><a href="https://h/?a=1&#38;b=&#39;2&#39;">Run</a></p>' +
        "<p>Pipeline Monitor comments here when the cause changes, at most once a day. It closes this work item when " +
        "no monitor finds the problem any more, unless somebody has done so. It needs the tag and this key: " +
        "0123456789abcdef-fedcba9876543210.5</p>",
    });
    const given = { textField: "T", area: "Shop\\Ops", assignee: "ann@contoso.com" };
    const { T: _, ...fields } = ticketFields(alert, mark, given);
    assert.deepEqual(
      [fields["System.AreaPath"], fields["System.AssignedTo"]],
      ["Shop\\Ops", "ann@contoso.com"],
    );
  });

  it("says that a problem is over only if it is, as far as the monitor knows", () => {
    const lasting = knownEntry(stuckRun(), 0);
    assert.match(endComment("ended", lasting, undefined, sanitize), /does not follow this problem any more/);
    assert.equal(
      endComment("ended", { ...lasting, end: { at: 5 } }, undefined, sanitize),
      "The problem is over.",
    );
    assert.equal(endComment("ended", undefined, undefined, sanitize), "The problem is over.");
    assert.match(endComment("lapsed", undefined, undefined, sanitize), /^No monitor follows/);
  });

  it("is found by its key, whatever its texts are, and shows them literally, in HTML and in Markdown", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (title, problem) => {
        const details = { problem: sanitize(problem), owner: sanitize(title) };
        const fields = ticketFields({ ...alert, title: sanitize(title), details }, mark, place);
        assert.ok((fields["System.Title"] ?? "").length <= 255);
        const text = fields["System.Description"] ?? "";
        assert.ok(text.length < 60_000);
        for (const shown of [...text.matchAll(/<p>(.*?)<\/p>/g)].slice(0, 2))
          assert.doesNotMatch(shown[1] ?? "", /[<>"'`*_[\]@~|\\!]|&(?!#\d+;)|(?<!&)#|:\/\/|www\./i);
        assert.equal(text.replace(/<\/?p>|<a href="[^"]*">|<\/a>/g, "").includes("<"), false);
      }),
    );
    const text = ticketFields(alert, mark, place)["System.Description"] ?? "";
    assert.deepEqual(markIn(text), mark);
    assert.equal(escapeHtml("a://b www.c wWw.d"), "a&#58;//b www&#46;c wWw&#46;d");
    assert.equal(commentOf(sanitize("*x*")), "<p>&#42;x&#42;</p>");
  });
});

describe("the ticket of a problem", () => {
  it("ends in a state of the category Completed that it may enter, whatever its name is", () => {
    const categories = new Map([
      ["New", "Proposed"],
      ["Erledigt", "Completed"],
      ["Removed", "Removed"],
      ["Closed", "Completed"],
    ]);
    assert.equal(doneState({ categories, transitions: undefined }, "New"), "Erledigt");
    const transitions = new Map([
      ["New", ["Removed", "Closed"]],
      ["Odd", ["Removed"]],
    ]);
    assert.equal(doneState({ categories, transitions }, "New"), "Closed");
    assert.equal(doneState({ categories, transitions }, "Odd"), undefined);
  });
});
