import assert from "node:assert/strict";
import { placeOf } from "../demo/place";
import { describeRefusal, describeUnreachable, refusalOf } from "../demo/refusal";

const cloud = "https://dev.azure.com/";

describe("the place that npm start reads", () => {
  it("is an organization by its name, or by a URL with or without the project, or a page of it", () => {
    for (const [organization, project, expected] of [
      ["contoso", "Shop", [cloud, "contoso", "Shop"]],
      ["dev.azure.com/contoso/Shop", undefined, [cloud, "contoso", "Shop"]],
      [
        "https://dev.azure.com/contoso/Night%20Shift/_build?definitionId=3",
        undefined,
        [cloud, "contoso", "Night Shift"],
      ],
      ["https://dev.azure.com/contoso/Shop/", "shop", [cloud, "contoso", "shop"]],
      ["https://dev.azure.com/contoso/_settings", "Shop", [cloud, "contoso", "Shop"]],
      ["https://contoso.visualstudio.com/Shop", undefined, [cloud, "contoso", "Shop"]],
      [
        "https://contoso.visualstudio.com/DefaultCollection/Shop/_git/shop",
        undefined,
        [cloud, "contoso", "Shop"],
      ],
      [
        "https://host.example/tfs/Default%20Collection",
        "Shop",
        ["https://host.example/tfs/", "Default Collection", "Shop"],
      ],
      ["https://host.example/tfs/Main/Shop", "Shop", ["https://host.example/tfs/", "Main", "Shop"]],
      ["https://host.example/tfs/Main/Shop/_build", undefined, ["https://host.example/tfs/", "Main", "Shop"]],
      ["http://127.0.0.1:8080/contoso", "Shop", ["http://127.0.0.1:8080/", "contoso", "Shop"]],
    ] as const) {
      const problems: string[] = [];
      const place = placeOf(organization, project, problems);
      assert.deepEqual([place?.base, place?.organization, place?.project], expected, organization);
      assert.deepEqual(problems, []);
    }
  });

  it("is refused if it has no organization, or two projects, or would go over http", () => {
    for (const [organization, project, problem] of [
      [
        "https://dev.azure.com/",
        "Shop",
        /^--organization: expected a name such as contoso, or a URL with it/,
      ],
      ["https://dev.azure.com/_signin", "Shop", /^--organization: expected a name/],
      ["https://host.example/", "Shop", /^--organization: expected a name/],
      ["http://dev.azure.com/contoso", "Shop", /^--organization: must start with https/],
      ["two words", "Shop", /^--organization: must be a full URL/],
      ["https://me:canary@dev.azure.com/contoso", "Shop", /^--organization: must not contain a user name/],
      [
        "https://dev.azure.com/contoso/Lab",
        "Shop",
        /^--project: is Shop, but the URL of --organization leads to Lab$/,
      ],
      ["contoso", undefined, /^--project: missing; --organization needs it$/],
    ] as const) {
      const problems: string[] = [];
      assert.equal(placeOf(organization, project, problems), undefined, organization);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? "", problem);
    }
  });
});

// Azure DevOps refuses a token in several ways: git-credential-manager #623, ankitbko/vscode-pull-request-azdo #4.
describe("a refused token", () => {
  const place = {
    ...{ base: cloud, organization: "contoso", project: "Shop", buildAuth: "canary" },
    variable: "AZURE_DEVOPS_EXT_PAT",
  };
  const above = new URL("https://dev.azure.com/contoso/");

  it("is known by the first response: a status, a redirect or a sign-in page", () => {
    for (const [status, type, refusal] of [
      [401, "application/json", 401],
      [403, "application/json", 403],
      [404, "text/html", 404],
      [203, "text/html", 203],
      [302, "", 203],
      [200, "text/html; charset=utf-8", 203],
      [200, "application/json", undefined],
      [500, "text/html", undefined],
      [429, "", undefined],
    ] as const)
      assert.equal(refusalOf(status, type), refusal, `${status} ${type}`);
  });

  it("is not spoken of where the network is missing: the variables that are set are named", () => {
    const why = "getaddrinfo ENOTFOUND dev.azure.com";
    assert.equal(
      describeUnreachable(why, place, above, {}),
      `This machine cannot reach ${above.host}: ${why}\nCheck its network and DNS. The token from AZURE_DEVOPS_EXT_PAT was not sent.`,
    );
    const proxied = describeUnreachable(why, place, above, { HTTPS_PROXY: "http://proxy:3128" });
    assert.match(proxied, /network, the proxy in HTTPS_PROXY and DNS/);
  });

  it("is explained for the terminal: what was refused, where to create one, and how to set it", () => {
    assert.equal(
      describeRefusal(401, place, above, false),
      [
        "https://dev.azure.com/contoso/ does not accept the token from AZURE_DEVOPS_EXT_PAT (401). It has expired, is mistyped, or is of another organization.",
        "Create a personal access token for contoso with the scope Build (read): https://dev.azure.com/contoso/_usersSettings/tokens",
        'Then: export AZURE_DEVOPS_EXT_PAT="TOKEN"',
      ].join("\n"),
    );
    const ofBuildAuth = { ...place, variable: "BUILD_AUTH" };
    assert.match(
      describeRefusal(403, ofBuildAuth, above, true),
      /Then: \$env:BUILD_AUTH = "the base64 of :TOKEN"$/,
    );
    assert.match(describeRefusal(203, place, above), /\(a sign-in page\)/);
    assert.match(
      describeRefusal(404, place, above),
      /has no project Shop, or the token may not see it \(404\)/,
    );
    for (const refusal of [203, 401, 403, 404] as const)
      assert.doesNotMatch(describeRefusal(refusal, place, above), /canary|service connection|env:/);
  });
});
