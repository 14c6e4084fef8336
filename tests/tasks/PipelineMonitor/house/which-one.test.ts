// Needs: tickets
import assert from "node:assert/strict";
import fc from "fast-check";
import * as v from "valibot";
import { type Message, plainText, rowsOf } from "../../../../shared/chat/message";
import { attachmentType } from "../../../../shared/report/form";
import { type MonitorReport, reportSchemas } from "../../../../shared/report/schema";
import { lineOf, placeKeyOf } from "../../../../shared/subject";
import { sampled } from "../../../sampled";
import { sanitize } from "../../../sanitize";
import { play } from "../features/tickets/tickets-stage";
import { changes, type Ended, endedBy, memoryPipeline, watch } from "../monitor-stage";

// Twins, prefixes of each other, right to left, and very long ones that differ at their end.
const long = "x".repeat(200);
const name = fc.constantFrom("a", "a on b", "deploy", "deploy 2", "\u05d0\u05d1", long, `${long}y`);
const folder = fc.constantFrom("\\", "\\Billing", "\\Billing\\EU", `\\${long}`);
const branch = fc.constantFrom(
  ...["main", "b", "release/5", "release/52", long, `${long}y`].map((one) => `refs/heads/${one}`),
  ...["refs/tags/b", "refs/tags/1.2.3", "refs/pull/5/merge"],
);
const pipelines = fc
  .uniqueArray(fc.record({ name, folder }), {
    ...{ minLength: 1, maxLength: 4, selector: (one) => `${one.folder} ${one.name}` },
  })
  .map((all) => all.map((one, index) => ({ id: index + 1, ...one })));
const subjects = pipelines.chain((all) =>
  fc.uniqueArray(fc.record({ pipeline: fc.constantFrom(...all), branch }), {
    ...{ minLength: 1, maxLength: 6, selector: placeKeyOf },
  }),
);
type Subject = typeof subjects extends fc.Arbitrary<(infer One)[]> ? One : never;

const ran = ({ pipeline, branch: of }: Subject, at: number, result: string): Ended => ({
  ...{ at, pipeline: pipeline.name, definitionId: pipeline.id, result },
  record: {
    definition: { id: pipeline.id, name: pipeline.name, path: pipeline.folder },
    sourceBranch: of,
    sourceVersion: "c0ffee",
  },
});
/** What ends together: the branch, or all tags of a pipeline. */
const problemOf = (one: Subject) => JSON.stringify([one.pipeline.id, lineOf(one)]);

/** The rows of each hour's message, and the problems on its page. */
async function hours(runs: readonly Ended[], minutes: readonly number[]) {
  const pipeline = memoryPipeline();
  const played: { rows: string[]; page: MonitorReport | undefined }[] = [];
  for (const minute of minutes) {
    const own = pipeline(minute / 60);
    const [rows, pages]: [string[], MonitorReport[]] = [[], []];
    const attachReport: typeof own.agent.attachReport = (type, ...of) => {
      if (type === attachmentType) pages.push(monitorOf(of[1]));
      own.agent.attachReport(type, ...of);
    };
    await watch(endedBy(minute, runs), {
      ...{ ...own, agent: { ...own.agent, attachReport }, keys: changes, form: "product" },
      async post({ lines }: Message) {
        for (const line of lines)
          rows.push(...rowsOf({ ...line, links: [] }).map((row) => plainText(row, sanitize)));
      },
    });
    played.push({ rows, page: pages[0] });
  }
  return played;
}

function monitorOf(text: string): MonitorReport {
  const content: unknown = JSON.parse(text);
  return v.parse(reportSchemas.monitor, content);
}

const important = { max_proc_time: 900, min_proc_time: 30, severity: "high" };
const isUnique = (texts: readonly string[]) =>
  new Set(texts.map((text) => text.normalize())).size === texts.length;

describe("whatever pipelines, folders, branches and tags are called", () => {
  it("no two problems of a message or a page have the same words, and each ends by itself", () =>
    fc.assert(
      fc.asyncProperty(subjects, async (all) => {
        const [first] = all;
        const runs = [
          ...all.map((one, index) => ran(one, -10 - index, "failed")),
          ...(first === undefined ? [] : [ran(first, 50, "succeeded")]),
        ];
        const [before, after] = await hours(runs, [0, 60]);
        const expected = new Set(all.map(problemOf));
        const named = before?.page?.problems.map((one) => `${one.pipeline} (${one.branch})`) ?? [];
        assert.equal(named.length, expected.size);
        assert.ok(isUnique(named), named.join(" | "));
        const said = before?.rows.filter((row) => / failed/.test(row)) ?? [];
        if (expected.size > 1) assert.ok(isUnique(said), said.join(" | "));
        const left = new Set(
          after?.page?.problems.map(({ definition, branch: of = "" }) =>
            JSON.stringify([definition?.id, lineOf({ branch: of })]),
          ),
        );
        expected.delete(first === undefined ? "" : problemOf(first));
        assert.deepEqual(left, expected);
      }),
      { numRuns: sampled(60) },
    ));

  it("no two tickets of a list have the same title", () =>
    fc.assert(
      fc.asyncProperty(subjects, async (all) => {
        const runs = all.map((one, index) => ran(one, -10 - index, "failed"));
        const { tracker } = await play(runs, [{ at: 0 }], { keys: { pipelines: { default: important } } });
        const titles = [...tracker.items.values()].map(({ fields }) => String(fields["System.Title"]));
        assert.equal(titles.length, new Set(all.map(problemOf)).size);
        assert.ok(isUnique(titles), titles.join("\n"));
        assert.ok(titles.every((title) => title.length <= 255));
      }),
      { numRuns: sampled(40) },
    ));
});
