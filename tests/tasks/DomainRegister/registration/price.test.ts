import assert from "node:assert/strict";
import fc from "fast-check";
import { millionths } from "../../../../shared/registrar/money";
import {
  findOvercharge,
  findPriceObjection,
  findUnnoted,
  isThousandfoldApart,
  renderPrice,
} from "../../../../tasks/DomainRegister/registration/price";

const offer = { available: true, definitive: true, price: 11_690_000, currency: "USD", period: 1 };
const limit = { unit: millionths, maxPrice: 11_690_000n, currency: undefined, period: 1 };

describe("price cap", () => {
  it("allows a price up to the cap, and none above it", () => {
    assert.equal(findPriceObjection(offer, limit), undefined);
    assert.equal(
      findPriceObjection({ ...offer, price: 11_690_001 }, limit),
      "the price is 11.690001 USD (11690001 in the registrar's unit), over maxPrice 11.69 USD (11690000 in the registrar's unit)",
    );
    assert.equal(
      findPriceObjection({ ...offer, price: 10 ** 15 }, { ...limit, maxPrice: undefined }),
      undefined,
    );
  });

  it("compares no price for fewer years than are ordered: the first one is often cheaper (decision 15)", () => {
    const twoYears = { ...limit, maxPrice: 25_000_000n, period: 2 };
    assert.equal(
      findPriceObjection(offer, twoYears),
      "the price is that of 1 year, and 2 years are ordered, so it cannot be compared with maxPrice",
    );
    assert.match(findPriceObjection({ ...offer, period: undefined }, twoYears) ?? "", /that of 1 year, /);
    assert.match(findPriceObjection({ ...offer, period: 3 }, { ...twoYears, period: 10 }) ?? "", /3 years/);
    assert.equal(findPriceObjection({ ...offer, period: 2 }, twoYears), undefined);
    assert.equal(findPriceObjection(offer, { ...twoYears, maxPrice: undefined }), undefined);
    assert.equal(findPriceObjection({ ...offer, period: 3 }, { ...limit, period: undefined }), undefined);
  });

  it("counts the price of a longer period in full: a registry with a minimum term charges all of it", () => {
    for (const period of [2, 10])
      assert.match(
        findPriceObjection({ ...offer, price: 24_000_000, period }, limit) ?? "",
        /24\.00 USD \(24000000 in the registrar's unit\), over/,
      );
  });

  it("rejects a price for anything but 1 to 10 whole years", () => {
    for (const period of [0, -1, 1.5, 11, 1_000_000, Number.NaN])
      assert.match(findPriceObjection({ ...offer, price: 1, period }, limit) ?? "", /has no valid price/);
    assert.equal(findPriceObjection({ ...offer, period: 11 }, { ...limit, maxPrice: undefined }), undefined);
  });

  it("rejects an offer without a whole price", () => {
    for (const price of [undefined, 0, 1.5, -1, Number.NaN, 2 ** 60])
      assert.match(findPriceObjection({ ...offer, price }, limit) ?? "", /has no valid price/, String(price));
  });

  it("rejects an offer in another currency, or in none, if the input names one", () => {
    assert.equal(findPriceObjection(offer, { ...limit, currency: "USD" }), undefined);
    assert.equal(findPriceObjection(offer, { ...limit, currency: "EUR" }), "the price is in USD, not in EUR");
    assert.match(
      findPriceObjection({ ...offer, currency: undefined }, { ...limit, currency: "EUR" }) ?? "",
      /names no currency/,
    );
  });

  const years = fc.integer({ min: 1, max: 10 });
  const cap = fc.bigInt({ min: 0n, max: 10n ** 11n });
  const isAllowed = (price: number, period: number, maxPrice: bigint, wanted: number) =>
    findPriceObjection({ ...offer, price, period }, { ...limit, maxPrice, period: wanted }) === undefined;

  it("allows nothing but a price within the cap for the ordered years or more", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), years, years, cap, (price, priced, wanted, maxPrice) => {
        assert.equal(
          isAllowed(price, priced, maxPrice, wanted),
          BigInt(price) <= maxPrice && priced >= wanted,
        );
      }),
    );
  });

  it("never allows a price above the cap, whatever its period", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.double(), years, (price, period, wanted) => {
        assert.ok(!isAllowed(price, period, BigInt(price) - 1n, wanted));
      }),
    );
  });

  it("notices a price and a cap that are in different units", () => {
    assert.ok(isThousandfoldApart(offer, { ...limit, maxPrice: 12n }));
    assert.ok(isThousandfoldApart({ ...offer, price: 12 }, limit));
    assert.ok(!isThousandfoldApart(offer, { ...limit, maxPrice: 20_000_000n }));
    assert.ok(isThousandfoldApart({ ...offer, price: 12_000 }, { ...limit, maxPrice: 12n }));
    assert.ok(!isThousandfoldApart({ ...offer, price: 11_999 }, { ...limit, maxPrice: 12n }));
    assert.ok(isThousandfoldApart({ ...offer, price: 12 }, { ...limit, maxPrice: 12_000n }));
    assert.ok(!isThousandfoldApart({ ...offer, price: 12 }, { ...limit, maxPrice: 11_999n }));
    assert.ok(!isThousandfoldApart({ ...offer, price: 0 }, limit), "nothing is nothing in any unit");
    assert.ok(!isThousandfoldApart({ ...offer, price: undefined }, limit));
    assert.ok(!isThousandfoldApart(offer, { ...limit, maxPrice: undefined }));
  });

  describe("of an order that cost more", () => {
    const dollars = { ...limit, maxPrice: 25_000_000n, currency: "USD" };
    const unit = "in the registrar's unit)";
    const cap = `maxPrice 25.00 USD (25000000 ${unit}. Check the order in the registrar's account, and ask its support why.`;

    it("is said in its own words, in another currency too", () => {
      assert.equal(
        findOvercharge({ total: 30_980_000, currency: "USD" }, dollars)?.warning,
        `The registrar charged 30.98 USD (30980000 ${unit}, which is more than ${cap}`,
      );
      assert.match(
        findOvercharge({ total: 25_000_001 }, dollars)?.warning ?? "",
        /^The registrar charged 25\.000001 \(/,
      );
      assert.equal(
        findOvercharge({ total: 1, currency: "JPY" }, dollars)?.warning,
        `The registrar charged 0.000001 JPY (1 ${unit}, which is another currency than that of ${cap}`,
      );
    });

    it("is found until a person has taken note of exactly that amount", () => {
      const charges = [undefined, findOvercharge({ total: 30_980_000, currency: "USD" }, dollars)];
      const other = findOvercharge({ total: 26_000_000 }, dollars);
      for (const noted of ["", "30.98", "30.98 EUR", "31.00 USD", "any", ","])
        assert.equal(findUnnoted(charges, noted)?.charged, "30.98 USD");
      for (const noted of ["30.98 USD", "30.98 usd ", "1.00 USD, 30.98 USD"])
        assert.equal(findUnnoted(charges, noted), undefined);
      assert.deepEqual(findUnnoted([...charges, other, other], "30.98 USD"), {
        charged: "30.98 USD, 26.00",
        warning: other?.warning,
      });
      assert.equal(findUnnoted([...charges, other], "30.98 USD, 26.00"), undefined);
      assert.equal(findUnnoted([], ""), undefined);
    });

    it("is not said if the total is not known, or any price was allowed", () => {
      const order = { total: 25_000_000, currency: "USD" };
      assert.equal(findOvercharge(order, dollars), undefined);
      assert.equal(findOvercharge({}, dollars), undefined);
      assert.equal(
        findOvercharge({ ...order, total: 10 ** 12 }, { ...dollars, maxPrice: undefined }),
        undefined,
      );
    });
  });

  it("is rendered with currency and years, if the offer has them", () => {
    assert.equal(renderPrice(offer, millionths), "11.69 USD for 1 year");
    assert.equal(renderPrice({ ...offer, period: 2, currency: undefined }, millionths), "11.69 for 2 years");
    assert.equal(renderPrice({ ...offer, period: undefined }, millionths), "11.69 USD");
    assert.equal(renderPrice({ ...offer, price: undefined }, millionths), "no price given");
  });
});
