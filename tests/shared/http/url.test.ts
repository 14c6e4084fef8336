import assert from "node:assert/strict";
import fc from "fast-check";
import { urlBelow, urlProblem } from "../../../shared/http/url";
import { hostileText } from "../../hostile-text";

describe("urlBelow", () => {
  const base = new URL("https://host/tfs/");

  it("encodes each segment in its place", () => {
    const address = urlBelow(base, ["my org", "a/b?c#d", "x(1)*"], "minTime=1");
    assert.equal(address.href, "https://host/tfs/my%20org/a%2Fb%3Fc%23d/x%281%29%2A?minTime=1");
  });

  it("stays below its base whatever a segment holds", () => {
    const evil = fc.constantFrom("..", ".", "//evil.example", "\\\\evil", "%2e%2e", "");
    const segment = fc.oneof(hostileText, fc.webUrl(), evil);
    fc.assert(
      fc.property(fc.array(segment), (segments) => {
        let address: URL;
        try {
          address = urlBelow(base, segments);
        } catch {
          return true;
        }
        return (
          address.href.startsWith(base.href) &&
          address.pathname.split("/").length === 2 + Math.max(1, segments.length)
        );
      }),
    );
  });

  it("rejects what cannot be a segment", () => {
    for (const segment of ["", ".", ".."])
      assert.throws(() => urlBelow(base, [segment]), /is not a path segment/);
  });
});

describe("urlProblem", () => {
  it("accepts https, and http on this machine only", () => {
    const local = ["localhost:80", "127.0.0.1:1", "127.10.20.30", "127.1", "[::1]"];
    for (const good of ["https://dev.azure.com/", ...local.map((host) => `http://${host}/x`)])
      assert.equal(urlProblem(good), undefined, good);
    for (const host of ["dev.azure.com", "127.0.0.1.evil.example", "10.0.0.1", "10.127.0.1"])
      assert.match(urlProblem(`http://${host}/`) ?? "", /must start with https/, host);
  });

  it("rejects what is not a URL, and a URL with credentials", () => {
    assert.match(urlProblem("dev.azure.com") ?? "", /must be a full URL/);
    assert.match(urlProblem("ftp://host/") ?? "", /must start with https/);
    for (const holding of ["https://user:secret@host/", "https://user@host/", "https://:secret@host/"])
      assert.match(urlProblem(holding) ?? "", /user name or password/, holding);
  });
});
