import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { codeBlock } from "../../../shared/text/markdown";

describe("codeBlock", () => {
  it("shows lines literally, whatever is in them", () => {
    assert.equal(codeBlock(["a"]), "```\na\n```");
    assert.equal(codeBlock(["````"]), "`````\n````\n`````");
    const line = fc.stringMatching(/^[`~ a#*|<>-]{0,9}$/);
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const [block, ...others] = new MarkdownIt().parse(codeBlock(lines), {});
        const content = lines.map((text) => `${text}\n`).join("");
        assert.deepEqual([block?.type, block?.content, others], ["fence", content, []]);
      }),
    );
  });
});
