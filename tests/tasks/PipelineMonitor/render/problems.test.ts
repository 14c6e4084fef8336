import assert from "node:assert/strict";
import { worksAgain } from "../../../works-again";
import { ended, now } from "../monitor-stage";
import { brief, failures, hour, play, playHour } from "./problems-stage";

const at = (hours: number) => now / 1000 + hours * hour;

describe("the problems of a report", () => {
  it("are there in every hour of an outage, with since when, how often, the last run, and when it was told", async () => {
    const works = ended(3, 2.5, { id: 9, definitionId: 1, pipeline: "invoices" });
    const [first = assert.fail(), second = assert.fail(), third, last] = await play([
      ...[failures("invoices", 0), failures("invoices", 1), [], [works]],
    ]);
    assert.equal(first.sentence, "invoices failed at 03:07 UTC");
    assert.deepEqual(first.problems[0]?.state, { kind: "told" });
    assert.equal(second.sentence, "invoices failing since 03:07 UTC");
    const [{ key: _, ...problem } = assert.fail()] = second.problems;
    assert.deepEqual(problem, {
      ...{ project: "Night Shift", pipeline: "invoices", kind: "failed", sentence: "failed" },
      definition: { id: 1, name: "invoices" },
      ...{ severity: "failure", importance: "normal", number: "20261120.2", count: 2 },
      ...{ since: at(-0.2), last: at(0.8) },
      runUrl: "https://dev.azure.com/contoso/Night%20Shift/_build/results?buildId=2",
      logUrl: problem.logUrl,
      state: { kind: "told", why: "Already reported at 2026-11-20 03:19 UTC." },
    });
    assert.equal(third?.sentence, "invoices failing since 03:07 UTC", "without a run in the hour");
    assert.deepEqual([last?.sentence, last?.problems], [`invoices ${worksAgain(2, "2 h 42 min")}`, []]);
  });

  it("say so if no message was delivered", async () => {
    const report = await playHour(
      failures("invoices", 0),
      {},
      { post: () => Promise.reject(new Error("503")) },
    );
    assert.deepEqual(brief(report), ["invoices failed (notDelivered)"]);
  });
});
