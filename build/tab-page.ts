import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { bundledPackages } from "./notice";

const root = resolve(__dirname, "..", "..");

/** The page of the tab on a run, and the packages whose code is in it. */
export interface TabPage {
  html: string;
  packages: string[];
}

/**
 * Builds the page of the tab: one file that holds its style and its script. Its security policy names the
 * script by its hash, so that no other one runs, and so that the page works wherever it is opened from.
 */
export async function buildTabPage(): Promise<TabPage> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { script: "tab/index.ts", style: "tab/style.css" },
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
  const template = readFileSync(join(root, "tab", "page.html"), "utf8");
  return {
    html: assemblePage(template, textOf("script.js"), textOf("style.css")),
    packages: bundledPackages(metafile),
  };
}

/** Returns the page with its script, the hash of the script, and its style. */
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
