import assert from "node:assert/strict";
import fc from "fast-check";
import {
  findPriceForPeriod,
  findPriceObjection,
  isThousandfoldApart,
  renderPrice,
} from "../../../../tasks/DomainRegister/registration/price";

const answer = { available: true, definitive: true, price: 11_690_000, currency: "USD", period: 1 };
const limit = { maxPrice: 11_690_000n, currency: undefined, period: 1 };

describe("price cap", () => {
  it("lets a price up to the cap through, and none above it", () => {
    assert.equal(findPriceObjection(answer, limit), undefined);
    assert.equal(
      findPriceObjection({ ...answer, price: 11_690_001 }, limit),
      "the price 11690001 is over maxPrice 11690000",
    );
    assert.equal(
      findPriceObjection({ ...answer, price: 10 ** 15 }, { ...limit, maxPrice: undefined }),
      undefined,
    );
    assert.equal(findPriceObjection({ ...answer, price: 0 }, { ...limit, maxPrice: 0n }), undefined);
  });

  it("scales the price of a shorter period up to the requested one, rounded up (decision 15)", () => {
    assert.equal(findPriceForPeriod(answer, 2), 23_380_000n);
    assert.equal(findPriceForPeriod({ ...answer, price: 10, period: 3 }, 4), 14n);
    assert.equal(findPriceForPeriod({ ...answer, period: undefined }, 5), 58_450_000n);
    assert.match(findPriceObjection(answer, { ...limit, period: 2 }) ?? "", /the price 23380000 is over/);
  });

  it("counts the price of a longer period whole: a registry with a minimum term charges all of it", () => {
    assert.equal(findPriceForPeriod({ ...answer, price: 24_000_000, period: 2 }, 1), 24_000_000n);
    for (const period of [2, 10])
      assert.match(
        findPriceObjection({ ...answer, price: 24_000_000, period }, limit) ?? "",
        /24000000 is over/,
      );
  });

  it("takes no price under a cap for a period that is no number of years from 1 to 10", () => {
    for (const period of [0, -1, 1.5, 11, 1_000_000, Number.NaN])
      assert.match(findPriceObjection({ ...answer, price: 1, period }, limit) ?? "", /names no price/);
    assert.equal(findPriceObjection({ ...answer, period: 11 }, { ...limit, maxPrice: undefined }), undefined);
  });

  it("takes no answer without a whole price under a cap", () => {
    for (const price of [undefined, 1.5, -1, Number.NaN, 2 ** 60])
      assert.match(findPriceObjection({ ...answer, price }, limit) ?? "", /names no price/, String(price));
  });

  it("takes no answer in another currency, or in none, when one is asked for", () => {
    assert.equal(findPriceObjection(answer, { ...limit, currency: "USD" }), undefined);
    assert.equal(
      findPriceObjection(answer, { ...limit, currency: "EUR" }),
      "the price is in USD, not in EUR",
    );
    assert.match(
      findPriceObjection({ ...answer, currency: undefined }, { ...limit, currency: "EUR" }) ?? "",
      /an unnamed currency/,
    );
  });

  const years = fc.integer({ min: 1, max: 10 });
  const cap = fc.bigInt({ min: 0n, max: 10n ** 11n });
  const isAllowed = (price: number, period: number, maxPrice: bigint, wanted: number) =>
    findPriceObjection({ ...answer, price, period }, { maxPrice, currency: undefined, period: wanted }) ===
    undefined;

  it("never lets more be paid than the cap, neither for the priced period nor for the requested one", () => {
    fc.assert(
      fc.property(fc.nat(), years, years, cap, (price, priced, wanted, maxPrice) => {
        const whole = BigInt(price) <= maxPrice;
        const scaled = BigInt(price) * BigInt(wanted) <= maxPrice * BigInt(priced);
        assert.equal(isAllowed(price, priced, maxPrice, wanted), whole && scaled);
      }),
    );
  });

  it("never lets a price through under a cap below it, whatever the service calls its period", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.double(), years, (price, period, wanted) => {
        assert.ok(!isAllowed(price, period, BigInt(price) - 1n, wanted));
      }),
    );
  });

  it("notices a price and a cap that are in different units", () => {
    assert.ok(isThousandfoldApart(answer, { ...limit, maxPrice: 12n }));
    assert.ok(isThousandfoldApart({ ...answer, price: 12 }, limit));
    assert.ok(!isThousandfoldApart(answer, { ...limit, maxPrice: 20_000_000n }));
    assert.ok(isThousandfoldApart({ ...answer, price: 12_000 }, { ...limit, maxPrice: 12n }));
    assert.ok(!isThousandfoldApart({ ...answer, price: 11_999 }, { ...limit, maxPrice: 12n }));
    assert.ok(isThousandfoldApart({ ...answer, price: 12 }, { ...limit, maxPrice: 12_000n }));
    assert.ok(!isThousandfoldApart({ ...answer, price: 12 }, { ...limit, maxPrice: 11_999n }));
    assert.ok(!isThousandfoldApart({ ...answer, price: 0 }, limit), "nothing is nothing in any unit");
    assert.ok(!isThousandfoldApart({ ...answer, price: undefined }, limit));
    assert.ok(!isThousandfoldApart(answer, { ...limit, maxPrice: undefined }));
  });

  it("is read by people with currency and years, as far as they are named", () => {
    assert.equal(renderPrice(answer), "price 11690000 USD for 1 year");
    assert.equal(renderPrice({ ...answer, period: 2, currency: undefined }), "price 11690000 for 2 years");
    assert.equal(renderPrice({ ...answer, period: undefined }), "price 11690000 USD");
    assert.equal(renderPrice({ ...answer, price: undefined }), "no price named");
  });
});
