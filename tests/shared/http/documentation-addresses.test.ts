import assert from "node:assert/strict";
import { isDocumentationAddress } from "../../../shared/http/documentation-addresses";

describe("IP address for documentation", () => {
  it("is one of RFC 5737, RFC 3849 or RFC 9637, in any spelling", () => {
    const four = ["192.0.2.0", "198.51.100.77", "203.0.113.255"];
    const six = ["2001:db8::1", "2001:0DB8:ffff::", "3fff::", "3fff:fff:ffff::1", "::ffff:203.0.113.7"];
    for (const address of [...four, ...six]) assert.ok(isDocumentationAddress(address), address);
  });

  it("is no other address, and no other text", () => {
    const near = [
      "192.0.3.0",
      "198.51.99.255",
      "203.0.114.0",
      "10.20.30.40",
      "2001:db7:ffff::",
      "2001:db9::",
    ];
    for (const text of [...near, "3fff:1000::", "::1", "", "203.0.113", "203.0.113.7.example", "example"])
      assert.ok(!isDocumentationAddress(text), text);
  });
});
