import assert from "node:assert/strict";
import { urlBelow } from "../../../shared/http/url";
import { allOf, buildServiceStage, clientOf, fiveRuns, never, now } from "./build-service-stage";

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

  it("is the only one that gets a new credential at first", async () => {
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

// The service refuses good credentials for a while: 401 between good responses (MicrosoftDocs/azure-devops-docs#2467,
// microsoft/azure-pipelines-agent#2202, azsk/ADOScanner-docs#24), TF400813 (renovatebot/config-help#971), and for GET a
// 203 in place of a 401 (microsoft/azure-devops-auth-samples#52). MethodsAndPractices/vsteam#426: 401 on some resources only.
const yamlPipeline = JSON.stringify({
  ...{ id: 7, name: "nightly import", process: { yamlFilename: "a.yml" } },
  repository: { id: "r", type: "TfsGit", defaultBranch: "refs/heads/main" },
});
const signIn = { status: 203, headers: { "content-type": "text/html" }, body: "<html>" };
const refusals = {
  "401": { status: 401 },
  "401 with TF400813": {
    status: 401,
    body: JSON.stringify({ message: "TF400813: The user '' is not authorized to access this resource." }),
  },
  "203": signIn,
  "203 with Retry-After": { ...signIn, headers: { ...signIn.headers, "retry-after": "20" } },
};

describe("a refusal after a good response with the same credential", () => {
  const stage = buildServiceStage(fiveRuns);

  for (const [name, refusal] of Object.entries(refusals)) {
    it(`is waited for, and the request repeated once: ${name} on page 2`, async () => {
      const pages = stage.service.runsSince(new Date(now - 3_630_000), never);
      const first = (await pages.next()).value;
      const [before, requests] = [stage.clock.now(), stage.sandbox.requests.length];
      stage.next(refusal);
      const others = await allOf(pages);
      assert.equal((first?.length ?? 0) + others.length, 5);
      assert.equal(stage.sandbox.requests.length - requests, 3);
      assert.ok(stage.clock.now() - before >= (name.includes("Retry-After") ? 20_000 : 5000));
    });

    it(`is told as what it is if it comes twice in a row: ${name}`, async () => {
      await stage.runs();
      const requests = stage.sandbox.requests.length;
      stage.next(refusal);
      stage.next(refusal);
      await assert.rejects(stage.runs(), ({ message }: Error) => {
        assert.match(
          message,
          /returned .*, twice in a row, although the service had accepted the same credential/,
        );
        assert.doesNotMatch(message, /Make a new token|does not work|expired/);
        return true;
      });
      assert.equal(stage.sandbox.requests.length - requests, 2);
    });
  }

  it("is repeated with a fresh token where there is one", async () => {
    const { organization, project, address } = stage.sandbox;
    const asked: (string | undefined)[] = [];
    const service = clientOf(urlBelow(address, [organization, project]), {
      clock: stage.clock,
      authorization: async (rejected) => {
        asked.push(rejected);
        return rejected === undefined ? "Basic Onh5" : "Bearer fresh";
      },
    });
    await service.logsOf(3, never);
    stage.next(signIn);
    await assert.rejects(service.logsOf(3, never), /twice in a row/);
    assert.deepEqual(asked, [undefined, undefined, "Basic Onh5"]);
    assert.equal(stage.sandbox.requests.at(-1)?.headers.authorization, "Bearer fresh");
    service.dispose();
  });

  it("says nothing of another area of the service, which a token may not open", async () => {
    await stage.runs();
    stage.next({ status: 200, body: yamlPipeline });
    stage.next({ status: 401 });
    await assert.rejects(stage.service.pipelineYaml(7, never), /401 Unauthorized.* Make a new token\.$/);
  });

  it("is not repeated for a request that acts", async () => {
    await stage.runs();
    const requests = stage.sandbox.requests.length;
    stage.next({ status: 401 });
    await assert.rejects(stage.service.retryRun(3, never), /401 Unauthorized.* Make a new token\.$/);
    assert.equal(stage.sandbox.requests.length - requests, 1);
  });
});
