import assert from "node:assert/strict";
import { busy } from "./cases/busy-hour";
import { fewestRequests, requestCount, shortestSeconds, shortestSecondsOfProjects } from "./floors";
import { isMet, renderTable, timeRow } from "./report";
import { quietHour } from "./scenario";
import { sampleOf } from "./statistics";

describe("floors of the benchmark", () => {
  it("want every page, the list of each flagged run, and its logs from the end through the match", () => {
    assert.deepEqual(fewestRequests(quietHour), { pages: 1, logLists: 0, logs: 0, chain: 0 });
    assert.equal(requestCount(fewestRequests(busy(20, "last"))), 1 + 100 + 100);
    assert.equal(requestCount(fewestRequests(busy(20, "thirdFromLast"))), 1 + 100 + 300);
    assert.equal(requestCount(fewestRequests(busy(20, "none"))), 1 + 100 + 800);
    assert.equal(fewestRequests({ ...quietHour, runCount: 2001 }).pages, 3);
  });

  it("put lists and logs on eight connections, and want no less time than the requests of one run", () => {
    assert.equal(shortestSeconds(0.05, quietHour), 0.05 + 0.02 * 3);
    assert.equal(shortestSeconds(0, busy(20, "last")), 0.02 * (1 + 2 + 25));
    const oneRun = { ...busy(1000, "none"), runCount: 1 };
    assert.equal(shortestSeconds(0, oneRun), 1 + 2 + 9);
  });
});

describe("the floor of several projects", () => {
  it("reads four at a time, and posts one message", () => {
    const scenario = { ...quietHour, projects: 20, runCount: 50, flaggedEvery: 50, errorIn: "last" } as const;
    assert.equal(requestCount(fewestRequests(scenario)), 60);
    assert.equal(shortestSecondsOfProjects(0, scenario), 0.02 * (5 * 3 + 1));
    assert.equal(shortestSecondsOfProjects(0, { ...scenario, flaggedEvery: 0 }), 0.02 * 5);
  });
});

describe("the benchmark's table", () => {
  it("shows the median and the spread, and holds the ratio of medians against the goal", () => {
    assert.deepEqual(sampleOf([3, 1, 2, 10]), { median: 2.5, min: 1, max: 10, values: [3, 1, 2, 10] });
    const slower = timeRow("start", "÷ hello", { atMost: 1 }, [0.05, 0.07], [0.04]);
    assert.equal(slower.ratio, 0.06 / 0.04);
    assert.equal(slower.figures, "60.0 ms (50.0–70.0) against 40.0 ms");
    assert.equal(isMet(slower), false);
    const faster = timeRow("busy", "× faster", { atLeast: 20 }, [1], [30]);
    assert.deepEqual([faster.ratio, isMet(faster)], [30, true]);
    assert.match(renderTable([slower, faster]), /1\.50 +≤ 1 +MISSED +start.*\n +30 +≥ 20 +ok +busy/);
  });
});
