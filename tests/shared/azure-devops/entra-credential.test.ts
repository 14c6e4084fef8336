import assert from "node:assert/strict";
import { entraCredential } from "../../../shared/azure-devops/entra-credential";
import { memoryAgent } from "../../memory-agent";
import { requestUrl, identity as sandboxIdentity } from "../../sandbox/entra";

const identity = { ...sandboxIdentity, connectionId: "reader", idToken: "", requestUrl };

function credential(
  changes: Partial<typeof identity> = {},
  organization: string | undefined = "https://dev.azure.com/fabrikam",
  jobToken = "job-token",
) {
  const place = {
    organization: organization === "" ? undefined : new URL(organization),
    collectionUri: "https://dev.azure.com/contoso/",
  };
  return entraCredential({ ...identity, ...changes }, place, memoryAgent({ jobToken }));
}

const problemOf = (...parts: Parameters<typeof credential>) => {
  const made = credential(...parts);
  return made !== undefined && "problem" in made ? made.problem : "";
};

describe("credential of azureDevOpsConnection", () => {
  it("says by its name what it is, and what its identity needs", () => {
    const made = credential();
    assert.ok(made !== undefined && "kind" in made);
    assert.equal(made.kind, "azureDevOpsConnection");
    assert.match(made.advice, /organization's Users, with the access level Basic, and to the .* Readers\.$/);
  });

  it("is for Azure DevOps Services only", () => {
    for (const host of ["dev.azure.com", "fabrikam.visualstudio.com"])
      assert.equal(problemOf({}, `https://${host}/fabrikam`), "", host);
    const words = /^azureDevOpsConnection: cannot be used for http.*buildServiceConnection$/;
    for (const host of [
      ...["https://tfs.company.example/tfs", "http://dev.azure.com", "https://dev.azure.com:8443"],
      ...["https://dev.azure.com.evil.example", "https://evil-dev.azure.com", "https://a.b.visualstudio.com"],
      "https://visualstudio.com.evil.example",
    ])
      assert.match(problemOf({}, `${host}/fabrikam`), words);
    assert.equal(credential({}, ""), undefined);
  });

  it("needs an identity and its tenant", () => {
    for (const changes of [{ clientId: "" }, { tenantId: "" }, { tenantId: ".." }, { tenantId: "a/b" }])
      assert.match(problemOf(changes), /has no workload identity\. Use a connection .* Azure DevOps$/);
  });

  it("cannot be used where jobs get no id tokens, as on Azure DevOps Server", () => {
    assert.match(problemOf({ requestUrl: "" }), /System\.OidcRequestUri is not set\), as on Azure .* Server/);
    assert.equal(problemOf({ requestUrl: "", idToken: "of-the-connection" }, undefined, ""), "");
  });

  it("sends the job access token to the pipeline's own origin only", () => {
    for (const url of [
      ...["https://evil.example/oidctoken", "http://dev.azure.com/oidctoken", "no address"],
      ...["https://dev.azure.com:8443/oidctoken", "https://user@dev.azure.com/oidctoken"],
    ])
      assert.match(problemOf({ requestUrl: url }), /does not lead to this pipeline's organization$/, url);
    assert.match(problemOf({}, undefined, ""), /this job has no access token/);
  });
});
