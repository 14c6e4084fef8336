import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { root } from "../root";
import { vsixFiles } from "../sandbox/agent";

const tasks = ["PipelineMonitor", "DomainRegister"];

interface TaskManifest {
  id: string;
  name: string;
  friendlyName: string;
  version: { Major: number; Minor: number; Patch: number };
  inputs: { name: string; type: string }[];
}

/** An extension as it is installed from its vsix. */
function extensionIn(files: Record<string, Uint8Array>) {
  const text = (path: string) => Buffer.from(files[path] ?? assert.fail(path)).toString("utf8");
  const manifests = tasks.map((task): TaskManifest => JSON.parse(text(`tasks/${task}/task.json`)));
  const contributions: { type: string; properties: { name: string; supportsTasks?: string[] } }[] =
    JSON.parse(text("extension.vsomanifest")).contributions;
  return {
    identity: Object.fromEntries(
      ["Id", "Version", "Publisher"].map((name) => [
        name,
        new RegExp(`<Identity [^>]*\\b${name}="([^"]*)"`).exec(text("extension.vsixmanifest"))?.[1],
      ]),
    ),
    manifests,
    flags: /<GalleryFlags>([^<]*)</.exec(text("extension.vsixmanifest"))?.[1],
    hubs: contributions.flatMap(({ type, properties }) =>
      ["ms.vss-web.hub", "ms.vss-dashboards-web.widget"].includes(type) ? [properties.name] : [],
    ),
    tab: contributions.flatMap(({ properties }) => properties.supportsTasks ?? []),
    connectionTypes: contributions
      .filter(({ type }) => type === "ms.vss-endpoint.service-endpoint-type")
      .map(({ properties }) => properties.name),
    bundles: tasks.map((task) => text(`tasks/${task}/index.js`)),
  };
}

describe("npm run package:dev", () => {
  let folder = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "package-dev-"));
    await promisify(execFile)(process.execPath, [
      join(root, "out", "build", "cli.js"),
      "package-dev",
      folder,
    ]);
  });
  after(() => rmSync(folder, { recursive: true }));

  const both = () => {
    const [vsix] = readdirSync(folder).filter((name) => name.endsWith(".vsix"));
    const development = extensionIn(unzipSync(readFileSync(join(folder, vsix ?? assert.fail("no vsix")))));
    return { released: extensionIn(vsixFiles()), development };
  };

  it("makes an extension of the same publisher with another id, that can be installed beside the first, and is never public", () => {
    const { released, development } = both();
    const { Id, Publisher } = released.identity;
    assert.deepEqual(
      [development.identity["Id"], development.identity["Publisher"]],
      [`${Id}-dev`, Publisher],
    );
    assert.doesNotMatch(development.flags ?? "", /Public/);
  });

  it("gives its tasks and connection types other ids and names, and the inputs its own connection types", () => {
    const { released, development } = both();
    for (const [index, task] of released.manifests.entries()) {
      const twin = development.manifests[index] ?? assert.fail(task.name);
      assert.match(twin.id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.notEqual(twin.id, task.id);
      assert.deepEqual([twin.name, twin.friendlyName], [`${task.name}Dev`, `${task.friendlyName} (dev)`]);
      assert.ok(twin.friendlyName.length <= 40);
    }
    assert.deepEqual(
      development.connectionTypes,
      released.connectionTypes.map((name) => `${name}dev`),
    );
    const wanted = development.manifests.flatMap(({ inputs }) =>
      inputs.flatMap(({ type }) => /^connectedService:(.*)$/.exec(type)?.[1] ?? []),
    );
    assert.deepEqual(
      wanted.sort(),
      [...development.connectionTypes, "WorkloadIdentityUser", "externaltfs"].sort(),
    );
  });

  it("shows its tab on runs of its own tasks", () => {
    const { development } = both();
    assert.deepEqual(
      development.tab,
      development.manifests.map(({ id }) => id),
    );
  });

  it("names its hub and its widget apart from the first one's", () => {
    const { released, development } = both();
    assert.deepEqual(
      [released.hubs, development.hubs],
      [Array(2).fill("Pipeline Keeper"), Array(2).fill("Pipeline Keeper (dev)")],
    );
  });

  it("keeps the ids of its tasks from build to build, while the version grows, so that agents take new code", () => {
    const { released, development } = both();
    assert.deepEqual(
      development.manifests.map(({ id }) => id),
      ["2efeebe9-aa83-8e36-a4e7-7ced25c241e5", "07ddf72e-4101-8102-a6d9-83d40faa59cc"],
    );
    for (const [index, { version }] of development.manifests.entries()) {
      const { Major, Minor, Patch } = released.manifests[index]?.version ?? assert.fail();
      assert.deepEqual([version.Major, version.Minor], [Major, Minor]);
      assert.ok(version.Patch > Patch && version.Patch < 2 ** 31);
      assert.equal(development.identity["Version"], `${Major}.${Minor}.${version.Patch}`);
    }
  });

  it("holds the very same code", () => {
    const { released, development } = both();
    assert.deepEqual(development.bundles, released.bundles);
  });
});
