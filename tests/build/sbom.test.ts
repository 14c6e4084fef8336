import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { sbomFile, sbomText } from "../../build/sbom";
import { root } from "../root";
import { vsixFiles } from "../sandbox/agent";

interface Component {
  name: string;
  type: string;
  purl?: string;
  supplier?: { name: string };
  hashes?: { content: string }[];
}

interface Sbom {
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
  metadata: { timestamp?: string };
}

describe("bill of materials of the extension", () => {
  const textOf = (path: string) => Buffer.from(vsixFiles()[path] ?? assert.fail(path)).toString("utf8");
  const text = textOf(sbomFile);
  const { components, dependencies, metadata }: Sbom = JSON.parse(text);
  const libraries = components.filter(({ type }) => type === "library");
  const noticeOf = (folder: string) =>
    [...textOf(`${folder}NOTICE`).matchAll(/^## (\S+) (\S+) \(/gm)]
      .map(([, name, version]) => `pkg:npm/${name}@${version}`)
      .sort();
  const dependenciesOf = (name: string) => dependencies.find(({ ref }) => ref === name)?.dependsOn;

  it("is valid by the schema of CycloneDX", async () => {
    assert.equal(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text), null);
  });

  it("lists the packages in each task as its NOTICE does, and those of the tab", () => {
    for (const task of readdirSync(join(root, "tasks")))
      assert.deepEqual(dependenciesOf(task), noticeOf(`tasks/${task}/`), task);
    assert.deepEqual(libraries.map(({ purl }) => purl).sort(), noticeOf(""));
    assert.deepEqual(dependenciesOf("pipeline-keeper"), ["DomainRegister", "PipelineMonitor", "tab"]);
  });

  it("says who supplies each component, and which libraries use which", () => {
    for (const { name, supplier } of components) assert.match(supplier?.name ?? "", /^[^<@]+$/, name);
    const client = components.find(({ name }) => name === "typed-rest-client") ?? assert.fail();
    assert.equal(client.supplier?.name, "Microsoft Corporation");
    assert.match(dependenciesOf(client.purl ?? "")?.join() ?? "", /^pkg:npm\/tunnel@[\d.]+$/);
  });

  it("has the time of the commit, or none in an archive of the sources", () => {
    const { status, stdout } = spawnSync("git", ["log", "-1", "--format=%cI"], {
      cwd: root,
      encoding: "utf8",
    });
    const isCommitted = status === 0;
    assert.equal(metadata.timestamp !== undefined, isCommitted);
    if (isCommitted) assert.ok(Date.parse(metadata.timestamp ?? "") <= Date.parse(stdout.trim()));
  });

  it("has the checksum of each package in the registry", () => {
    for (const { name, hashes } of libraries)
      assert.match(hashes?.[0]?.content ?? "", /^[0-9a-f]{128}$/, name);
  });

  it("is not written for a package whose licence or checksum is unclear", () => {
    const good = { name: "@a/b", version: "1.0.0", license: "MIT", integrity: "sha512-AAAA" };
    const more = { licenseText: "", supplier: "A person", uses: [] };
    const extension = { name: "x", version: "1.0.0", publisher: "p", committedAt: undefined };
    const write = (change: object) =>
      sbomText(extension, new Map([["tab", [{ ...good, ...more, ...change }]]]));
    assert.match(write({}), /"purl": "pkg:npm\/%40a\/b@1\.0\.0"/);
    assert.throws(() => write({ license: "SEE LICENSE" }), /"SEE LICENSE" is no SPDX licence/);
    assert.throws(() => write({ integrity: "sha1-AAAA" }), /expected a SHA-512/);
  });
});
