import assert from "node:assert/strict";
import { commonHelp, findHelp, type HelpTable, quotePattern } from "../../../shared/agent/troubleshooting";

const row = (id: string, ...reads: string[]) => ({ id, reads, advice: "Do it." });

describe("the table of what to do when a task fails", () => {
  it("has the advice in the first row of which a message has a part, of all headings", () => {
    const table: HelpTable = {
      One: [row("a", "cold", "wet"), row("b", "wet socks")],
      Two: [row("c", "(dark)")],
    };
    for (const [message, id] of [
      ["It is wet.", "a"],
      ["wet socks", "a"],
      ["cold, (dark)", "a"],
      ["It is (dark).", "c"],
      ["It is dark.", undefined],
      ["It is Wet.", undefined],
    ] as const)
      assert.equal(findHelp(table, message), id, message);
    assert.equal(findHelp(commonHelp, "It is dark."), undefined);
  });

  it("quotes messages, in which … stands for up to 80 characters of a line", () => {
    const pattern = quotePattern("returned … [a.b]");
    for (const length of [0, 80]) assert.match(`It returned ${"x".repeat(length)} [a.b].`, pattern);
    for (const message of [`returned ${"x".repeat(81)} [a.b]`, "returned x [aab]", "returned \n [a.b]"])
      assert.doesNotMatch(message, pattern);
  });
});
