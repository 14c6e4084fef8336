import assert from "node:assert/strict";
import type { HookSubscription } from "../../../../../shared/azure-devops/hook-subscriptions";
import {
  explainSubscriptions,
  type Hook,
  hookProblems,
  meant,
} from "../../../../../tasks/PipelineMonitor/features/service-hook/subscriptions";
import { useActions } from "../../actions/action-stage";
import { nothing } from "../../monitor-stage";
import { refusal } from "../../refusal";
import { memoryContext, projectReport } from "../../report-stage";
import { byHook, hookedMonitor, withSubscriptions } from "./service-hook-stage";

const subscription = (changes: Partial<HookSubscription> = {}): HookSubscription => ({
  ...{
    status: "enabled",
    projectId: "9a3b",
    definitionName: "",
    buildStatus: "Failed",
    webhook: "night-7f3a",
  },
  ...changes,
});
const hooked = { service_hook: true };
const own = { pipeline: "night watch", projectId: "9a3b" };
const onStage = useActions();

describe("the subscription of the service hook", () => {
  it("is a problem unless it is enabled and calls for failed runs only", () => {
    for (const [status, buildStatus, problem] of [
      ["enabled", "Failed", nothing],
      ["", "failed", nothing],
      ["onProbation", "Failed", /by its schedule alone for now: its service hook is on probation/],
      ["disabledByUser", "Failed", /somebody disabled/],
      ["disabledBySystem", "Failed", /Azure DevOps disabled/],
      ["disabledByInactiveIdentity", "Failed", /whoever created it is gone/],
      ["constructor", "Failed", nothing],
      // A hook for all results calls for the monitor's own successes.
      ["enabled", "", /may start itself without end: .* runs with any result/],
      ["enabled", "Succeeded", /runs with the result Succeeded/],
    ] as const)
      assert.match(
        hookProblems([subscription({ status, buildStatus })], own).join(),
        problem,
        status + buildStatus,
      );
  });

  it("is meant if it calls the incoming webhook of that name, or can be the monitor's in its project", () => {
    for (const [changes, hook, projectId, expected] of [
      [{}, true, "9a3b", true],
      [{ webhook: undefined }, true, "9a3b", false],
      [{ projectId: "77" }, true, "9a3b", false],
      [{ projectId: "" }, true, "9a3b", true],
      [{ projectId: "77" }, true, undefined, true],
      [{ projectId: "77" }, "Night-7F3A", "9a3b", true],
      [{}, "other", "9a3b", false],
      [{ definitionName: "invoices" }, true, "9a3b", true],
      [{ definitionName: "invoices", buildStatus: "Succeeded" }, true, "9a3b", false],
      [{ definitionName: "Night Watch", buildStatus: "Succeeded" }, true, "9a3b", true],
      [{ definitionName: "invoices", buildStatus: "Succeeded" }, "night-7f3a", "9a3b", true],
    ] as const)
      assert.equal(meant([subscription(changes)], hook, projectId, own).length, Number(expected));
  });

  it("starts the monitor without end only for runs of the monitor's own pipeline", () => {
    const any = (changes: Partial<HookSubscription>) =>
      hookProblems([subscription({ buildStatus: "", ...changes })], own).join();
    assert.match(any({ definitionName: "Night watch" }), /without end/);
    assert.equal(any({ definitionName: "invoices" }), "");
    assert.equal(any({ projectId: "77" }), "");
  });

  const others = subscription({ buildStatus: "Succeeded", webhook: "deploy" });
  const probation = subscription({ status: "onProbation" });
  it("is not confused with those of other incoming webhooks", () => {
    const told = (all: HookSubscription[], hook: Hook) => hookProblems(meant(all, hook, "9a3b", own), own);
    assert.deepEqual(told([others, subscription()], true), []);
    assert.match(told([others, probation], true).join("|"), /^is started [^|]* on probation[^|]*$/);
    const failing = subscription({ webhook: "deploy" });
    assert.deepEqual(told([failing, probation], true), []);
    assert.match(told([failing, probation], "night-7f3a").join(), /on probation/);
    assert.match(
      told([{ ...failing, status: "disabledByUser" }, probation], true).join(),
      /.*disabled.*prob/,
    );
  });

  it("has each of its problems told, the worst first", () => {
    const broken = [probation, subscription({ buildStatus: "", status: "disabledBySystem" }), probation];
    const [loop, disabled, last, ...more] = hookProblems(broken, own);
    assert.match(`${loop}|${disabled}|${last}`, /^may start itself .*\|.* disabled .*\|.* on probation/);
    assert.deepEqual(more, []);
  });

  it("is told once while it is broken, and when it is well again, nothing more", async () => {
    const monitor = hookedMonitor(hooked);
    const texts: string[] = [];
    for (const [at, status] of [
      "enabled",
      "onProbation",
      "onProbation",
      "disabledBySystem",
      "enabled",
    ].entries()) {
      const { posted } = await monitor(at, [], {
        service: withSubscriptions(async () => [subscription({ status })]),
      });
      texts.push(posted.join());
    }
    const [well, probation, again, disabled, end] = texts;
    assert.match(probation ?? "", /night watch is started by its schedule alone for now/);
    assert.match(disabled ?? "", /night watch is started by its schedule alone: Azure DevOps disabled/);
    assert.deepEqual([well, again, end], ["", "", ""]);
  });

  it("is read only if the key says that there is one, whatever started the monitor", async () => {
    let asked = 0;
    const service = withSubscriptions(async () => {
      asked++;
      return [];
    });
    for (const keys of [{}, { service_hook: false }]) {
      const monitor = hookedMonitor(keys);
      await monitor(0, [], { service, state: { variables: byHook } });
      await monitor(1, [], { service });
    }
    assert.equal(asked, 0);
    await hookedMonitor(hooked)(0, [], { service });
    assert.equal(asked, 1);
  });

  it("costs nothing where the credential may not read it, and only itself where the service fails", async () => {
    for (const [status, skipped] of [
      [401, []],
      [403, []],
      [404, []],
      [500, ["the service hook"]],
    ] as const) {
      const service = withSubscriptions(() => Promise.reject(refusal(status)));
      const { whole, report } = await hookedMonitor(hooked)(0, [], { service });
      assert.deepEqual([whole.skipped, report.issueCount], [skipped, 0], String(status));
    }
  });

  it("is explained to people who try a configuration, with where to look", async () => {
    const explained = async (hook: Hook, read: () => Promise<HookSubscription[]>) => {
      const context = memoryContext({ service: { hookSubscriptions: read } });
      return (await explainSubscriptions(hook, projectReport(), context)).join("|");
    };
    const read = async () => [subscription(), subscription({ status: "onProbation" })];
    assert.match(
      await explained(true, read),
      /^\|Service hook:\| {2}A subscription is enabled\.\| {2}This monitor is started by its schedule alone/,
    );
    const several = async () => [subscription(), subscription({ webhook: "deploy" })];
    assert.match(await explained(true, several), /several incoming webhooks\. Name the monitor's/);
    assert.match(await explained("other", read), /sees no subscription .* Look in Project settings/);
    const refused = () => Promise.reject(refusal(403));
    assert.match(await explained(true, refused), /may not read the state .* Look in Project settings/);
  });

  it("is asked for in `explain` only if the configuration has a hook", () =>
    onStage({ config: hooked }, async ({ act }) => {
      const { printed } = await act("explain");
      assert.ok(printed.some((line) => line.includes("may not read the state of the subscription")));
    }));
});
