import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/**
 * A real browser: the one of `@sparticuz/chromium`, which `npm ci` brings for Linux on x64, or an installed
 * Chrome or Edge. Undefined where there is none.
 */
export async function openBrowser(): Promise<Browser | undefined> {
  const bundled = process.platform === "linux" && process.arch === "x64";
  if (bundled)
    return chromium.launch({ executablePath: bundledBrowser(), args: flags, chromiumSandbox: false });
  for (const channel of ["chrome", "msedge"])
    try {
      return await chromium.launch({ channel });
    } catch {}
  return undefined;
}

/** The software renderer is not unpacked, and a container has no sandbox to offer. */
const flags = ["--disable-gpu", "--disable-webgl", "--no-zygote", "--font-render-hinting=none"];

const packageFolder = join(dirname(require.resolve("@sparticuz/chromium")), "..", "..");
const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));

/**
 * Returns the path of the browser, unpacked once for each version. Processes may unpack at the same time: each
 * one does so into a folder of its own, and the first that is done gives it its name.
 */
function bundledBrowser(): string {
  const folder = join(tmpdir(), `pipeline-keeper-browser-${version}`);
  if (!existsSync(folder)) {
    const own = mkdtempSync(`${folder}-`);
    const unpack = `require("@sparticuz/chromium").executablePath()`;
    execFileSync(process.execPath, ["-e", unpack], {
      cwd: packageFolder,
      env: { ...process.env, TMPDIR: own },
    });
    try {
      renameSync(own, folder);
    } catch {
      rmSync(own, { recursive: true });
    }
  }
  return join(folder, "chromium");
}
