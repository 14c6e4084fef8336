import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { assemblePage } from "../../build/tab-page";
import { vsixFiles } from "../sandbox/agent";

const page = Buffer.from(vsixFiles()["tab/index.html"] ?? []);

describe("the page of the tab", () => {
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
