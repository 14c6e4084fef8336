import assert from "node:assert/strict";
import type { Context } from "../../../tasks/PipelineMonitor/issue/context";
import { checkProjects } from "../../../tasks/PipelineMonitor/projects";
import { memoryBuildService } from "../../memory-build-service";
import { testClock } from "../../test-clock";
import { hanging, memoryContext, projectReport } from "./report-stage";

const own = projectReport().config;
const named = (count: number) => Array.from({ length: count }, (_, index) => `p${index + 1}`);

/** The other projects of an organization, and which of their clients are open. */
function organization() {
  const open = new Set<string>();
  return {
    open,
    others: {
      list: () => assert.fail("listed"),
      open(project: URL) {
        open.add(project.href);
        return { ...memoryBuildService(project, []), dispose: () => void open.delete(project.href) };
      },
    },
  };
}

describe("checkProjects", () => {
  type Act = (name: string, context: Context, ofList: AbortSignal) => Promise<void>;

  /** Ends only with the time that the project's list has. */
  const hangs: Act = (_, __, ofList) => hanging(ofList);

  /** Checks projects of these names. Time passes as soon as all wait for it. */
  async function check(
    names: readonly string[],
    acts: { first?: Act; rest?: Act; startedAt?: number },
    cancelled?: AbortSignal,
  ) {
    const clock = testClock();
    const steps: string[] = [];
    const percents: [number, string][] = [];
    const context = memoryContext({
      ...{ clock, progress: (percent: number, what: string) => void percents.push([percent, what]) },
      ...(cancelled === undefined ? {} : { cancelled }),
    });
    const { open, others } = organization();
    const configs = names.map((name) => ({ ...own, projectName: name, project: new URL(name, own.project) }));
    const { first = async () => undefined, rest = async () => undefined, startedAt = 0 } = acts;
    let isDone = false;
    const pass = () => {
      clock.advance(1000);
      if (!isDone) setImmediate(pass);
    };
    setImmediate(pass);
    const checked = checkProjects(configs, others, context, {
      startedAt,
      async begin({ projectName }, ownContext) {
        steps.push(`first ${projectName}`);
        const ofList = ownContext.cancelled;
        await first(projectName, ownContext, ofList);
        return { begun: projectName, ofList };
      },
      async complete({ begun, ofList }, config, ownContext) {
        assert.equal(begun, config.projectName);
        steps.push(`rest ${begun}`);
        await rest(begun, ownContext, ofList);
        return projectReport({ config });
      },
    });
    const found = await checked.finally(() => {
      isDone = true;
    });
    return {
      read: found.projects.map(({ config }) => config.projectName),
      ...{ unread: found.unread.map(({ projectName }) => projectName), timers: clock.pending() },
      set: clock.timers,
      ...{ steps, percents, seconds: clock.now() / 1000, warnings: context.agent.warnings, open: open.size },
    };
  }

  it("gives every project its first request before any its second", async () => {
    const { steps, read, open, timers } = await check(named(9), {});
    const each = ["first", "rest"].flatMap((step) => named(9).map((name) => `${step} ${name}`));
    assert.deepEqual(steps, each);
    assert.deepEqual([read, open, timers], [named(9), 0, 0]);
  });

  it("reads the others if one fails or hangs, in its first request or later, and tells which", async () => {
    const fails: Act = async (name, ...given) => {
      if (name === "p2") throw new Error("403");
      if (name === "p3") await hangs(name, ...given);
    };
    for (const acts of [{ first: fails }, { rest: fails }]) {
      const { read, unread, warnings, open } = await check(named(6), acts);
      assert.deepEqual([...read, "and not", ...unread].join(" "), "p1 p4 p5 p6 and not p2 p3");
      assert.deepEqual(warnings, [
        "Could not read the project p2. 403",
        "Could not read the project p3. https://dev.azure.com/contoso/p3 did not respond in time.",
      ]);
      assert.equal(open, 0);
    }
  });

  it("takes 29 minutes at most for all, so that the message is posted", async () => {
    const allBut =
      (one: string): Act =>
      async (name, ...given) => {
        if (name !== one) await hangs(name, ...given);
      };
    const first = await check(named(80), { first: allBut("p80") });
    assert.deepEqual([first.read, first.unread.length], [["p80"], 79]);
    assert.equal(first.seconds, 900, "as long as one list, for the first requests");
    const rest = await check(named(200), { rest: allBut("p1") });
    assert.deepEqual([rest.read, rest.unread.length, rest.seconds], [["p1"], 199, 1740]);
    assert.equal(rest.steps.filter((step) => step.startsWith("first")).length, 200);
    const afterMemory = await check(named(2), { rest: allBut("p1"), startedAt: -240_000 });
    assert.equal(afterMemory.seconds, 1500, "with what it took to read the memory");
  });

  it("reports a project whose list is read, with whatever it has, even after that", async () => {
    const time: boolean[] = [];
    const rest: Act = async (name, own, ofList) => {
      if (Number(name.slice(1)) <= 4) await hangs(name, own, ofList);
      const limits = [own.time.search(own.cancelled), own.time.limit(own.cancelled)];
      time.push(...limits.map(({ signal }) => signal.aborted), own.cancelled.aborted);
      for (const { end } of limits) end();
    };
    const { read, unread, seconds } = await check(named(5), { rest });
    assert.deepEqual([read, unread, seconds], [["p5"], ["p1", "p2", "p3", "p4"], 1740]);
    assert.deepEqual(time, [true, true, false]);
  });

  it("hands each project its own client, and its share of the time", async () => {
    const pages: string[] = [];
    const rest: Act = async (_, { service, time, cancelled }) => {
      time.search(cancelled).end();
      pages.push(service.runPage(1).pathname);
    };
    const timesOf = ({ set }: Awaited<ReturnType<typeof check>>, seconds: number) =>
      set.filter((milliseconds) => milliseconds === seconds * 1000).length;
    assert.equal(timesOf(await check(named(8), { rest }), 300), 8);
    const others = named(8).map((name) => `/contoso/${name}/_build/results`);
    assert.deepEqual(pages, ["/o/p/_build/results", ...others.slice(1)]);
    assert.equal(timesOf(await check(named(2), { rest }), 600), 2);
  });

  it("shows a progress that never runs backwards", async () => {
    const { percents } = await check(named(7), {});
    const shown = percents.map(([percent, what]) => `${what} ${percent}`);
    const expected = [14, 28, 42, 57, 71, 85].map((percent) => `Checking the projects ${percent}`);
    assert.deepEqual(shown, expected);
  });

  it("takes 15 minutes at most for the first request of one alone, and says whose it was", async () => {
    const reason = /^Error: https:\/\/dev\.azure\.com\/contoso\/p1 did not respond in time\.$/;
    await assert.rejects(check(named(1), { first: hangs }), reason);
  });

  it("shows how far each of them is, and how far one alone is", async () => {
    const rest: Act = async (_, { progress }) => progress(40, "Searching the logs");
    const shown = async (count: number) =>
      (await check(named(count), { rest })).percents.map(([percent, what]) => `${what} ${percent}`);
    assert.deepEqual(await shown(1), ["Searching the logs 40"]);
    assert.deepEqual((await shown(2)).toSorted(), [
      "Checking the projects 70",
      "Searching the logs 20",
      "Searching the logs 40",
    ]);
  });

  it("fails if no project can be read (invariant 2), and with the step", async () => {
    const down: Act = () => Promise.reject(new Error("down"));
    for (const count of [1, 3]) await assert.rejects(check(named(count), { first: down }), /^Error: down$/);
    const cancelled = AbortSignal.abort(new Error("cancelled"));
    await assert.rejects(check(named(3), { first: hangs }, cancelled), /cancelled/);
  });
});
