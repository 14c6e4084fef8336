import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** A browser, and how to stop it with all its processes. */
export interface OpenBrowser {
  browser: Browser;
  close: () => Promise<void>;
}

/** The browser of `@sparticuz/chromium`, which `npm ci` brings for Linux on x64, or an installed one. */
export function findBrowser(): string | undefined {
  if (process.platform === "linux" && process.arch === "x64") return bundledBrowser();
  return installed.find((path) => existsSync(path));
}

const installed = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
];

/** Starts a browser without a window. */
export async function openBrowser(executablePath: string): Promise<OpenBrowser> {
  const server = await chromium.launchServer({
    executablePath,
    chromiumSandbox: false,
    args: ["--disable-gpu", "--no-zygote", "--font-render-hinting=none"],
    env: { ...process.env, FONTCONFIG_PATH: join(dirname(executablePath), "fonts") },
    timeout: 0,
  });
  const browser = await chromium.connect(server.wsEndpoint());
  return {
    browser,
    async close() {
      await browser.close();
      // It stops the process that it started, by its id, and those that this one started.
      await server.close();
    },
  };
}

/**
 * Unpacks the browser once for each version. Processes may unpack at the same time: each one does so into a folder of
 * its own, and the first that is done gives it its name.
 */
function bundledBrowser(): string {
  const packageFolder = join(dirname(require.resolve("@sparticuz/chromium")), "..", "..");
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
  const folder = join(tmpdir(), `pipeline-keeper-browser-${version}`);
  if (!existsSync(folder)) {
    const own = mkdtempSync(`${folder}-`);
    const unpack = `require("@sparticuz/chromium").executablePath()`;
    execFileSync(process.execPath, ["-e", unpack], {
      cwd: packageFolder,
      env: { ...process.env, TMPDIR: own },
    });
    writeFileSync(join(own, "fonts", "fonts.conf"), fontConfiguration(folder));
    try {
      renameSync(own, folder);
    } catch {
      rmSync(own, { recursive: true });
    }
  }
  return join(folder, "chromium");
}

/** The bundled fonts and no others, so that every machine draws the same. */
function fontConfiguration(folder: string): string {
  const [fonts, cache] = [join(folder, "fonts", "fonts"), join(folder, "fonts-cache")];
  return `<?xml version="1.0"?>\n<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>\n`;
}
