import assert from "node:assert/strict";
import fc from "fast-check";
import type { HttpProblem } from "../../../shared/http/errors";
import { pauseBeforeRetry, retryAfterSeconds, retryLimits } from "../../../shared/http/retry";
import { statusProblem } from "./status-problem";

const status = (code: number, retryAfterSeconds?: number) => statusProblem(code, { retryAfterSeconds });

/** After one try. */
const first = { tries: 1, seconds: 0 };

describe("pauseBeforeRetry", () => {
  it("retries reads after network problems, time-outs, 408, 429, 500, 502, 503 and 504, and nothing else", () => {
    const again = (problem: HttpProblem) => pauseBeforeRetry("reads", problem, first, 0.5) !== undefined;
    for (const code of [408, 429, 500, 502, 503, 504]) assert.ok(again(status(code)), String(code));
    for (const code of [302, 400, 401, 403, 404, 409, 422, 501])
      assert.ok(!again(status(code)), String(code));
    assert.ok(again({ kind: "notSent", code: "ECONNREFUSED" }));
    assert.ok(again({ kind: "broken", code: "ECONNRESET" }));
    assert.ok(again({ kind: "timeout", seconds: 60 }));
    assert.ok(!again({ kind: "notSent", code: "CERT_HAS_EXPIRED" }));
    assert.ok(!again({ kind: "unreadable", what: "nothing" }));
    assert.ok(!again({ kind: "paused", seconds: 900 }));
  });

  it("retries unsafe requests only when they were certainly not processed", () => {
    const again = (problem: HttpProblem) => pauseBeforeRetry("unsent", problem, first, 0.5) !== undefined;
    assert.ok(again({ kind: "notSent", code: "ENOTFOUND" }));
    assert.ok(again(status(429)));
    for (const problem of [status(500), status(503)] as const) assert.ok(!again(problem));
    assert.ok(!again({ kind: "broken", code: "ECONNRESET" }));
    assert.ok(!again({ kind: "timeout", seconds: 60 }));
  });

  it("retries metrics after 429, 502, 503 and 504, for at most 20 s, and never what may have arrived", () => {
    const pause = (problem: HttpProblem) => pauseBeforeRetry("metrics", problem, first, 0.5);
    for (const code of [429, 502, 503, 504]) assert.equal(pause(status(code, 20)), 20);
    for (const problem of [status(503, 21), status(500), status(408)] as const)
      assert.equal(pause(problem), undefined);
    assert.equal(pause({ kind: "broken", code: "ECONNRESET" }), undefined);
    assert.equal(pause({ kind: "timeout", seconds: 10 }), undefined);
    assert.equal(pause({ kind: "notSent", code: "ECONNREFUSED" }), 0.5);
  });

  it("never retries with the rule never", () => {
    for (const problem of [{ kind: "notSent", code: "ECONNREFUSED" }, status(429)] as const)
      assert.equal(pauseBeforeRetry("never", problem, first, 0.5), undefined);
  });

  it("waits exponentially longer with full jitter, up to a bound", () => {
    const pause = (triesMade: number, random: number) =>
      pauseBeforeRetry("reads", status(500), { tries: triesMade, seconds: 0 }, random);
    assert.deepEqual(
      [1, 2, 3, 4].map((tries) => pause(tries, 1)),
      [1, 2, 4, 8],
    );
    assert.equal(pause(3, 0.25), 1);
    assert.equal(pause(1, 0), 0);
  });

  it("waits at least as long as the service asks for", () => {
    assert.equal(pauseBeforeRetry("reads", status(429, 17), first, 0.5), 17);
    assert.equal(pauseBeforeRetry("reads", status(429, 0), first, 0.5), 0.5);
  });

  it("ends after a number of tries and a time, whatever happens", () => {
    assert.equal(
      pauseBeforeRetry("reads", status(500), { tries: retryLimits.maxTries, seconds: 0 }, 0),
      undefined,
    );
    const inAll = (pause: number, elapsed: number) =>
      pauseBeforeRetry("reads", status(429, pause), { tries: 1, seconds: elapsed }, 0);
    assert.equal(inAll(retryLimits.maxTotalSeconds, 0), retryLimits.maxTotalSeconds);
    assert.equal(inAll(retryLimits.maxTotalSeconds + 1, 0), undefined);
    assert.equal(inAll(retryLimits.maxTotalSeconds, 1), undefined);
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(400),
        fc.nat(300),
        (random, elapsed, asked) => {
          const pause = pauseBeforeRetry("reads", status(429, asked), { tries: 1, seconds: elapsed }, random);
          return pause === undefined || elapsed + pause <= retryLimits.maxTotalSeconds;
        },
      ),
    );
  });
});

describe("retryAfterSeconds", () => {
  const now = Date.UTC(2026, 10, 20, 3, 0, 0);

  it("reads seconds and dates, and ignores anything else", () => {
    assert.equal(retryAfterSeconds("120", now), 120);
    assert.equal(retryAfterSeconds(" 1.5 ", now), 1.5);
    assert.equal(retryAfterSeconds("Fri, 20 Nov 2026 03:00:30 GMT", now), 30);
    assert.equal(retryAfterSeconds("Fri, 20 Nov 2026 02:00:00 GMT", now), 0);
    assert.equal(retryAfterSeconds("0.125", now), 0.125);
    for (const nothing of [undefined, "", "soon", "in 5", "5 s", "-5", "soon GMT"])
      assert.equal(retryAfterSeconds(nothing, now), undefined);
  });
});
