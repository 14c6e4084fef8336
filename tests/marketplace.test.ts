import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { parseConfig } from "../tasks/PipelineMonitor/config/parse";
import { headingsOf, overview, readPage, tasks } from "./pages";
import { pngSize } from "./png-size";
import { root } from "./root";
import { vsixFiles } from "./sandbox/agent";

interface ExtensionManifest {
  id: string;
  publisher: string;
  name: string;
  description: string;
  categories: string[];
  tags: string[];
  version?: string;
  scopes?: string[];
  icons: { default: string };
  screenshots: { path: string }[];
  links: Record<string, { uri: string }>;
  content: Record<string, { path: string }>;
  files: { path: string; addressable?: boolean }[];
  contributions: {
    type: string;
    targets: string[];
    properties: { name: string; uri?: string; dynamic?: boolean; supportsTasks?: string[] };
  }[];
}

const manifest: ExtensionManifest = JSON.parse(readPage("vss-extension.json"));
const screenshots = manifest.screenshots.map(({ path }) => path);

describe("extension manifest", () => {
  it("has what the marketplace asks for, in its lengths", () => {
    assert.match(manifest.id, /^[a-z0-9-]+$/);
    assert.deepEqual(manifest.categories, ["Azure Pipelines"]);
    assert.ok(manifest.name.length <= 200);
    assert.ok(manifest.description.length <= 200);
    assert.ok(manifest.tags.every((tag) => tag.length <= 50));
    assert.equal(new Set(manifest.tags).size, manifest.tags.length);
    assert.deepEqual(pngSize(root, manifest.icons.default), [128, 128]);
    assert.equal(manifest.version, undefined);
  });

  it("names files that ship, and links to this extension's own page alone", () => {
    const named = [
      manifest.icons.default,
      ...screenshots,
      ...Object.values(manifest.content).map(({ path }) => path),
    ];
    for (const path of named) assert.ok(path in vsixFiles(), path);
    const shipped = Buffer.from(vsixFiles()["extension.vsixmanifest"] ?? []).toString("utf8");
    const links = [...shipped.matchAll(/Services\.Links\.\w+" Value="([^"]+)"/g)];
    assert.equal(links.length, Object.keys(manifest.links).length);
    for (const [, link = ""] of links)
      assert.equal(new URL(link).searchParams.get("itemName"), `${manifest.publisher}.${manifest.id}`);
  });

  it("asks for the one scope that the page explains", () => {
    assert.deepEqual(manifest.scopes, ["vso.build"]);
    assert.match(overview(), /one scope, \*Build \(read\)\* \(`vso\.build`\)/);
  });

  it("shows the tab on runs of every task, in stages too, from a folder that pages may load", () => {
    const [tab, ...others] = manifest.contributions.filter(
      ({ type }) => type === "ms.vss-build-web.build-results-tab",
    );
    assert.deepEqual([tab?.targets, others], [["ms.vss-build-web.build-results-view"], []]);
    const ids = tasks.map((task): string => JSON.parse(readPage("tasks", task, "task.json")).id);
    assert.deepEqual(tab?.properties.supportsTasks?.toSorted(), ids.sort());
    assert.equal(tab?.properties.dynamic, true);
    const uri = tab?.properties.uri ?? "";
    assert.ok(uri in vsixFiles(), uri);
    const folder = manifest.files.find(({ path }) => uri.startsWith(`${path}/`));
    assert.equal(folder?.addressable, true);
  });

  it("contributes every task", () => {
    const contributed = manifest.contributions
      .filter(({ type }) => type === "ms.vss-distributed-task.task")
      .map(({ properties }) => properties.name);
    assert.deepEqual(contributed.sort(), tasks.map((task) => `tasks/${task}`).sort());
  });
});

describe("screenshots", () => {
  for (const path of screenshots)
    it(`${path} has the size of the marketplace's pictures, and weighs less than 100 KB`, () => {
      assert.deepEqual(pngSize(root, path), [1366, 768]);
      assert.ok(statSync(join(root, path)).size < 100_000);
    });
});

describe("the marketplace's page", () => {
  const linksIn = (text: string) => [...text.matchAll(/(!?)\[[^\]]*\]\(([^)]+)\)/g)];
  const names = headingsOf(overview()).map(({ text }) => text);
  const anchors = names.map(
    (name) =>
      `#${name
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-")}`,
  );

  it("shows each screenshot, and no picture that does not ship", () => {
    const pictures = linksIn(overview()).filter(([, mark]) => mark === "!");
    assert.deepEqual(
      pictures.map(([, , path]) => path),
      screenshots,
    );
  });

  it("links to addresses that are whole, and to headings that it has", () => {
    const targets = linksIn(overview())
      .filter(([, mark]) => mark === "")
      .map(([, , target = ""]) => target);
    assert.deepEqual(
      targets.filter((target) => !/^https:\/\/[\w.-]+\//.test(target) && !anchors.includes(target)),
      [],
    );
    // Where a name is there twice, nobody knows which one a link leads to.
    for (const target of targets.filter((target) => target.startsWith("#")))
      assert.equal(anchors.filter((anchor) => anchor === target).length, 1, target);
  });

  it("needs nothing of the repository", () => {
    assert.doesNotMatch(overview(), /\bnpm \w|node dist|<!--/);
  });

  it("has what the links of the tasks' inputs to it promise, as a heading", () => {
    for (const task of tasks) {
      const shipped = Buffer.from(vsixFiles()[`tasks/${task}/task.json`] ?? []).toString("utf8");
      const labels = [...shipped.matchAll(/\[([^[\]\n]+)\]\(https:\/\/marketplace\.visualstudio\.com\//g)];
      assert.ok(labels.length > 0);
      for (const [, label = ""] of labels)
        assert.ok(
          names.some((name) => name.toLowerCase().includes(label.toLowerCase())),
          label,
        );
    }
  });

  it("begins with a configuration that is without a fault, and posts nothing yet", () => {
    const [, text = ""] = /^```json\n([\s\S]*?)^```$/m.exec(overview()) ?? [];
    const { config, problems, warnings } = parseConfig(JSON.parse(text));
    assert.deepEqual([problems, warnings, config?.testFlag], [[], [], true]);
  });

  it("tells of permissions, of privacy, and of everything of each task", () => {
    const every = ["Inputs", "Outputs", "When it fails"];
    for (const name of ["Permissions", "Privacy", "Results", "Outcomes", ...tasks, ...every, ...every])
      assert.ok(names.includes(name), name);
    assert.match(overview(), /^No telemetry: /m);
  });
});
