import assert from "node:assert/strict";
import fc from "fast-check";
import { clockDifference } from "../../../shared/http/service-state";

const now = Date.UTC(2026, 10, 20, 3, 19, 0);

describe("the difference of a service's clock", () => {
  it("is known within a second, whatever both clocks say", () => {
    fc.assert(
      fc.property(fc.integer({ min: -3e10, max: 3e10 }), fc.nat(999), (ahead, fraction) => {
        const service = now + fraction + ahead;
        const difference = clockDifference(new Date(service).toUTCString(), now + fraction) ?? Number.NaN;
        assert.ok(Math.abs(difference - ahead) <= 500, `${difference} for ${ahead}`);
      }),
    );
  });

  it("is undefined if the header is missing, or is not an HTTP date", () => {
    for (const date of [
      ...[undefined, "", "now", "2026-11-20T03:19:00Z"],
      ...["Fri, 20 Nov 2026 03:19:00", "Fri, 99 Nov 2026 03:19:00 GMT"],
    ])
      assert.equal(clockDifference(date, now), undefined, date);
  });
});
