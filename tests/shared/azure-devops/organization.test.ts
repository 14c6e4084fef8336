import assert from "node:assert/strict";
import fc from "fast-check";
import { isBelow, normalAddress, sameOrganization } from "../../../shared/azure-devops/organization";

// Both forms name one organization: microsoft/coe-starter-kit #3551, microsoft/azure-devops-mcp #1249,
// IonicaBizau/git-url-parse #158, cribeiro84/azure-devops-pull-request-hub #166; names ignore case:
// nkdAgility/azure-devops-migration-tools #101.
const spellings = [
  ...[
    "https://dev.azure.com/contoso",
    "https://dev.azure.com/Contoso/",
    "https://DEV.azure.com:443/contoso//",
  ],
  ...[
    "https://dev.azure.com/cont%6Fso/",
    "https://contoso.visualstudio.com",
    "https://Contoso.VisualStudio.com/",
  ],
  ...[
    "https://contoso.visualstudio.com/DefaultCollection",
    "https://contoso.visualstudio.com/defaultcollection/",
  ],
];

const others = [
  ...["https://dev.azure.com/fabrikam/", "https://dev.azure.com/", "http://dev.azure.com/contoso/"],
  ...["https://dev.azure.com:8443/contoso/", "https://dev.azure.com.evil.example/contoso/"],
  ...[
    "https://fabrikam.visualstudio.com/",
    "http://contoso.visualstudio.com/",
    "https://a.contoso.visualstudio.com/",
  ],
  ...["https://contoso.visualstudio.com.evil.example/", "https://contoso.visualstudio.com:8443/"],
  ...[
    "https://dev.azure.com/contoso%/",
    "https://dev.azure.com/contoso%ff/",
    "https://visualstudio.com/contoso/",
  ],
];

describe("sameOrganization", () => {
  const own = new URL("https://dev.azure.com/contoso/");

  it("knows an organization by each of its addresses, and no other", () => {
    for (const url of spellings) assert.ok(sameOrganization(own, new URL(url)), url);
    for (const url of others) assert.ok(!sameOrganization(own, new URL(url)), url);
  });

  it("knows a project below it by each of them, and none of another", () => {
    for (const url of spellings) {
      const project = new URL(`${url.replace(/\/+$/, "")}/Night%20Shift`);
      assert.equal(normalAddress(project), "https://dev.azure.com/contoso/night shift/", url);
      assert.ok(isBelow(project, own), url);
    }
    for (const url of [
      ...others,
      "https://dev.azure.com/contoso-evil/",
      "https://contoso-evil.visualstudio.com/",
    ])
      assert.ok(!isBelow(new URL(url), own), url);
  });

  it("has one form for any name, and another for another name", () => {
    const name = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/);
    fc.assert(
      fc.property(name, name, (one, other) => {
        const [old, recent] = [
          `https://${one}.visualstudio.com`,
          `https://dev.azure.com/${other.toUpperCase()}`,
        ];
        return sameOrganization(new URL(old), new URL(recent)) === (one === other);
      }),
    );
  });
});
