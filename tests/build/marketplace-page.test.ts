import assert from "node:assert/strict";
import { overviewText } from "../../build/marketplace-page";

describe("text of the marketplace's page", () => {
  const files: Record<string, string> = {
    "task/README.md": [
      "# Task",
      "## Inputs",
      "| input |",
      "### Hidden ones",
      "```yaml",
      "# not a heading",
      "## neither",
      "```",
      "See [the example](example.json), [above](#inputs) and [the docs](https://example.org/docs).",
      "",
      "## Outputs",
      "none",
      "",
    ].join("\n"),
    "task/example.json": '{ "a": 1 }\n',
  };
  const read = (path: string) => files[path] ?? assert.fail(path);

  it("includes a section of a page in place of the line that names it, one level deeper", () => {
    assert.equal(
      overviewText("# Page\n\n<!-- task/README.md: Inputs -->\n\nThe end.\n", read),
      [
        "# Page",
        "",
        "### Inputs",
        "| input |",
        "#### Hidden ones",
        "```yaml",
        "# not a heading",
        "## neither",
        "```",
        "See the example, [above](#inputs) and [the docs](https://example.org/docs).",
        "",
        "The end.",
        "",
      ].join("\n"),
    );
    assert.equal(overviewText("<!-- task/README.md: Outputs -->", read), "### Outputs\nnone");
  });

  it("includes a file as a code block in place of the line that names it", () => {
    assert.equal(overviewText("<!-- task/example.json -->", read), '```json\n{ "a": 1 }\n```');
  });

  it("fails when a section was renamed or moved to a deeper level", () => {
    for (const heading of ["Results", "Hidden ones", "not a heading"])
      assert.throws(
        () => overviewText(`<!-- task/README.md: ${heading} -->`, read),
        new RegExp(`^Error: task/README\\.md has no section "## ${heading}"$`),
      );
    assert.throws(() => overviewText("<!-- task/README.md: neither -->", read), /has no section/);
  });
});
