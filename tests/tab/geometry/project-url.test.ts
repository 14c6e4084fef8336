import assert from "node:assert/strict";
import { projectAt } from "../../../tab/geometry/project-url";

describe("the project of a row, as the page reaches it", () => {
  const cloud = "https://dev.azure.com/contoso/";
  const server = "http://tfs:8080/tfs/DefaultCollection/";
  const cases: [title: string, page: string, url: string, expected: string | undefined][] = [
    ["is the page's own", `${cloud}Shop`, `${cloud}Shop`, `${cloud}Shop`],
    ["is another one beside it", `${cloud}Shop`, `${cloud}Night%20Shift/`, `${cloud}Night%20Shift`],
    // Pages at visualstudio.com, data at dev.azure.com: cribeiro84/azure-devops-pull-request-hub #166, microsoft/devhome #2080.
    [
      "is at the old host where the page is",
      "https://contoso.visualstudio.com/Shop",
      `${cloud}Shop`,
      "https://contoso.visualstudio.com/Shop",
    ],
    [
      "is at the new host where the page is",
      `${cloud}Shop`,
      "https://Contoso.visualstudio.com/DefaultCollection/Shop",
      `${cloud}Shop`,
    ],
    [
      "is at the name by which the page reaches the server",
      `${server}Shop`,
      "https://tfs.contoso.com/tfs/DefaultCollection/Shop",
      `${server}Shop`,
    ],
    [
      "is out of reach in another organization",
      `${cloud}Shop`,
      "https://dev.azure.com/fabrikam/Shop",
      undefined,
    ],
    [
      "is out of reach in another collection",
      `${server}Shop`,
      "https://tfs.contoso.com/tfs/Other/Shop",
      undefined,
    ],
    ["is out of reach on a server", `${cloud}Shop`, `${server}Shop`, undefined],
    ["is out of reach if its URL is none", `${cloud}Shop`, "Shop", undefined],
  ];
  for (const [title, page, url, expected] of cases)
    it(title, () => assert.equal(projectAt(page, { name: "Shop", url }), expected));
});
