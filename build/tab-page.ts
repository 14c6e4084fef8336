import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { fileUrl } from "./links";
import { type BundledPackage, bundledPackages } from "./notice";
import { readJson } from "./package";

const root = resolve(__dirname, "..", "..");

/** A page of the tab, and the packages whose code is in it. */
interface TabPage {
  html: string;
  packages: BundledPackage[];
}

/** Files in `tab/`, without their extensions. */
interface PageSource {
  template: string;
  script: string;
  style: string;
}

/** The tab on a run's page. */
export const livePage: PageSource = { template: "page", script: "pages/run/index", style: "live" };

/** The hub: all nights of a project. */
export const hubPage: PageSource = { template: "page", script: "pages/hub/index", style: "hub" };

/** The widget on a dashboard. */
export const widgetPage: PageSource = { template: "page", script: "pages/widget/index", style: "widget" };

/** The page that each task fills with its report for download. It holds the view of that task only. */
export const standalonePages: Readonly<Record<string, PageSource>> = {
  DomainRegister: { template: "standalone", script: "pages/download/register", style: "register-file" },
  PipelineMonitor: { template: "standalone", script: "pages/download/monitor", style: "monitor-file" },
};

/**
 * Builds a page: one file that holds its style and its script. Its security policy names the script by its
 * hash, so that no other one runs, and so that the page works wherever it is opened from.
 */
export async function buildPage({ template, script, style }: PageSource): Promise<TabPage> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { script: `tab/${script}.ts`, style: `tab/style/${style}.css` },
    outdir: "out/tab-page",
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    legalComments: "none",
  });
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? "";
  const { repository } = readJson<{ repository: { uri: string } }>(root, "vss-extension.json");
  const page = readFileSync(join(root, "tab", `${template}.html`), "utf8").replace("QUICKSTART", () =>
    fileUrl(repository.uri, "docs/monitor/quickstart.md"),
  );
  return {
    html: assemblePage(page, textOf("script.js"), textOf("style.css")),
    packages: bundledPackages(root, metafile),
  };
}

/** The page allows its script by the script's hash. */
export function assemblePage(template: string, script: string, style: string): string {
  // The end of an element within a string or a rule would end the element of the page.
  const safeScript = script.replace(/<(?=\/script|!--)/gi, "\\x3c");
  if (/<\/style/i.test(style)) throw new Error("the style ends its element");
  const hash = createHash("sha256").update(safeScript).digest("base64");
  return template
    .split("\n")
    .map((line) => line.trim())
    .join("")
    .replace("'SCRIPT'", () => `'sha256-${hash}'`)
    .replace("<style>STYLE<", () => `<style>${style}<`)
    .replace("<script>SCRIPT<", () => `<script>${safeScript}<`);
}
