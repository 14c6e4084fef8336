import assert from "node:assert/strict";
import { readProjects } from "../../../shared/azure-devops/projects";
import { urlBelow } from "../../../shared/http/url";
import { noNetworkSettings } from "../../memory-agent";
import { json } from "../../sandbox/loopback";
import { buildServiceStage, never } from "./build-service-stage";

describe("the projects of an organization", () => {
  const stage = buildServiceStage([]);
  const credential = { authorization: async () => "Basic Onh5", credentialAdvice: "Make a new token." };
  const namesOf = (maxCount: number, ...names: unknown[]) => {
    const { sandbox, clock } = stage;
    stage.next(json({ count: names.length, value: names.map((name) => ({ name, id: "9A3B" })) }));
    const organization = urlBelow(sandbox.address, [sandbox.organization]);
    return readProjects(organization, maxCount, { ...credential, network: noNetworkSettings, clock }, never);
  };

  it("are read by one request, in alphabetical order, each once", async () => {
    const read = await namesOf(3, "Lab", "Shop", "Attic", "Lab");
    const projects = ["Attic", "Lab", "Shop"].map((name) => ({ name, id: "9a3b" }));
    assert.deepEqual(read, { projects, isCut: false });
    const targets = stage.sandbox.requests.map(({ target }) => decodeURIComponent(target));
    assert.deepEqual(targets, ["/contoso/_apis/projects?stateFilter=wellFormed&$top=4&api-version=5.0"]);
  });

  it("are cut at the limit, which is told", async () => {
    const { projects, isCut } = await namesOf(2, "Shop", "Lab", "Attic");
    assert.deepEqual([projects.map(({ name }) => name), isCut], [["Attic", "Lab"], true]);
  });

  it("are not readable if one has no name", async () => {
    for (const name of ["", 7])
      await assert.rejects(namesOf(3, "Shop", name), /returned a project without a name\./);
  });
});
