import assert from "node:assert/strict";
import fc from "fast-check";
import { type RunList, readRunPages } from "../../../shared/azure-devops/pages";
import { idOf, parseRun, type RunRecord } from "../../../shared/azure-devops/records";
import { sketchRun } from "../../sandbox/runs";
import { testClock } from "../../test-clock";

type RunPage = Awaited<ReturnType<Parameters<typeof readRunPages>[1]>>;

const now = Date.UTC(2026, 10, 20, 3, 19);
const version = "&api-version=7.1-preview.7";
const query = `minTime=2026-11-20T02:18:30Z${version}`;

/** Runs, newest first, of which a given number finishes each second. */
function recordsOf(count: number, perSecond: number): RunRecord[] {
  return Array.from({ length: count }, (_, index) =>
    parseRun(sketchRun(now, { id: index + 1, finishedSecondsAgo: Math.floor(index / perSecond) }).record),
  );
}

/** A service behind a gateway that removes the continuation header. It remembers its requests. */
function strippedService(records: readonly RunRecord[], pageSize: number, isDeaf = false) {
  const asked: string[] = [];
  const readPage = async (pageQuery: string): Promise<RunPage> => {
    asked.push(pageQuery);
    const maxTime = Date.parse(new URLSearchParams(pageQuery).get("maxTime") ?? "");
    const isInTime = (record: RunRecord) =>
      !("run" in record && (record.run.finishTime ?? 0) * 1000 > maxTime);
    return { records: records.filter((record) => isDeaf || isInTime(record)).slice(0, pageSize), token: "" };
  };
  return { asked, readPage };
}

async function idsOf(
  readPage: (query: string) => Promise<RunPage>,
  changes: Partial<RunList> = {},
): Promise<(number | undefined)[]> {
  const ids: (number | undefined)[] = [];
  const list: RunList = { query, orderedBy: "finishTime", whenEndless: "", ...changes };
  for await (const page of readRunPages(list, readPage, testClock())) ids.push(...page.map(idOf));
  return ids;
}

describe("a list of runs whose pages do not name the next one", () => {
  it("is requested once if the page is not full", async () => {
    for (const count of [0, 1, 999, 1001]) {
      const { asked, readPage } = strippedService(recordsOf(count, 10), 5000);
      assert.equal((await idsOf(readPage)).length, count);
      assert.deepEqual(asked, [query]);
    }
  });

  it("is continued from the oldest time of a full page, that second included", async () => {
    const { asked, readPage } = strippedService(recordsOf(1002, 10), 1000);
    assert.equal((await idsOf(readPage)).length, 1002);
    assert.deepEqual(asked, [query, `${query}&maxTime=2026-11-20T03:17:22Z`]);
  });

  it("ends with a full page behind which there is nothing", async () => {
    const { asked, readPage } = strippedService(recordsOf(1000, 10), 1000);
    assert.equal((await idsOf(readPage)).length, 1000);
    assert.equal(asked.length, 2);
  });

  it("uses $top of url_params for the page size, and the service's largest page", async () => {
    const small = strippedService(recordsOf(9, 1), 4);
    assert.equal((await idsOf(small.readPage, { query: `${query}&%24top=4` })).length, 9);
    const large = strippedService(recordsOf(5001, 10), 5000);
    for (const asked of [`${query}&$top=9999`, query])
      assert.equal((await idsOf(large.readPage, { query: asked })).length, 5001);
  });

  it("replaces the maxTime of url_params, and does not repeat it", async () => {
    const { asked, readPage } = strippedService(recordsOf(9, 1), 4);
    await idsOf(readPage, { query: `${query}&maxTime=2026-11-20T03:19:00Z&$top=4` });
    for (const one of asked) assert.equal(one.match(/maxTime=/g)?.length, 1);
  });

  it("cannot be read to its end where more runs than a page holds finished at one time, or the time is ignored", async () => {
    for (const { readPage } of [
      strippedService(recordsOf(1001, 2000), 1000),
      strippedService(recordsOf(1001, 1), 1000, true),
    ])
      await assert.rejects(idsOf(readPage), {
        message:
          "build service: the list of runs could not be read to its end: the service returned the same runs again.",
      });
  });

  it("cannot be read to its end where it has no order, or its records have no time", async () => {
    const reason = /its end: the service returned a full page without naming the next one/;
    const { readPage } = strippedService(recordsOf(1000, 1), 1000);
    await assert.rejects(idsOf(readPage, { orderedBy: undefined }), reason);
    const timeless = Array.from({ length: 1000 }, (_, id) => parseRun({ id }));
    await assert.rejects(idsOf(strippedService(timeless, 1000).readPage), reason);
  });

  it("cannot be read to its end if the last page that a token names has only runs that are known", async () => {
    const records = recordsOf(2, 1);
    const readPage = async (pageQuery: string) => ({ records, token: pageQuery === query ? "2" : "" });
    await assert.rejects(idsOf(readPage), /the same runs again/);
  });

  it("has at most 16 Mi characters of text, besides branches and commits", async () => {
    const ofText = (characters: number): RunRecord[] => [
      ...recordsOf(1, 1).map((record) =>
        "run" in record ? { run: { ...record.run, branch: "b".repeat(99), commit: "c".repeat(99) } } : record,
      ),
      { unreadable: { id: 2, buildNumber: "", pipeline: undefined, problem: "x".repeat(characters) } },
    ];
    const [{ run } = assert.fail()] = recordsOf(1, 1).flatMap((record) => ("run" in record ? [record] : []));
    const { buildNumber, pipeline, status, result, reason = "" } = run;
    const left = 16 * 2 ** 20 - [buildNumber, pipeline.name, status, result, reason].join("").length;
    assert.equal((await idsOf(async () => ({ records: ofText(left), token: "" }))).length, 2);
    const tooLong = async () => ({ records: ofText(left + 1), token: "" });
    await assert.rejects(idsOf(tooLong), /its end: it has more text than the monitor accepts\.$/);
  });

  it("is read whole, each run once, whatever its length, as long as no two seconds fill a page", async () => {
    const sizes = [fc.nat(60), fc.integer({ min: 5, max: 20 }), fc.constantFrom(1, 2)] as const;
    await fc.assert(
      fc.asyncProperty(...sizes, async (count, pageSize, perSecond) => {
        const { readPage } = strippedService(recordsOf(count, perSecond), pageSize);
        const ids = await idsOf(readPage, { query: `${query}&$top=${pageSize}` });
        const all = Array.from({ length: count }, (_, index) => index + 1);
        assert.deepEqual(ids, all);
      }),
    );
  });
});
