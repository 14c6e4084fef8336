import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { anchorsOf, headingsOf, linksOf, readPage, tasks } from "../pages";
import { pngSize } from "../png-size";
import { root } from "../root";
import { vsixFiles } from "../sandbox/agent";

interface ExtensionManifest {
  id: string;
  publisher: string;
  public: boolean;
  repository: { type: string; uri: string };
  CustomerQnASupport: { enableMarketplaceQnA: boolean };
  name: string;
  description: string;
  categories: string[];
  tags: string[];
  version?: string;
  scopes?: string[];
  icons: { default: string };
  screenshots: { path: string }[];
  badges: object[];
  galleryFlags: string[];
  branding: { color: string; theme: string };
  content: Record<string, { path: string }>;
  files: { path: string; addressable?: boolean }[];
  contributions: {
    type: string;
    targets: string[];
    includes?: string[];
    properties: {
      name: string;
      uri?: string;
      dynamic?: boolean;
      supportsTasks?: string[];
      catalogIconUrl?: string;
      supportedSizes?: { rowSpan: number; columnSpan: number }[];
      supportedScopes?: string[];
    };
  }[];
}

const manifest: ExtensionManifest = JSON.parse(readPage("vss-extension.json"));
const screenshots = manifest.screenshots.map(({ path }) => path);
const overview = Buffer.from(vsixFiles()["overview.md"] ?? []).toString("utf8");
const shipped = Buffer.from(vsixFiles()["extension.vsixmanifest"] ?? []).toString("utf8");

