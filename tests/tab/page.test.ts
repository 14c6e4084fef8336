import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { assemblePage } from "../../build/tab-page";
import { vsixFiles } from "../sandbox/agent";

const pageOf = (name: string) => Buffer.from(vsixFiles()[`tab/${name}.html`] ?? []).toString("utf8");

describe("the pages of the tab and of the hub", () => {
  it("have the code that they need, and no more", () => {
    const [tab, hub] = [pageOf("index"), pageOf("hub")];
    const has = (text: string) => [tab, hub].map((page) => page.includes(text));
    assert.deepEqual(has("Reading what the monitors found"), [false, true]);
    assert.deepEqual(has("maxBuildsPerDefinition"), [false, true]);
    assert.deepEqual(has("Checks over time"), [true, false]);
    assert.deepEqual(has("ended without a report"), [true, false]);
    assert.ok(hub.length < 125_000, `${hub.length}`);
  });

  for (const name of ["index", "hub", "widget"])
    it(`let one script run, by its hash, and ask for nothing from elsewhere: ${name}`, () => {
      const text = pageOf(name);
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
