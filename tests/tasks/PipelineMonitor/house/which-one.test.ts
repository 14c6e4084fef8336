// Needs: stuck-runs, missed-runs, mutes, paging, digest, tickets
import assert from "node:assert/strict";
import fc from "fast-check";
import { groupBy } from "../../../../shared/group-by";
import { pathOf } from "../../../../shared/pipeline";
import { isTag } from "../../../../shared/subject";
import { comparedName } from "../../../../shared/text/sanitize";
import { sampled } from "../../../sampled";
import { play } from "../features/tickets/tickets-stage";
import type { Ended } from "../monitor-stage";
import {
  anyWrongs,
  ownProject,
  playSubjects,
  problemsAfter,
  problemsOf,
  type Seen,
  type Wrong,
} from "./subjects-stage";

const assertUnique = (texts: readonly string[]) =>
  assert.equal(new Set(texts.map(comparedName)).size, texts.length, texts.join("\n"));

/** All that people read of problems and their ends. */
const verdicts = / (failed|ran |running|did not start|works again|runs again|has been within|is within)/;

function assertApart({ rows, pages, alerts }: Seen, expected: ReadonlySet<string>) {
  const listed = pages.flatMap(({ project, problems }) =>
    problems.map(
      (one) =>
        `${project} ${one.pipeline} ${one.branch} ${one.kind === "missed" || one.kind === "stuck" ? one.kind : ""}`,
    ),
  );
  assertUnique(listed);
  assertUnique(alerts);
  assertUnique(rows.filter((row) => verdicts.test(row)));
  assert.deepEqual([listed.length, alerts.length], [expected.size, expected.size]);
}

/** No more is said than is needed: no folder of a name that only one pipeline has, and no branch of a pipeline that ran on one. */
function assertShort({ rows, title }: Seen, all: readonly Wrong[]) {
  const text = [title, ...rows].join("\n");
  for (const of of groupBy(all, ({ pipeline }) => pipeline.id).values()) {
    const [{ pipeline, branch }] = of;
    // The text of one whose name has the name of another in it is no word about that.
    const twins = all.filter((one) => comparedName(one.pipeline.name).includes(comparedName(pipeline.name)));
    if (pipeline.name.length > 200 || twins.some((one) => one.pipeline.id !== pipeline.id)) continue;
    if (pipeline.folder.length > 1) assert.ok(!text.includes(pathOf(pipeline)), text);
    const isOne = of.every((one) => one.branch === branch) && !isTag({ branch });
    if (isOne) assert.ok(!text.includes(`${pipeline.name} on ${branch.replace("refs/heads/", "")} `), text);
  }
}

const twin = { project: "Night", ends: false };
const billing = { id: 2, name: "a", folder: "\\billing" };
const ofEurope = { id: 1, name: "a", folder: "\\Billing\\EU" };
/** No list of finished runs has the first one's pipeline. */
const twinThatNeverEnded: Wrong[] = [
  { ...twin, pipeline: billing, kind: "stuck", branch: "refs/heads/develop" },
  { ...twin, pipeline: ofEurope, kind: "stuck", branch: "refs/heads/develop" },
  { ...twin, pipeline: ofEurope, kind: "failed", branch: "refs/heads/main" },
];

describe("whatever projects, pipelines, folders, branches and tags are called", () => {
  it("no two problems of a message, a page or a pager have the same words, none has more than it needs, and each ends by itself", () =>
    fc.assert(
      fc.asyncProperty(anyWrongs, async (all) => {
        const [first, second] = await playSubjects(all);
        assert.ok(first && second);
        assertApart(first, problemsOf(all));
        assertApart(second, problemsAfter(all));
        assertShort(first, all);
      }),
      { numRuns: sampled(60), examples: [[twinThatNeverEnded]] },
    ));

  it("a mute keeps one pipeline quiet, and no other", () =>
    fc.assert(
      fc.asyncProperty(anyWrongs, async (all) => {
        const [muted] = all;
        if (muted === undefined) return;
        const path = pathOf(muted.pipeline);
        const [seen] = await playSubjects(all, { entries: { [path]: { mute_until: "2026-12-01" } } });
        // An entry is for all projects. A pipeline that is written alike, but has an entry of its own, is not muted.
        const own = new Set(all.flatMap((one) => (one.kind === "missed" ? pathOf(one.pipeline) : [])));
        const isLoud = (other: string) =>
          other !== path && (own.has(other) || comparedName(other) !== comparedName(path));
        assert.equal(
          seen?.alerts.length,
          problemsOf(all.filter(({ pipeline }) => isLoud(pathOf(pipeline)))).size,
          seen?.alerts.join("\n"),
        );
      }),
      { numRuns: sampled(30) },
    ));

  it("no two pipelines of a digest have the same words", () =>
    fc.assert(
      fc.asyncProperty(anyWrongs, async (all) => {
        const seen = await playSubjects(all, { minutes: [0, 1300], keys: { digest: "Sat 00:30" } });
        const failed = new Set(
          all.flatMap(({ kind, project, pipeline }) =>
            kind === "failed" && project === ownProject ? [pipeline.id] : [],
          ),
        );
        const rows = seen.flatMap((one) => one.rows).filter((row) => /: \d+ of \d+ runs? failed/.test(row));
        const ofPipelines = rows.filter((row) => !row.startsWith("All pipelines:"));
        assertUnique(ofPipelines);
        assert.equal(ofPipelines.length, Math.min(5, failed.size), rows.join("\n"));
      }),
      { numRuns: sampled(20) },
    ));

  it("no two tickets of a list have the same title", () =>
    fc.assert(
      fc.asyncProperty(anyWrongs, async (all) => {
        const own = all.filter(({ kind, project }) => kind === "failed" && project === ownProject);
        const runs = own.map(
          ({ pipeline, branch }, index): Ended => ({
            ...{ at: -10 - index, pipeline: pipeline.name, definitionId: pipeline.id, result: "failed" },
            record: {
              definition: { id: pipeline.id, name: pipeline.name, path: pipeline.folder },
              sourceBranch: branch,
            },
          }),
        );
        const important = { max_proc_time: 900, min_proc_time: 30, severity: "high" };
        const { tracker } = await play(runs, [{ at: 0 }], { keys: { pipelines: { default: important } } });
        const titles = [...tracker.items.values()].map(({ fields }) => String(fields["System.Title"]));
        assert.equal(titles.length, problemsOf(own).size);
        assertUnique(titles);
        assert.ok(titles.every((title) => title.length <= 255));
      }),
      { numRuns: sampled(40) },
    ));
});
