import assert from "node:assert/strict";
import { connectHub } from "../../../tab/host/hub-service";
import { nightNow } from "../night-world";

const project = "https://dev.azure.com/contoso/Night%20Shift";

/** A service with so many runs, in pages of what is asked; a token leads to the next one, or to the same page again. */
function serviceWith(count: number, { isBroken = false, hidesToken = false } = {}) {
  const asked: URLSearchParams[] = [];
  const get = async (url: string) => {
    const query = new URL(url).searchParams;
    asked.push(query);
    const start = isBroken ? 0 : Number(query.get("continuationToken") ?? 0);
    const end = Math.min(count, start + Number(query.get("$top")));
    const value = Array.from({ length: end - start }, (_, index) => ({
      id: start + index + 1,
      definition: { id: 1, name: "invoices" },
    }));
    return { text: JSON.stringify({ value }), next: end < count && !hidesToken ? String(end) : undefined };
  };
  return { lists: connectHub(project, get), asked };
}

describe("a list of runs that the service cuts", () => {
  it("is read on by its token, with the same query", async () => {
    const { lists, asked } = serviceWith(1700);
    const { runs, isCut } = await lists.runsSince(nightNow);
    assert.deepEqual([runs.length, isCut, asked.length], [1700, false, 2]);
    const [first, second] = asked.map((query) => Object.fromEntries(query));
    assert.deepEqual(second, { ...first, continuationToken: "1000" });
  });

  it("is said to be cut where it goes on beyond what is read", async () => {
    const { runs, isCut } = await serviceWith(9000).lists.runsSince(nightNow);
    assert.deepEqual([runs.length, isCut], [2000, true]);
    const failures = await serviceWith(9000).lists.failures(nightNow);
    assert.deepEqual([failures.runs.length, failures.isCut], [5000, true]);
  });

  // The token leads to the first page again: MicrosoftDocs/vsts-rest-api-specs #178.
  it("is said to be cut where a token leads to the same runs again, and is not asked for ever", async () => {
    const { lists, asked } = serviceWith(1700, { isBroken: true });
    const { runs, isCut } = await lists.runsSince(nightNow);
    assert.deepEqual([runs.length, isCut, asked.length], [1000, true, 2]);
  });

  // 1,000 entries at most, and the rest is missing: sdavis3/CodeCoverageDashboardWidgets #28.
  it("is said to be cut where it is full and the token cannot be read", async () => {
    const { runs, isCut } = await serviceWith(1700, { hidesToken: true }).lists.runsSince(nightNow);
    assert.deepEqual([runs.length, isCut], [1000, true]);
  });

  it("tells from when on all runs that monitored are listed", async () => {
    const { lists } = serviceWith(100_000);
    const { runs, since } = await lists.monitorRuns(nightNow);
    assert.deepEqual([runs.length, since], [1000, undefined], "these runs have no time");
  });
});
