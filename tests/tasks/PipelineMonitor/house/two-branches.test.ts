import assert from "node:assert/strict";
import { type Message, plainText, rowsOf } from "../../../../shared/chat/message";
import { sanitize } from "../../../sanitize";
import { worksAgain } from "../../../works-again";
import { day, play } from "../features/tickets/tickets-stage";
import { changes, type Ended, endedBy, failed, memoryPipeline, watch, worked } from "../monitor-stage";

const on = (branch: string, { record, ...run }: Ended): Ended => ({
  ...run,
  record: { ...record, sourceBranch: `refs/heads/${branch}` },
});
const inFolder = (path: string, id: number, { record, ...run }: Ended): Ended => ({
  ...run,
  definitionId: id,
  record: { ...record, definition: { id, name: run.pipeline, path } },
});
const both = [on("main", failed(-20)), on("release", failed(-10))];

/** The chat of a product shows at some minutes: the title, and then the lines without their links. */
async function shown(all: readonly Ended[], minutes: readonly number[], keys: object = {}) {
  const pipeline = memoryPipeline();
  const texts: string[][] = [];
  for (const minute of minutes) {
    const rows: string[] = [];
    const post = async ({ title, lines }: Message) => {
      const said = lines.flatMap((line) => rowsOf({ ...line, links: [] })).filter(({ length }) => length > 0);
      rows.push(...[title, ...said].map((row) => plainText(row, sanitize)));
    };
    const given = { ...pipeline(minute / 60), keys: { ...changes, ...keys }, form: "product", post } as const;
    await watch(endedBy(minute, all), given);
    texts.push(rows);
  }
  return texts;
}

// ballerina-platform/ballerina-distribution#2943: a daily build of three branches is told without the branch.
describe("two branches of one pipeline", () => {
  it("are two problems by name, and the one that works again says which", async () => {
    assert.deepEqual(await shown([...both, on("release", worked(50))], [0, 60]), [
      [
        "🔴 Night Shift: 2 problems: invoices on release failed, invoices on main failed",
        "invoices on release failed at 03:09 UTC",
        "invoices on main failed at 02:59 UTC",
      ],
      [`🟢 invoices on release ${worksAgain(1, "1 h")}; still failing on main since 02:59 UTC`],
    ]);
  });

  it("are not both said to fail if one only ran too long", async () => {
    const slow = { ...on("main", worked(-20)), runSeconds: 2000 };
    const [, second] = await shown([slow, on("release", failed(-10)), on("release", worked(50))], [0, 60]);
    assert.match(second?.[0] ?? "", /^🟢 invoices on release .*; still not well on main since 02:59 UTC$/);
  });

  it("are told apart within one hour", async () => {
    const runs = [on("main", failed(-20)), on("release", failed(-15)), on("release", worked(-10))];
    assert.deepEqual((await shown(runs, [0]))[0]?.slice(0, 3), [
      "🔴 invoices on main failed",
      "At 02:59 UTC",
      `invoices on release ${worksAgain(1)}`,
    ]);
  });

  it("have no branch where only one of them has a problem", async () => {
    const runs = [on("main", failed(-20)), on("release", worked(-15)), on("main", failed(-10))];
    const [first] = await shown(runs, [0]);
    assert.equal(first?.[0], "🔴 invoices failed 2 times since 02:59 UTC");
    const texts = await shown([...both, on("release", worked(50)), on("main", worked(110))], [0, 60, 120]);
    assert.equal(texts[2]?.[0], `🟢 invoices ${worksAgain(1, "2 h 10 min")}`);
  });

  it("have the branch where it is not the usual one, in an hour in which it alone ran, too", async () => {
    const runs = [on("main", worked(-25)), on("release", failed(-20)), on("release", worked(70))];
    assert.deepEqual(await shown(runs, [0, 60, 120], { history: 10 }), [
      ["🔴 invoices on release failed", "At 02:59 UTC"],
      [],
      [`🟢 invoices on release ${worksAgain(1, "1 h 30 min")}`],
    ]);
    const [alone] = await shown(runs.slice(1), [0]);
    assert.equal(alone?.[0], "🔴 invoices failed", "the only branch");
  });

  it("have tickets with two titles", async () => {
    const { tracker } = await play([...both, on("release", worked(50))], [{ at: 0 }, { at: 60 }]);
    const items = [...tracker.items.values()].map(({ fields }) => [
      fields["System.Title"],
      fields["System.State"],
    ]);
    assert.deepEqual(items, [
      ["Night Shift: invoices on release failed", "Done"],
      ["Night Shift: invoices on main failed", "To Do"],
    ]);
  });

  it("have a ticket with the branch if the pipeline has run on others", async () => {
    const runs = [on("release", worked(-30)), on("main", failed(day - 10))];
    const { tracker } = await play(runs, [{ at: 0 }, { at: day }]);
    assert.equal(tracker.items.get(1)?.fields["System.Title"], "Night Shift: invoices on main failed");
  });
});

const onTag = (tag: string, { record, ...run }: Ended): Ended => ({
  ...run,
  record: { ...record, sourceBranch: `refs/tags/${tag}` },
});

describe("a tag, which never runs again", () => {
  it("is told once, and works again with the next tag that succeeds", async () => {
    const runs = [onTag("1.2.3", failed(-20)), onTag("1.2.4", worked(50))];
    const [first, second, ...later] = await shown(runs, [0, 60, 120, 1600, 3100], { remind_hours: 24 });
    assert.equal(first?.[0], "🔴 invoices on tag 1.2.3 failed");
    assert.equal(second?.[0], `🟢 invoices on tag 1.2.4 ${worksAgain(1, "1 h 10 min")}`);
    assert.deepEqual(later, [[], [], []]);
  });

  it("has no reminder, and is over after a day", async () => {
    const texts = await shown([onTag("1.2.3", failed(-20))], [0, 60, 1500, 2900], { remind_hours: 24 });
    assert.deepEqual(texts.slice(1), [[], [], []]);
    const { tracker } = await play([onTag("1.2.3", failed(-10))], [{ at: 0 }, { at: day }, { at: day + 60 }]);
    assert.equal(tracker.items.get(1)?.fields["System.State"], "Done");
    // It has not worked again.
    assert.match(tracker.items.get(1)?.comments.at(-1) ?? "", /does not follow this problem any more/);
  });

  it("is told for each tag that fails", async () => {
    const runs = [onTag("1.2.3", failed(-20)), onTag("1.2.4", failed(50))];
    const texts = await shown(runs, [0, 60, 120]);
    assert.match(texts[1]?.[0] ?? "", /^🔴 invoices on tag 1\.2\.4 failed/);
    assert.deepEqual(texts[2], []);
  });
});

// Azure/pipelines#28, github/gh-gei#410: each application has a folder with a pipeline `deploy`.
describe("pipelines of one name in two folders", () => {
  it("are called by their paths, and the rules use the entry of each path", async () => {
    const slow = (run: Ended): Ended => ({ ...run, runSeconds: 1834 });
    const runs = [
      inFolder("\\Billing", 31, slow(worked(-20, "deploy"))),
      inFolder("\\Shop", 32, slow(worked(-10, "deploy"))),
    ];
    const limits = { max_proc_time: 3600, min_proc_time: 30 };
    const keys = { pipelines: { default: { ...limits, max_proc_time: 900 }, "\\Shop\\deploy": limits } };
    const [first] = await shown(runs, [0], keys);
    assert.deepEqual(first?.[0], "🟠 \\Billing\\deploy ran 30 min 34 s, limit 15 min");
    assert.equal((await shown(runs.slice(1), [0], keys))[0]?.length, 0);
  });
});
