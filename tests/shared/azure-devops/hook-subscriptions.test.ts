import assert from "node:assert/strict";
import { parseHookSubscription } from "../../../shared/azure-devops/hook-subscriptions";
import { startBuildService } from "../../sandbox/build-service";
import { buildServiceStage, clientOf, never } from "./build-service-stage";

const called = "https://dev.azure.com/contoso/_apis/public/distributedtask/webhooks";
const subscription = (url: string, status: unknown = "enabled") => ({
  ...{ id: "8dea9aba", status, eventType: "build.complete" },
  publisherInputs: { projectId: "9A3B", buildStatus: "Failed", definitionName: "invoices" },
  consumerInputs: { url },
});

describe("a subscription of a service hook", () => {
  it("names the incoming webhook that it calls, if it calls one", () => {
    for (const [url, webhook] of [
      [`${called}/Night-Watch_7f.3?api-version=6.0-preview`, "Night-Watch_7f.3"],
      // MicrosoftDocs/azure-devops-docs#11550: with a slash, it worked.
      [`${called}/night-watch/?api-version=6.0-preview`, "night-watch"],
      ["https://contoso.visualstudio.com/_apis/Public/DistributedTask/WebHooks/a", "a"],
      ["https://hooks.example/build", undefined],
    ] as const)
      assert.deepEqual(parseHookSubscription(subscription(url)), {
        ...{
          status: "enabled",
          projectId: "9a3b",
          definitionName: "invoices",
          buildStatus: "Failed",
          webhook,
        },
      });
  });

  it("has a status by its name or its number, and otherwise none", () => {
    const statusOf = (status: unknown) => parseHookSubscription(subscription("", status))?.status;
    assert.deepEqual(["onProbation", 0, 10, 20, 30, 40, 7, null, undefined].map(statusOf), [
      ...["onProbation", "enabled", "onProbation", "disabledByUser", "disabledBySystem"],
      ...["disabledByInactiveIdentity", "", "", "enabled"],
    ]);
    assert.deepEqual(parseHookSubscription({}), {
      ...{ status: "", projectId: "", definitionName: "", buildStatus: "", webhook: undefined },
    });
    assert.equal(parseHookSubscription("x"), undefined);
  });
});

describe("the build service", () => {
  const stage = buildServiceStage([{ id: 7, result: "failed" }]);

  it("reads a run by its id, and knows that a project has none of it, or another has it", async () => {
    const record = await stage.service.run(7, never);
    assert.ok(record && "run" in record);
    assert.deepEqual([record.run.id, record.run.result], [7, "failed"]);
    assert.equal(await stage.service.run(8, never), undefined);
    stage.next({ status: 200, body: JSON.stringify({ id: 9 }) });
    await assert.rejects(stage.service.run(7, never), /returned JSON that is not the run/);
    for (const [project, isOfAnother] of [
      [{ id: "9A3B" }, false],
      [undefined, false],
      [{ id: "77" }, true],
    ] as const) {
      stage.next({ status: 200, body: JSON.stringify({ id: 7, project }) });
      assert.equal((await stage.service.run(7, never, "9a3b")) === undefined, isOfAnother);
    }
    stage.instead({ status: 403 });
    await assert.rejects(stage.service.run(7, never), /403/);
  });

  it("reads the subscriptions of its organization, if it may", async () => {
    await assert.rejects(stage.service.hookSubscriptions(never), /403.*TF50309/);
    const hooks = [subscription(`${called}/a`, 10)];
    const other = await startBuildService({ runs: [], authorizations: ["Basic Onh5"], hooks });
    const client = clientOf(new URL("contoso/Night%20Shift", other.address), { clock: stage.clock });
    const [found, ...others] = await client.hookSubscriptions(never);
    assert.deepEqual([found?.webhook, found?.status, others], ["a", "onProbation", []]);
    assert.equal(other.requests[0]?.path, "/contoso/_apis/hooks/subscriptions");
    client.dispose();
    await other.close();
  });
});
