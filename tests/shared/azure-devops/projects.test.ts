import assert from "node:assert/strict";
import { readProjectNames } from "../../../shared/azure-devops/projects";
import { urlBelow } from "../../../shared/http/url";
import { noNetworkSettings } from "../../memory-agent";
import { json } from "../../sandbox/loopback";
import { buildServiceStage, never } from "./build-service-stage";

describe("the projects of an organization", () => {
  const stage = buildServiceStage([]);
  const namesOf = (maxCount: number) =>
    readProjectNames(
      urlBelow(stage.sandbox.address, [stage.sandbox.organization]),
      maxCount,
      {
        ...{ authorization: async () => "Basic Onh5", credentialAdvice: "Make a new token." },
        ...{ network: noNetworkSettings, clock: stage.clock },
      },
      never,
    );
  const reply = (...names: unknown[]) =>
    stage.next(json({ count: names.length, value: names.map((name) => ({ name })) }));

  it("are read by one request, in alphabetical order, each once", async () => {
    reply("Lab", "Shop", "Attic", "Lab");
    assert.deepEqual(await namesOf(3), { names: ["Attic", "Lab", "Shop"], isCut: false });
    const targets = stage.sandbox.requests.map(({ target }) => decodeURIComponent(target));
    assert.deepEqual(targets, ["/contoso/_apis/projects?stateFilter=wellFormed&$top=4&api-version=5.0"]);
  });

  it("are cut at the limit, which is told", async () => {
    reply("Shop", "Lab", "Attic");
    assert.deepEqual(await namesOf(2), { names: ["Attic", "Lab"], isCut: true });
  });

  it("are not readable if one has no name", async () => {
    for (const name of ["", 7]) {
      reply("Shop", name);
      await assert.rejects(namesOf(3), /returned a project without a name\./);
    }
  });
});
