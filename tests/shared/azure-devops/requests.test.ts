import assert from "node:assert/strict";
import { urlBelow } from "../../../shared/http/url";
import { buildServiceStage, clientOf, fiveRuns, never } from "./build-service-stage";

describe("a request that the build service rejects with 401", () => {
  const stage = buildServiceStage(fiveRuns);
  const right = "Basic Onh5";

  /** A client whose credential is the first of a list, and the next one after each rejection. */
  function clientWith(...authorizations: string[]) {
    const asked: (string | undefined)[] = [];
    const { organization, project, address } = stage.sandbox;
    const service = clientOf(urlBelow(address, [organization, project]), {
      clock: stage.clock,
      authorization: async (rejected) => {
        asked.push(rejected);
        return authorizations[rejected === undefined ? 0 : authorizations.indexOf(rejected) + 1] ?? "none";
      },
    });
    return { service, asked };
  }
  const statuses = () => stage.sandbox.requests.length;

  it("is sent once more with a new credential", async () => {
    const { service, asked } = clientWith("Bearer old", right);
    assert.equal((await service.logsOf(3, never)).length, 6);
    assert.deepEqual([asked, statuses()], [[undefined, "Bearer old"], 2]);
    service.dispose();
  });

  it("is not sent a third time", async () => {
    const { service, asked } = clientWith("Bearer old", "Bearer other", right);
    await assert.rejects(service.logsOf(3, never), /returned 401 Unauthorized.* Make a new token\.$/);
    assert.deepEqual([asked, statuses()], [[undefined, "Bearer old"], 2]);
    service.dispose();
  });

  it("is not sent again if there is no new credential", async () => {
    const service = clientOf(new URL(`${stage.sandbox.address.href}contoso/Night%20Shift`), {
      authorization: async () => "Bearer only",
    });
    await assert.rejects(service.logsOf(3, never), /returned 401 Unauthorized.* Make a new token\.$/);
    assert.equal(statuses(), 1);
    service.dispose();
  });

  it("is the only one that gets a new credential", async () => {
    const { service, asked } = clientWith(right, "Bearer none");
    for (const status of [403, 404]) {
      stage.next({ status });
      await assert.rejects(service.logsOf(3, never));
    }
    stage.next({ status: 203, headers: { "content-type": "text/html" }, body: "<html>" });
    await assert.rejects(service.logsOf(3, never), /sign-in page/);
    assert.deepEqual(asked, [undefined, undefined, undefined]);
    service.dispose();
  });
});
