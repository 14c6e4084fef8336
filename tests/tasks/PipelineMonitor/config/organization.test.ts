import assert from "node:assert/strict";
import { goodConfig } from "../good-config";
import { parseConfig } from "../parse-config";

const parsed = (organization: string, ...[url_base]: unknown[]) =>
  parseConfig({ ...goodConfig, organization, url_base });
const cloud = "https://dev.azure.com/";

describe("an organization that is given as a URL", () => {
  it("is understood, and its short form is shown, where url_base agrees", () => {
    const old = "https://contoso.visualstudio.com/";
    for (const [url, base = cloud, name = "contoso"] of [
      ["https://dev.azure.com/contoso"],
      ["https://dev.azure.com/contoso/"],
      ["https://dev.azure.com/contoso?token=canary"],
      ["HTTPS://Dev.Azure.com/contoso/Night%20Shift/_build"],
      ["https://contoso.visualstudio.com"],
      [`${old}Night%20Shift`],
      [`${old}DefaultCollection/`, old, "DefaultCollection"],
      ["https://host/tfs/Collection", "https://host/tfs/", "Collection"],
      ["http://127.0.0.1:8080/contoso", "http://127.0.0.1:8080/"],
    ] as const) {
      const { config, known, problems, warnings } = parsed(url, base);
      assert.deepEqual([problems, config?.project.href], [[], `${base}${name}/Night%20Shift`], url);
      assert.deepEqual(warnings, [`organization: is a URL; write "${name}"`]);
      assert.equal(Reflect.get(Object(known), "organization"), name, "what test_flag prints");
    }
  });

  it("is refused with what to write, where url_base contradicts it", () => {
    const advice = 'organization: is a URL; write "contoso", and "https://dev.azure.com/" in url_base';
    for (const [url, base] of [
      ["https://dev.azure.com/contoso", "https://host/tfs/"],
      ["https://dev.azure.com/contoso", "https://dev.azure.com"],
      ["https://contoso.visualstudio.com/", "https://contoso.visualstudio.com/"],
    ] as const)
      assert.equal(parsed(url, base).problems[0], advice, url);
  });

  it("is expected to be a name, with the rest in url_base, where it is another URL, or url_base is not usable, and is not quoted", () => {
    const expected =
      "organization: is a URL; write only the name, and the part of the URL before the name in url_base";
    for (const url of [
      "https://chat.example/hooks/canary",
      "https://me:canary@dev.azure.com/contoso",
      "https://contoso.visualstudio.com.chat.example/canary",
      "http://dev.azure.com/contoso",
      "https://dev.azure.com/",
      "https://dev.azure.com/?canary",
      "https://",
    ])
      assert.deepEqual([parsed(url, cloud).problems, parsed(url, cloud).warnings], [[expected], []], url);
    for (const base of [undefined, 5, "no URL", "https://me:canary@dev.azure.com/"]) {
      const { problems, warnings } = parsed("https://dev.azure.com/contoso", base);
      assert.deepEqual([problems.length, problems[0], warnings], [2, expected, []], String(base));
    }
  });
});
