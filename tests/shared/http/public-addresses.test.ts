import assert from "node:assert/strict";
import fc from "fast-check";
import { isUnroutable } from "../../../shared/http/public-addresses";

describe("IP address that nobody on the internet has", () => {
  it("is one for this host, private networks, tests, documentation or the future, in any spelling", () => {
    const four = [
      ...["0.0.0.0", "0.255.255.255", "10.20.30.40", "100.64.0.1", "127.0.0.1", "169.254.1.1", "172.16.0.1"],
      ...["172.31.255.255", "192.0.0.1", "192.0.2.0", "192.88.99.1", "192.168.1.5", "198.19.255.255"],
      ...["198.51.100.77", "203.0.113.255", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
    ];
    const six = [
      ...["::", "::1", "::ffff:203.0.113.7", "::FFFF:8.8.8.8", "::8.8.8.8", "64:ff9b::808:808", "100::1"],
      ...["fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "ff02::1", "5f00::1", "4000::", "1fff::"],
      ...["2001::1", "2001:2::1", "2001:20::1", "2001:db8::1", "2001:0DB8:ffff::", "2002:808:808::"],
      ...["3fff::", "3fff:fff:ffff::1"],
    ];
    for (const address of [...four, ...six]) assert.ok(isUnroutable(address), address);
  });

  it("is no other address, and no other text", () => {
    const near = [
      ...["1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "128.0.0.0"],
      ...["172.15.255.255", "172.32.0.0", "192.0.3.0", "198.17.255.255", "198.20.0.0", "198.51.99.255"],
      ...["203.0.114.0", "223.255.255.255", "2001:200::1", "2001:db7:ffff::", "2001:db9::", "2606:4700::1"],
      ...["2a00:1450::1", "3fff:1000::", "3ffe::1"],
    ];
    for (const text of [...near, "", "203.0.113", "203.0.113.7.example", "example", "127.0.0.1:80", "%"])
      assert.ok(!isUnroutable(text), text);
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (text) => void isUnroutable(text)));
  });
});
