import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { sbomFile, sbomText } from "../../build/sbom";
import { root } from "../root";
import { vsixFiles } from "../sandbox/agent";

interface Sbom {
  components: {
    name: string;
    type: string;
    version: string;
    purl?: string;
    supplier?: { name: string };
    hashes?: { content: string }[];
  }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
  metadata: { timestamp: string };
}

describe("bill of materials of the extension", () => {
  const text = Buffer.from(vsixFiles()[sbomFile] ?? assert.fail()).toString("utf8");
  const { components, dependencies, metadata }: Sbom = JSON.parse(text);
  const noticeOf = (folder: string) =>
    [
      ...Buffer.from(vsixFiles()[`${folder}NOTICE`] ?? assert.fail())
        .toString("utf8")
        .matchAll(/^## (\S+) (\S+) \(/gm),
    ]
      .map(([, name, version]) => `pkg:npm/${name}@${version}`)
      .sort();
  const dependenciesOf = (name: string) => dependencies.find(({ ref }) => ref === name)?.dependsOn;

  it("is valid by the schema of CycloneDX", async () => {
    assert.equal(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text), null);
  });

  it("lists the packages in each task as its NOTICE does, and those of the tab", () => {
    for (const task of readdirSync(join(root, "tasks")))
      assert.deepEqual(dependenciesOf(task), noticeOf(`tasks/${task}/`), task);
    const libraries = components.filter(({ type }) => type === "library");
    assert.deepEqual(libraries.map(({ purl }) => purl).sort(), noticeOf(""));
    assert.deepEqual(dependenciesOf("pipeline-keeper"), ["DomainRegister", "PipelineMonitor", "tab"]);
  });

  it("says who supplies each component, and which libraries use which", () => {
    for (const { name, supplier } of components) assert.match(supplier?.name ?? "", /^[^<@]+$/, name);
    const [client = assert.fail()] = components.filter(({ name }) => name === "typed-rest-client");
    assert.deepEqual(
      [client.supplier?.name, dependenciesOf(client.purl ?? "")?.map((url) => /[\w-]+(?=@)/.exec(url)?.[0])],
      ["Microsoft Corporation", ["tunnel"]],
    );
  });

  it("has the time of the commit", () => {
    const committed = execFileSync("git", ["log", "-1", "--format=%cI"], { cwd: root, encoding: "utf8" });
    assert.ok(Date.parse(metadata.timestamp) <= Date.parse(committed.trim()));
  });

  it("has the checksum of each package in the registry", () => {
    for (const { type, name, hashes } of components)
      if (type === "library") assert.match(hashes?.[0]?.content ?? "", /^[0-9a-f]{128}$/, name);
  });

  it("is not written for a package whose licence or checksum is unclear", () => {
    const good = {
      name: "@a/b",
      version: "1.0.0",
      license: "MIT",
      ...{ licenseText: "", supplier: "A person", uses: [] },
      integrity: "sha512-AAAA",
    };
    const write = (change: object) =>
      sbomText(
        { name: "x", version: "1.0.0", publisher: "p", committedAt: undefined },
        new Map([["tab", [{ ...good, ...change }]]]),
      );
    assert.match(write({}), /"purl": "pkg:npm\/%40a\/b@1\.0\.0"/);
    assert.throws(() => write({ license: "SEE LICENSE" }), /"SEE LICENSE" is no SPDX licence/);
    assert.throws(() => write({ integrity: "sha1-AAAA" }), /expected a SHA-512/);
  });
});
