import assert from "node:assert/strict";
import fc from "fast-check";
import { findElsewhere, placeKeys, readOwnPlace } from "../../../../tasks/PipelineMonitor/config/own-place";
import { memoryAgent } from "../../../memory-agent";
import { goodConfig } from "../good-config";
import { parseConfig } from "../parse-config";

const inPipeline = (address: string, project = "Night Shift", id = "") =>
  memoryAgent({
    variables: {
      ...{ "System.CollectionUri": address, "System.TeamProject": project },
      "System.TeamProjectId": id,
    },
  });
const contoso = inPipeline("https://dev.azure.com/contoso/");
const own = readOwnPlace(contoso) ?? assert.fail();

describe("the pipeline's own place", () => {
  it("is what the agent tells, in the cloud by either address, and on a server", () => {
    for (const [address, organization, base = "https://dev.azure.com/"] of [
      ["https://dev.azure.com/contoso/", "contoso"],
      ["https://dev.azure.com/contoso", "contoso"],
      ["https://contoso.visualstudio.com/", "contoso"],
      ["https://contoso.visualstudio.com/DefaultCollection/", "contoso"],
      ["https://host/tfs/Old%20Collection/", "Old Collection", "https://host/tfs/"],
      ["http://127.0.0.1:8080/contoso/", "contoso", "http://127.0.0.1:8080/"],
    ] as const)
      assert.deepEqual(readOwnPlace(inPipeline(address)), {
        ...{ organization, project: "Night Shift", url_base: base },
      });
  });

  it("is not known outside a pipeline", () => {
    for (const agent of [
      memoryAgent(),
      inPipeline("no address"),
      inPipeline("https://dev.azure.com/contoso", ""),
    ])
      assert.equal(readOwnPlace(agent), undefined);
  });

  it("completes a configuration key by key, and never replaces what the file says", () => {
    const other = { organization: "fabrikam", project: "Lab", url_base: "https://host/" };
    fc.assert(
      fc.property(fc.subarray([...placeKeys]), (given) => {
        const { organization: _, project: __, url_base: ___, ...rest } = goodConfig;
        const content = { ...rest, ...Object.fromEntries(given.map((key) => [key, other[key]])) };
        const { config, filled, problems } = parseConfig(content, own);
        const expected = (key: (typeof placeKeys)[number]) => (given.includes(key) ? other : own)[key];
        const [base, organization, project] = [
          expected("url_base"),
          expected("organization"),
          expected("project"),
        ];
        const url = `${base}${organization}/${encodeURIComponent(project)}`;
        assert.deepEqual([problems, config?.project.href], [[], url]);
        assert.deepEqual(
          Object.keys(filled),
          placeKeys.filter((key) => !given.includes(key)),
        );
      }),
    );
    const [whole, alone] = [parseConfig(goodConfig, own), parseConfig(goodConfig)];
    assert.deepEqual([whole.known, whole.filled], [alone.known, {}]);
  });

  it("is named in the problem of a value that the file does not have", () => {
    const { url_base: _, ...content } = goodConfig;
    const http = readOwnPlace(inPipeline("http://tfs.corp.example:8080/tfs/Main/"));
    assert.deepEqual(parseConfig(content, http).problems, [
      "url_base: must start with https://, because http would expose the credential to the network (this pipeline's own)",
    ]);
  });
});

// Most tools only say that they are not authorized: Azure/azure-cli #32897, azure-devops-extension-tasks #163.
describe("a configuration that reads another place than the pipeline's own", () => {
  const found = (keys: object, agent = contoso) =>
    findElsewhere(parseConfig({ ...goodConfig, ...keys }).config ?? assert.fail(), agent, "monitor.json");

  it("is said to, by the names that differ, or else by the addresses", () => {
    for (const [keys, what, sentence] of [
      [{ organization: "contosso" }, "organization", "contosso; this pipeline runs in contoso"],
      [
        { organization: "contosso", project: "Shop" },
        "organization",
        "contosso; this pipeline runs in contoso",
      ],
      [{ project: "Nightshift" }, "project", "the project Nightshift; this pipeline runs in Night Shift"],
      [
        { url_base: "https://host/tfs/" },
        "organization",
        "https://host/tfs/contoso; this pipeline runs in https://dev.azure.com/contoso",
      ],
    ] as const)
      assert.deepEqual(found(keys), { what, sentence: `monitor.json reads ${sentence}.` });
  });

  it("is the same place in another spelling, under the project's id, or if nobody knows", () => {
    const id = "9a3b6c1d-0000-4000-8000-000000000001";
    for (const [keys, agent] of [
      [{}, contoso],
      [{ organization: "Contoso", project: "NIGHT SHIFT" }, contoso],
      [{}, inPipeline("https://contoso.visualstudio.com/")],
      [{ project: id.toUpperCase() }, inPipeline("https://dev.azure.com/contoso/", "Night Shift", id)],
      [{ organization: "contosso" }, memoryAgent()],
    ] as const)
      assert.equal(found(keys, agent), undefined, JSON.stringify(keys));
  });
});