/** The properties of the packaged manifest, by the end of their names. */
const properties = Object.fromEntries(
  [...shipped.matchAll(/<Property Id="Microsoft\.VisualStudio\.Services\.([\w.]+)" Value="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, value],
  ),
);

/** The one contribution of a type. */
function contributionOf(type: string): ExtensionManifest["contributions"][number] {
  const [contribution, ...others] = manifest.contributions.filter((one) => one.type === type);
  assert.deepEqual(others, []);
  return contribution ?? assert.fail(type);
}

/** The path of the file of the repository that a link leads to, and has the heading if the link names one. */
function fileBehind(link: string): string {
  const [before, rest = assert.fail(link)] = link.split(`${manifest.repository.uri}/blob/main/`);
  const [path = "", anchor] = rest.split("#");
  assert.ok(before === "" && existsSync(join(root, path)), link);
  if (anchor !== undefined) assert.ok(anchorsOf(readPage(path)).includes(anchor), link);
  return path;
}

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

  it("begins with what a publisher changes, and names the repository nowhere else", () => {
    const [, ...keys] = Object.keys(manifest);
    assert.equal(keys.slice(0, 5).join(), "publisher,id,public,repository,CustomerQnASupport");
    const sources = [
      "vss-extension.json",
      "docs/marketplace.md",
      ...tasks.map((task) => `tasks/${task}/task.json`),
    ];
    const { host } = new URL(manifest.repository.uri);
    const named = sources.flatMap((path) => readPage(path).split(host).slice(1));
    assert.equal(named.length, 1);
  });

  it("names files that ship", () => {
    const pages = Object.values(manifest.content).map(({ path }) => path);
    for (const path of [manifest.icons.default, ...screenshots, ...pages])
      assert.ok(path in vsixFiles(), path);
    for (const [type, path] of [
      ["Details", "overview.md"],
      ["Changelog", "CHANGELOG.md"],
    ])
      assert.match(shipped, new RegExp(`Content\\.${type}" [^>]*Path="${path}"`));
  });

  it("links to pages of the repository, each to another one", () => {
    const links = Object.entries(properties).filter(([name]) => /^Links\.(?!GitHub)/.test(name));
    const names = links.map(([name]) => name.replace("Links.", ""));
    assert.deepEqual(names, ["Getstarted", "Learn", "Support", "Privacypolicy"]);
    assert.equal(new Set(links.map(([, link]) => fileBehind(link))).size, links.length);
    assert.equal(properties["Links.GitHub"], manifest.repository.uri);
  });

  it("is a preview, as README, page and the page on buying say", () => {
    assert.deepEqual(manifest.galleryFlags, ["Preview"]);
    for (const page of ["README.md", "docs/marketplace.md"])
      assert.match(readPage(page), /This is a preview/);
    for (const page of ["README.md", "docs/marketplace.md", "docs/domain/buy.md"])
      assert.match(
        readPage(page).replaceAll(/\s+/g, " "),
        /(untested|No domain has been bought) with a real account/,
      );
  });

  it("packages visibility, questions, colours and badges as the manifest says", () => {
    const [, flags = ""] = /<GalleryFlags>([^<]*)</.exec(shipped) ?? [];
    assert.equal(flags.split(" ").includes("Public"), manifest.public);
    const others = flags.split(" ").filter((flag) => flag !== "Public");
    assert.deepEqual(others, manifest.galleryFlags);
    const { enableMarketplaceQnA } = manifest.CustomerQnASupport;
    assert.equal(properties["EnableMarketplaceQnA"], String(enableMarketplaceQnA));
    assert.equal(properties["Branding.Color"], manifest.branding.color);
    assert.equal(properties["Branding.Theme"], manifest.branding.theme);
    const badges = [...shipped.matchAll(/<Badge Link="([^"]+)" ImgUri="([^"]+)" Description="([^"]+)"/g)];
    assert.equal(badges.length, manifest.badges.length);
    for (const [, link = "", picture = ""] of badges) {
      fileBehind(link);
      assert.match(picture, /^https:\/\/img\.shields\.io\/badge\/[\w.%-]+\.svg$/);
    }
  });

  it("asks for the one scope that the page explains", () => {
    assert.deepEqual(manifest.scopes, ["vso.build"]);
    assert.match(overview, /one scope, \*Build \(read\)\* \(`vso\.build`\)/);
  });

  it("shows the tab on runs of both tasks, whose reports it draws, in stages too, from a folder that pages may load", () => {
    const { targets, properties: tab } = contributionOf("ms.vss-build-web.build-results-tab");
    assert.deepEqual([targets, tab.dynamic], [["ms.vss-build-web.build-results-view"], true]);
    const ids = tasks.map((task) => String(JSON.parse(readPage("tasks", task, "task.json")).id));
    assert.deepEqual(tab.supportsTasks?.toSorted(), ids.sort());
    const { uri = "" } = tab;
    assert.ok(uri in vsixFiles(), uri);
    const folder = manifest.files.find(({ path }) => uri.startsWith(`${path}/`));
    assert.equal(folder?.addressable, true);
  });

  it("has a hub among the pipelines of each project, from the same folder, with the page's services that it uses", () => {
    const { targets, includes, properties: hub } = contributionOf("ms.vss-web.hub");
    assert.deepEqual([targets, hub.uri], [["ms.vss-build-web.build-release-hub-group"], "tab/hub.html"]);
    assert.ok("tab/hub.html" in vsixFiles());
    assert.deepEqual(includes, [
      "ms.vss-features.host-navigation-service",
      "ms.vss-tfs-web.tfs-page-data-service",
    ]);
  });

  it("has a widget for dashboards, in four sizes, with an icon that pages may load", () => {
    const { targets, properties: widget } = contributionOf("ms.vss-dashboards-web.widget");
    assert.deepEqual(targets, ["ms.vss-dashboards-web.widget-catalog"]);
    const { uri = "", catalogIconUrl = "", supportedSizes, supportedScopes } = widget;
    assert.ok(uri in vsixFiles() && catalogIconUrl in vsixFiles());
    const sizes = supportedSizes?.map(({ rowSpan, columnSpan }) => `${rowSpan} × ${columnSpan}`);
    assert.deepEqual(sizes, ["1 × 2", "2 × 2", "2 × 3", "2 × 4"]);
    assert.deepEqual(supportedScopes, ["project_team"]);
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
    it(`${path} has the size of the marketplace's pictures, and weighs less than 150 KB`, () => {
      assert.deepEqual(pngSize(root, path), [1366, 768]);
      assert.ok(statSync(join(root, path)).size < 150_000);
    });
});

describe("the marketplace's page", () => {
  const links = linksOf(overview);

  it("has at most 900 words, examples included", () => {
    const words = overview.split(/\s+/).filter(Boolean).length;
    assert.ok(words <= 900, `${words} words`);
    assert.ok(words > 500, `${words} words`);
  });

  it("begins with the benefit, the step, what it needs and what was never tried, before any picture", () => {
    const [first = ""] = overview.split("![");
    assert.match(first, /^# [^\n]+\n\n[A-Z][^#]{40,250}\n\n```yaml\nsteps:\n {2}- task: PipelineMonitor@1\n/);
    assert.match(first, /\n```\n\nOne pipeline, one secret, no token, no server\. /);
    assert.match(
      first.replaceAll(/\s+/g, " "),
      /\*\*This is a preview\.\*\* No domain has been bought .* no test reaches Azure DevOps/,
    );
    // The marketplace shows about so much of it at first.
    assert.ok(first.split("\n").length <= 24, first);
  });

  it("shows each screenshot, and no picture that does not ship", () => {
    const pictures = links.filter(({ isPicture }) => isPicture);
    assert.deepEqual(
      pictures.map(({ target }) => target),
      screenshots,
    );
  });

  it("links to pages of the repository and to headings that they have", () => {
    const targets = links.filter(({ isPicture }) => !isPicture).map(({ target }) => target);
    assert.ok(targets.length > 10);
    for (const target of targets) fileBehind(target);
  });

  it("needs nothing of the repository", () => {
    assert.doesNotMatch(overview, /\bnpm \w|node dist|<!--/);
  });

  it("says why, how to begin, what it costs, which permissions it has, and what it does with data", () => {
    const names = headingsOf(overview)
      .filter(({ level }) => level === 2)
      .map(({ text }) => text);
    const sections = "What it reports, DomainRegister, What it costs, Permissions, Privacy, Links";
    assert.equal(names.join(", "), sections);
    assert.match(overview, /^No telemetry: /m);
  });
});
