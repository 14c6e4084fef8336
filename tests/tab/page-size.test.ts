import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { assemblePage } from "../../build/tab-page";
import { maxTabBytes } from "../bench/package-bytes";
import { vsixFiles } from "../sandbox/agent";

const page = Buffer.from(vsixFiles()["tab/index.html"] ?? []);

describe("the page of the tab", () => {
  it("is at most 60 KB, gzipped 20 KB, with its script and its style", () => {
    const gzipped = gzipSync(page, { level: 9 }).length;
    assert.ok(page.length <= maxTabBytes.page, `${page.length} bytes`);
    assert.ok(gzipped <= maxTabBytes.gzipped, `${gzipped} bytes gzipped`);
  });

  it("lets one script run, by its hash, and asks for nothing from elsewhere", () => {
    const text = page.toString("utf8");
    const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text) ?? [];
    const [, script = ""] = /<script>(.*)<\/script>/s.exec(text) ?? [];
    const hash = createHash("sha256").update(script).digest("base64");
    assert.equal(
      policy,
      `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; connect-src http: https:; ` +
        "base-uri 'none'; form-action 'none'",
    );
    assert.doesNotMatch(text, /<(link|img|iframe)\b|@import|innerHTML|insertAdjacentHTML|document\.write/);
  });

  it("is assembled whatever its script holds", () => {
    const script = "x='$&</script><!--'";
    const made = assemblePage("<meta 'SCRIPT'>\n<style>STYLE</style><script>SCRIPT</script>", script, "a{}");
    assert.match(made, /<style>a\{\}<\/style><script>x='\$&\\x3c\/script>\\x3c!--'<\/script>$/);
    assert.throws(() => assemblePage("", "", "</style>"), /ends its element/);
  });
});
