import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { utcZone } from "../../../shared/text/zone";
import { gridOf } from "../../../tab/geometry/grid";
import { nightRows } from "../../../tab/geometry/night";
import { headingOf } from "../../../tab/words/hub-heading";
import { root } from "../../root";
import { hour, now, pipeline, problem, watched } from "../geometry/night-stage";
import { madeRun, type RunChanges } from "../made-run";

import { failedOf, load, muted, pipelinesOf, reportWith, stepOf, telling } from "./hub-data-stage";

describe("what a problem on the hub is about", () => {
  it("has a pipeline once that was renamed since the report, by its new name", async () => {
    const nights = [watched([pipeline({ pipeline: "old name", definitionId: 7 })]).night];
    const reports = reportWith({ problems: [problem({ pipeline: "old name" })] });
    const data = await load({
      steps: { 1: [stepOf(1, { nights, reports })] },
      recent: [failedOf({ pipeline: "new name" })],
    });
    assert.deepEqual(pipelinesOf(data), ["new name"]);
    const rows = nightRows(data.watched, gridOf("24h", now, utcZone));
    assert.deepEqual(
      rows.map(({ name, problems }) => [name, problems.length]),
      [["new name", 1]],
    );
  });

  const deploys = [
    { id: 7, name: "deploy", folder: "\\A" },
    { id: 8, name: "deploy", folder: "\\B" },
  ] as const;
  const nights = [
    {
      ...watched([]).night,
      pipelines: deploys.map((one) => ({ ...pipeline({ hours: "f" }), pipeline: one })),
    },
  ];
  const ranIn = (index: 0 | 1, changes: RunChanges) =>
    madeRun({
      ...{ id: 5 + index, finishTime: now - 60, pipeline: "deploy" },
      definitionId: deploys[index].id,
      folder: deploys[index].folder,
      ...changes,
    });

  // Both pipelines of one name are red: concourse/concourse #1535.
  for (const definition of [deploys[0], undefined])
    it(`is one of two pipelines of one name, ${definition === undefined ? "by the path" : "by the id"}: neither is muted with the other`, async () => {
      const pipelineName = definition === undefined ? "\\A\\deploy" : "deploy";
      const told = problem({ pipeline: pipelineName, state: muted, runUrl: ranIn(0, {}).url, definition });
      const steps = { 1: [stepOf(1, { nights, reports: reportWith({ problems: [told] }) })] };
      const recent = [ranIn(0, { result: "failed" }), ranIn(1, {})];
      const data = await load({ steps, recent });
      assert.deepEqual(
        [pipelinesOf(data), headingOf(data)],
        [["\\A\\deploy"], "Nothing is wrong now; 1 muted"],
      );
      const rows = nightRows(data.watched, gridOf("24h", now, utcZone));
      assert.deepEqual(
        rows.map((row) => `${row.name} ${row.segments.at(-1)?.state} ${row.problems.length}`).sort(),
        ["\\A\\deploy muted 1", "\\B\\deploy failed 0"],
      );
      const both = await load({
        steps,
        recent: [ranIn(0, { result: "failed" }), ranIn(1, { result: "failed" })],
      });
      assert.equal(headingOf(both), "\\B\\deploy failing since 06:37; 1 muted");
    });

  // A report keeps the name of then, and the next project may have it: nkdAgility/azure-devops-migration-tools #4.
  it("is of this project by its id, under the name that it had, and of none that has the name now", async () => {
    const invoices = { id: 7, name: "invoices" };
    const told = problem({ definition: invoices, runUrl: madeRun({ id: 5 }).url, last: now - 60 });
    const nightsOf = (id: string) => [watched([pipeline()], { night: { name: "Day Shift", id } }).night];
    const reported = (id: string) => ({
      1: [
        stepOf(1, {
          nights: nightsOf(id),
          reports: reportWith({ project: "Day Shift", projectId: id, problems: [told] }),
        }),
      ],
    });
    const recent = [
      madeRun({ id: 6, pipeline: "invoices", finishTime: now - 30 }),
      madeRun({ id: 5, pipeline: "invoices", finishTime: now - 60, result: "failed" }),
    ];
    const shownBy = async (id: string) => {
      const { problems, watched: rows } = await load({ projectId: "n-1", steps: reported(id), recent });
      return [...problems.map(({ project: { name } }) => name), ...rows.map(({ night }) => night.name)];
    };
    assert.deepEqual(await shownBy("n-1"), ["Night Shift"], "the later run ended the problem");
    assert.deepEqual(await shownBy("d-1"), ["Day Shift", "Day Shift"]);
  });

  it("is one of two branches that fail: no two problems have the same words", async () => {
    const ci = (id: number, branch: string, result: string, ago: number) =>
      madeRun({ id, pipeline: "ci", branch: `refs/heads/${branch}`, result, finishTime: now - ago });
    const alone = await load({ recent: [ci(1, "main", "failed", hour), ci(2, "topic", "succeeded", hour)] });
    assert.equal(headingOf(alone), "ci failing since 05:38");
    const other = await load({ recent: [ci(1, "main", "succeeded", hour), ci(2, "topic", "failed", hour)] });
    assert.equal(headingOf(other), "ci on topic failing since 05:38");
    const both = await load({ recent: [ci(1, "main", "failed", 60), ci(2, "topic", "failed", hour)] });
    assert.equal(
      headingOf(both),
      "2 problems: ci on main failing since 06:37, ci on topic failing since 05:38",
    );
  });

  // A page that knows one branch never sees the tag that mends the last one: gardenlinux/gardenlinux #2832, actions/runner #1830.
  it("is all tags of a pipeline, of which none runs again: for a day, or until any other one succeeds", async () => {
    const release = (id: number, version: string, result: string, ago: number) =>
      madeRun({ id, pipeline: "release", branch: `refs/tags/${version}`, result, finishTime: now - ago });
    const failure = release(1, "1.2.3", "failed", 5 * hour);
    const told = (ago: number) =>
      telling(
        1,
        problem({
          pipeline: "release",
          definition: { id: 7, name: "release" },
          branch: failure.branch,
          last: now - ago,
          since: now - ago,
        }),
      );
    for (const steps of [undefined, { 1: [told(5 * hour)] }] as const) {
      const given = steps === undefined ? {} : { steps };
      assert.equal(
        headingOf(await load({ recent: [failure], ...given })),
        "release on tag 1.2.3 failing since 01:38",
      );
      const over = await load({ recent: [release(2, "1.2.4", "succeeded", hour), failure], ...given });
      assert.deepEqual(pipelinesOf(over), []);
    }
    assert.deepEqual(pipelinesOf(await load({ steps: { 1: [told(25 * hour)] } })), []);
    const twice = await load({
      recent: [release(2, "1.2.4", "failed", hour), release(1, "1.2.3", "failed", 40 * hour)],
    });
    assert.deepEqual(
      [headingOf(twice), twice.problems[0]?.count],
      ["release on tag 1.2.4 failing since 05:38", 1],
    );
  });

  it("is never found by a name: pipelines are no texts, and one function of the pages names them", () => {
    const folder = join(root, "tab");
    const names = /ipeline\??\.(name|folder)\b|pathOf\(|withoutFolder\(|normalize\(|mayBe\(/;
    const found = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".ts") && names.test(readFileSync(join(folder, name), "utf8")),
    );
    // What a configuration names has no id, until it is looked up.
    assert.deepEqual(found, [join("geometry", "problem.ts")]);
  });
});
