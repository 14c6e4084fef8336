import assert from "node:assert/strict";
import { withFileUrls } from "../../build/links";

describe("links of packaged pages", () => {
  const repository = "https://git.example.org/keeper";
  const blob = `${repository}/blob/main`;

  it("lead to files of the repository, from the folder of the page", () => {
    assert.equal(
      withFileUrls("[Quickstart](monitor/quickstart.md#cost) and [more](../README.md)", "docs", repository),
      `[Quickstart](${blob}/docs/monitor/quickstart.md#cost) and [more](${blob}/README.md)`,
    );
    assert.equal(withFileUrls("Help. [Keys](docs/a.md)", "", repository), `Help. [Keys](${blob}/docs/a.md)`);
  });

  it("stay as they are when they are URLs or headings of their page", () => {
    const text = "[a](https://example.org/a_(b)) [b](#why)";
    assert.equal(withFileUrls(text, "docs", repository), text);
  });

  it("lead to the package for pictures, which are in it", () => {
    assert.equal(
      withFileUrls("![A chat](../images/chat.png)", "docs", repository),
      "![A chat](images/chat.png)",
    );
  });
});
