import assert from "node:assert/strict";
import { findUnaccepted } from "../../../shared/registrar/consent";
import { minorUnits } from "../../../shared/registrar/money";

describe("findUnaccepted", () => {
  const agreement = (type: string, title = "", url = "") => ({ type, title, url });
  const fee = (type: string, amount: number, currency = "USD") => ({ type, amount, currency });
  const nothing = { agreementKeys: [], acknowledgedFees: [] };

  it("finds nothing if every agreement and fee is accepted, in any order and with others", () => {
    const quote = { agreements: [agreement("A"), agreement("B")], fees: [fee("X", 1), fee("Y", 2)] };
    const acknowledgedFees = [fee("Y", 2), fee("Z", 3), fee("X", 1)];
    assert.equal(
      findUnaccepted(quote, { agreementKeys: ["B", "C", "A"], acknowledgedFees }, minorUnits),
      undefined,
    );
    assert.equal(findUnaccepted({ agreements: [], fees: [] }, nothing, minorUnits), undefined);
  });

  it("names what is missing, with the title, the URL and the amount", () => {
    const quote = {
      agreements: [
        agreement("A", "Purchase", "https://host/a"),
        agreement("B", "Only a title"),
        agreement("C"),
      ],
      fees: [fee("X", 390_000), fee("Y", 36_500, "TND"), fee("Z", 1800, "JPY")],
    };
    assert.equal(
      findUnaccepted(quote, nothing, minorUnits),
      "The request does not accept the agreement A (Purchase, https://host/a), or the agreement B (Only a title), " +
        "or the agreement C, or the fee X of 3900.00 USD, or the fee Y of 36.50 TND, or the fee Z of 1800 JPY. " +
        "To accept, add this to `consent` in the request file.",
    );
  });

  it("shows an amount as the registrar counts it if it is no amount of the currency", () => {
    assert.equal(
      findUnaccepted({ agreements: [], fees: [fee("X", -5)] }, nothing, minorUnits),
      "The request does not accept the fee X of -5 USD in the registrar's unit. " +
        "To accept, add this to `consent` in the request file.",
    );
  });

  it("takes a fee for accepted only with the same type, amount and currency, and only once", () => {
    const quote = { agreements: [], fees: [fee("X", 1), fee("X", 1)] };
    for (const accepted of [[], [fee("X", 1)], [fee("X", 1), fee("X", 2)], [fee("Y", 1), fee("X", 1)]])
      assert.notEqual(
        findUnaccepted(quote, { ...nothing, acknowledgedFees: accepted }, minorUnits),
        undefined,
      );
    const euros = [fee("X", 1), fee("X", 1, "EUR")];
    assert.notEqual(findUnaccepted(quote, { ...nothing, acknowledgedFees: euros }, minorUnits), undefined);
    const both = [fee("X", 1), fee("X", 1)];
    assert.equal(findUnaccepted(quote, { ...nothing, acknowledgedFees: both }, minorUnits), undefined);
  });
});
