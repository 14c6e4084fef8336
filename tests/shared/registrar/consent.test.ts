import assert from "node:assert/strict";
import { findUnaccepted } from "../../../shared/registrar/consent";
import { minorUnits } from "../../../shared/registrar/money";

describe("findUnaccepted", () => {
  const wish = { domain: "contoso.com", period: 1, registrationRequest: undefined, agreedAt: "" };
  const agreement = (type: string, title = "", url = "") => ({ type, title, url });
  const fee = (type: string, amount: number, currency = "USD") => ({ type, amount, currency });
  type Fees = ReturnType<typeof fee>[];
  const unaccepted = (fees: Fees, acknowledgedFees: Fees = [], agreements = [agreement("A")], keys = ["A"]) =>
    findUnaccepted({ agreements, fees }, { ...wish, agreementKeys: keys, acknowledgedFees }, minorUnits);

  it("names what is missing, with the title, the URL and the amount", () => {
    const first = agreement("A", "Purchase", "https://host/a");
    const agreements = [first, agreement("B", "Only a title"), agreement("C")];
    assert.equal(
      unaccepted([fee("X", 390_000), fee("Y", 36_500, "TND"), fee("Z", 1800, "JPY")], [], agreements, []),
      "The request does not accept the agreement A (Purchase, https://host/a), or the agreement B (Only a title), " +
        "or the agreement C, or the fee X of 3900.00 USD, or the fee Y of 36.50 TND, or the fee Z of 1800 JPY. " +
        "To accept, add this to `consent` in the request file.",
    );
  });

  it("shows an amount as the registrar counts it if it is no amount of the currency", () =>
    assert.match(unaccepted([fee("X", -5)]) ?? "", /accept the fee X of -5 USD in the registrar's unit\. /));

  it("finds nothing if every agreement and fee is accepted, in any order and with others", () => {
    const agreements = [agreement("A"), agreement("B")];
    const accepted = [fee("Y", 2), fee("Z", 3), fee("X", 1)];
    assert.equal(unaccepted([fee("X", 1), fee("Y", 2)], accepted, agreements, ["B", "C", "A"]), undefined);
    assert.equal(unaccepted([], [], [], []), undefined);
  });

  it("takes a fee for accepted only with the same type, amount and currency, and only once", () => {
    const one = fee("X", 1);
    for (const others of [[], [fee("X", 2)], [fee("Y", 1)], [fee("X", 1, "EUR")]])
      assert.notEqual(unaccepted([one, one], [one, ...others]), undefined);
    assert.notEqual(unaccepted([one, one]), undefined);
    assert.equal(unaccepted([one, one], [one, one]), undefined);
    const onlyOther = /^The request does not accept the fee Y of 0\.02 USD\. To accept/;
    assert.match(unaccepted([fee("Y", 2), one], [one]) ?? "", onlyOther);
  });
});
