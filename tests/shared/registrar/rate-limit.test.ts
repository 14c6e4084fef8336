import assert from "node:assert/strict";
import fc from "fast-check";
import { parseRateLimit } from "../../../shared/registrar/rate-budget";

const parsed = (headers: Record<string, string>) =>
  parseRateLimit((name) => (Object.hasOwn(headers, name) ? headers[name] : undefined));

describe("the limit in a registrar's headers", () => {
  it("is read in the forms of the IETF's drafts", () => {
    const expected = { remaining: 50, resetSeconds: 30 };
    for (const headers of [
      { "ratelimit-limit": "60", "ratelimit-remaining": "50", "ratelimit-reset": "30" },
      { ratelimit: "limit=60, remaining=50, reset=30" },
      { ratelimit: '"default";r=50;t=30' },
    ])
      assert.deepEqual(parsed(headers), expected, JSON.stringify(headers));
  });

  it("is none if it is a quota, a date, or cannot be understood", () => {
    for (const headers of [
      {},
      { "ratelimit-remaining": "1" },
      { "ratelimit-remaining": "1", "ratelimit-reset": "3600" },
      { "ratelimit-remaining": "1", "ratelimit-reset": "1795748400" },
      { "ratelimit-remaining": "-1", "ratelimit-reset": "5" },
      { "ratelimit-remaining": "few", "ratelimit-reset": "5" },
      { ratelimit: '"default";q=60;w=60' },
    ])
      assert.equal(parsed(headers), undefined, JSON.stringify(headers));
  });

  it("never asks for a pause of more than two minutes, whatever the headers are", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (remaining, reset, ratelimit) => {
        const limit = parsed({ "ratelimit-remaining": remaining, "ratelimit-reset": reset, ratelimit });
        assert.ok(limit === undefined || (limit.remaining >= 0 && limit.resetSeconds <= 120));
      }),
    );
  });
});
