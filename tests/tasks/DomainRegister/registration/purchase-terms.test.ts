import assert from "node:assert/strict";
import { momentOf } from "../../../../shared/clock";
import type { Price, PurchaseTerms } from "../../../../shared/registrar/registrar";
import { testClock } from "../../../test-clock";
import { bought, now, useBuyerStage } from "./buyer-stage";
import { keyed } from "./context-stage";

describe("terms and receipt of a purchase", () => {
  const { stage } = useBuyerStage();

  it("let the purchase go out while its confirmation is fresh, and no longer", async () => {
    const clock = testClock({ startsAt: now });
    let terms: PurchaseTerms | undefined;
    const { buyer } = stage({
      clock,
      registrar: {
        purchase: async (_request, _signal, given) => {
          terms = given;
          return bought;
        },
      },
    });
    clock.advance(4000);
    await buyer.buy([], { sentAt: { even: now, wall: now }, tookMilliseconds: 0 });
    assert.equal(terms?.connectSeconds, 6);
    assert.equal(terms.isWanted(), true);
    clock.advance(6000);
    assert.equal(terms.isWanted(), true);
    clock.advance(1);
    assert.equal(terms.isWanted(), false);
  });

  it("keep what an offer says about its price, and nothing that it does not say", async () => {
    const kept = async (offer: Price) => {
      const clock = testClock({ startsAt: now });
      const { made, file } = stage({ clock, registrar: keyed });
      const confirmation = { sentAt: momentOf(clock), tookMilliseconds: 0 };
      await made.buy({ offer, confirmation, quote: undefined }, []);
      const { key: _, body: __, ...price } = file.read()?.attempts.at(-1)?.repeatable ?? assert.fail();
      return price;
    };
    assert.deepEqual(await kept({ price: undefined, currency: undefined, period: undefined }), {});
  });
});
