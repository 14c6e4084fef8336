import assert from "node:assert/strict";
import type { Config } from "../../../tasks/PipelineMonitor/config/parse";
import { findProjects } from "../../../tasks/PipelineMonitor/find-projects";
import { type ProjectIds, projectFingerprint } from "../../../tasks/PipelineMonitor/issue/ledger";
import type { OtherProjects } from "../../../tasks/PipelineMonitor/projects";
import { memoryContext, projectReport } from "./report-stage";

type List = OtherProjects["list"];

const own = projectReport().config;
const named = (count: number) => Array.from({ length: count }, (_, index) => `p${index + 1}`);
const refused = () => Promise.reject(new Error("403"));

/** Finds the projects of a monitor, with the names and identities of all. */
async function find(
  moreProjects: Config["moreProjects"],
  { list = refused, known = {}, ...changes }: { list?: List; known?: ProjectIds } & Partial<Config> = {},
) {
  const context = memoryContext();
  const others = { list, open: () => assert.fail("opened") };
  const found = await findProjects({ ...own, moreProjects, ...changes }, known, others, context);
  const names = found.configs.map(({ projectName }) => projectName);
  const identities = found.configs.map(projectFingerprint);
  return { ...found, found, names, identities, warnings: context.agent.warnings };
}

describe("findProjects", () => {
  it("names the own project first, then each other once, whatever the case of its letters", async () => {
    const schedules = [{ pipeline: { name: "a" }, schedules: [], graceSeconds: 60 }];
    const { names, configs, isListed } = await find(["b", "night shift", "B", "c d"], { schedules });
    assert.deepEqual([names, isListed], [["Night Shift", "B", "c d"], true]);
    assert.equal(configs[2]?.project.href, "https://dev.azure.com/contoso/c%20d");
    assert.equal(configs[0]?.project, own.project);
    assert.deepEqual([configs[0]?.schedules, configs[2]?.schedules], [schedules, []]);
    const alone = {
      configs: [{ ...own, moreProjects: [] }],
      isListed: true,
      isListRead: true,
      projectIds: {},
    };
    assert.deepEqual((await find([])).found, alone);
  });

  it("goes on with the own project if the organization cannot be listed, and says so", async () => {
    const { names, isListed, warnings } = await find("all", { list: () => Promise.reject(new Error("401")) });
    assert.deepEqual([names, isListed], [["Night Shift"], false]);
    assert.deepEqual(warnings, ["Could not check the other projects: 401"]);
  });

  it("counts a list that is cut as one that could not be read to its end", async () => {
    const some = (count: number) => named(count - 1).map((name) => ({ name, id: undefined }));
    const cut = (isCut: boolean) => ({ list: async (count: number) => ({ projects: some(count), isCut }) });
    const warning =
      "Could not check the other projects beyond the first 200. Check them with another monitor.";
    for (const [found, isWhole] of [
      [await find(named(200)), false],
      [await find("all", cut(true)), false],
      [await find(named(199)), true],
      [await find("all", cut(false)), true],
    ] as const) {
      assert.deepEqual([found.names.length, found.isListed], [200, isWhole]);
      assert.deepEqual(found.warnings, isWhole ? [] : [warning]);
    }
  });
});

// Renamed projects keep their ids: nkdAgility/azure-devops-migration-tools #4, microsoft/coe-starter-kit #3551.
describe("the other projects", () => {
  const listing = (...all: [name: string, id: string][]) => ({
    list: async () => ({ projects: all.map(([name, id]) => ({ name, id })), isCut: false }),
  });
  const shop = listing(["Shop", "s-1"]);

  it("are known by their ids, also under another name", async () => {
    const all = await find("all", shop);
    const named = await find(["shop"], shop);
    const renamed = await find(["Store"], { known: named.projectIds, ...listing(["Store", "s-1"]) });
    assert.deepEqual([named.identities, renamed.identities], [all.identities, all.identities]);
    assert.deepEqual(all.projectIds, {});
  });

  it("are asked for their ids once, and then stay known by their addresses if the service does not tell", async () => {
    const known = ({ identities, projectIds }: Awaited<ReturnType<typeof find>>) => [identities, projectIds];
    const first = await find(["Shop"]);
    const later = await find(["Shop"], { known: first.projectIds, ...shop });
    assert.deepEqual(known(later), known(first));
    const told = await find(["Shop"], shop);
    const list = () => assert.fail("asked again");
    assert.deepEqual(known(await find(["Shop"], { known: told.projectIds, list })), known(told));
  });

  it("are the same as the pipeline's own, which the agent names by its id, wherever a monitor looks from", async () => {
    const all = listing(["Night Shift", "n-1"], ["Shop", "s-1"]);
    const byAgent = find(["Shop"], { ...all, projectId: "n-1" });
    const found = await Promise.all([byAgent, find(["Shop"], all), find("all", all)]);
    for (const { identities } of found) assert.deepEqual(identities, found[0]?.identities);
    assert.deepEqual(
      found.map(({ projectIds }) => Object.values(projectIds)),
      [["s-1"], ["n-1", "s-1"], []],
    );
  });

  it("are checked once if two names are one project", async () => {
    const both = listing(["Shop", "s-1"], ["Store", "s-1"]);
    assert.equal((await find(["Shop", "Store"], both)).identities.length, 2, "with the own one");
  });
});
