import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderBundledServers } from "../../build/rdap-servers";
import { bundledServers } from "../../shared/rdap/bundled-servers";
import { root } from "../root";

describe("npm run rdap-servers", () => {
  it("writes the list as it is in the source, sorted, with its date", () => {
    const [last, ...others] = Object.entries(bundledServers.servers).reverse();
    const shuffled = Object.fromEntries([last ?? assert.fail(), ...others]);
    assert.equal(
      renderBundledServers({ ...bundledServers, servers: shuffled }),
      readFileSync(join(root, "shared", "rdap", "bundled-servers.ts"), "utf8"),
    );
  });

  it("quotes a top-level domain that is no name in the source, and any text of a URL", () => {
    const servers = { "xn--p1ai": 'https://a.example/"; x/' };
    const text = renderBundledServers({ published: "2026-11-20", servers });
    assert.ok(text.includes('    "xn--p1ai": "https://a.example/\\"; x/",\n'));
  });
});
