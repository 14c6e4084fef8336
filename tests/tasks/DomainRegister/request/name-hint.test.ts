import assert from "node:assert/strict";
import { findNameHint } from "../../../../tasks/DomainRegister/request/domain";

describe("hint about a name", () => {
  it("is the domain that was probably meant, if there is a label too many", () => {
    for (const [name, domain] of [
      ["www.example.com", "example.com"],
      ["shop.example.co.uk", "example.co.uk"],
      // Names that their owners give out. meeb/whoisit issue 63: the registry of .org does not know the second one.
      ["example.uk.com", "uk.com"],
      ["example.duckdns.org", "duckdns.org"],
      ["www.a.xn--55qx5d.cn", "a.xn--55qx5d.cn"],
    ] as const)
      assert.equal(
        findNameHint(name),
        `Only the owner of ${domain} can give out names below it, such as ${name}. Did you mean ${domain}?`,
      );
  });

  it("is that an ending cannot be bought", () => {
    const hint = "Names are registered below co.uk, such as example.co.uk. Nobody can buy co.uk itself.";
    assert.equal(findNameHint("co.uk"), hint);
  });

  it("is none for a name that can be bought", () => {
    for (const name of ["example.com", "example.co.uk", "uk.com", "www.com", "www.gov.uk", "b.zz"])
      assert.equal(findNameHint(name), undefined, name);
  });
});
