import assert from "node:assert/strict";
import fc from "fast-check";
import type { HttpProblem } from "../../../shared/http/errors";
import { pauseBeforeRetry, type RetryRule, retryAfterSeconds, retryLimits } from "../../../shared/http/retry";
import { statusProblem } from "./status-problem";

const status = (code: number, retryAfterSeconds?: number) => statusProblem(code, { retryAfterSeconds });

/** After one try. */
const first = { tries: 1, seconds: 0 };

describe("pauseBeforeRetry", () => {
  const refused: HttpProblem = { kind: "notSent", code: "ECONNREFUSED" };
  const reset: HttpProblem = { kind: "broken", code: "ECONNRESET" };
  const late: HttpProblem = { kind: "timeout", seconds: 60 };
  const others: HttpProblem[] = [
    ...[{ kind: "notSent", code: "CERT_HAS_EXPIRED" } as const, { kind: "paused", seconds: 900 } as const],
    ...[302, 400, 401, 403, 404, 409, 422, 501].map((code) => status(code)),
    { kind: "unreadable", what: "nothing" },
  ];
  const rules: [rule: RetryRule, what: string, again: HttpProblem[], never: HttpProblem[]][] = [
    [
      "reads",
      "network problems, time-outs, 408, 429, 500, 502, 503 and 504",
      [refused, reset, late, ...[408, 429, 500, 502, 503, 504].map((code) => status(code))],
      [],
    ],
    ["unsent", "what was not processed", [refused, status(429)], [reset, late, status(500), status(503)]],
    [
      "metrics",
      "429, 502, 503 and 504 for at most 20 s, and never what may have arrived",
      [refused, ...[429, 502, 503, 504].map((code) => status(code, 20))],
      [reset, late, status(503, 21), status(500), status(408)],
    ],
    ["never", "nothing", [], [refused, status(429)]],
  ];
  for (const [rule, what, again, never] of rules)
    it(`retries by the rule "${rule}" after ${what}`, () => {
      const pause = (problem: HttpProblem) => pauseBeforeRetry(rule, problem, first, 0.5);
      for (const problem of again)
        assert.equal(pause(problem), problem.kind === "status" ? (problem.retryAfterSeconds ?? 0.5) : 0.5);
      for (const problem of [...never, ...others])
        assert.equal(pause(problem), undefined, JSON.stringify(problem));
    });

  it("waits exponentially longer with full jitter, up to a bound", () => {
    const pause = (triesMade: number, random: number) =>
      pauseBeforeRetry("reads", status(500), { tries: triesMade, seconds: 0 }, random);
    const pauses = [1, 2, 3, 4].map((tries) => pause(tries, 1));
    assert.deepEqual(pauses, [1, 2, 4, 8]);
    assert.equal(pause(3, 0.25), 1);
    assert.equal(pause(1, 0), 0);
  });

  it("waits at least as long as the service asks for", () => {
    assert.equal(pauseBeforeRetry("reads", status(429, 17), first, 0.5), 17);
    assert.equal(pauseBeforeRetry("reads", status(429, 0), first, 0.5), 0.5);
  });

  it("ends after a number of tries and a time, whatever happens", () => {
    const last = { tries: retryLimits.maxTries, seconds: 0 };
    assert.equal(pauseBeforeRetry("reads", status(500), last, 0), undefined);
    const inAll = (pause: number, elapsed: number) =>
      pauseBeforeRetry("reads", status(429, pause), { tries: 1, seconds: elapsed }, 0);
    assert.equal(inAll(retryLimits.maxTotalSeconds, 0), retryLimits.maxTotalSeconds);
    assert.equal(inAll(retryLimits.maxTotalSeconds + 1, 0), undefined);
    assert.equal(inAll(retryLimits.maxTotalSeconds, 1), undefined);
    const random = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(random, fc.nat(400), fc.nat(300), (drawn, elapsed, asked) => {
        const pause = pauseBeforeRetry("reads", status(429, asked), { tries: 1, seconds: elapsed }, drawn);
        return pause === undefined || elapsed + pause <= retryLimits.maxTotalSeconds;
      }),
    );
  });
});

describe("retryAfterSeconds", () => {
  const now = Date.UTC(2026, 10, 20, 3, 0, 0);

  it("reads seconds and dates, a year at most, and ignores anything else", () => {
    const year = 366 * 24 * 3600;
    for (const [header, seconds] of Object.entries({
      ...{ "120": 120, " 1.5 ": 1.5, "0.125": 0.125, [`${year}`]: year, [`${year + 1}`]: year },
      ...{ "Fri, 20 Nov 2026 03:00:30 GMT": 30, "Fri, 20 Nov 2026 02:00:00 GMT": 0 },
      "Fri, 20 Nov 2099 03:00:00 GMT": year,
    }))
      assert.equal(retryAfterSeconds(header, now), seconds, header);
    for (const nothing of [undefined, "", "soon", "in 5", "5 s", "-5", "soon GMT"])
      assert.equal(retryAfterSeconds(nothing, now), undefined);
  });
});
