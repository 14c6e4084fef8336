import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

/** The program of a browser, and the environment that it starts in. */
export interface BrowserProgram {
  path: string;
  environment: NodeJS.ProcessEnv;
}

/** A running browser. */
export interface OpenBrowser {
  /** Opens a session whose time zone and language are UTC and English, whatever the machine has. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  contexts(): BrowserContext[];
  /** Stops it with all its processes. */
  close(): Promise<void>;
}

/** The browser of `@sparticuz/chromium`, which `npm ci` brings for Linux on x64, or else an installed one. */
export function findBrowser(): BrowserProgram | undefined {
  const bundled = process.platform === "linux" && process.arch === "x64" ? bundledBrowser() : undefined;
  const path = installed.find((one) => existsSync(one));
  return bundled ?? (path === undefined ? undefined : { path, environment: process.env });
}

/** Throws if there is none. */
export function needBrowser(): BrowserProgram {
  const program = findBrowser();
  if (program === undefined) throw new Error("no browser was found");
  return program;
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
export async function openBrowser({ path, environment }: BrowserProgram): Promise<OpenBrowser> {
  const browser = await chromium.launch({
    executablePath: path,
    chromiumSandbox: false,
    args: ["--disable-gpu", "--no-zygote", "--font-render-hinting=none"],
    env: environment,
    timeout: 0,
  });
  return {
    newContext: (options) => browser.newContext({ timezoneId: "UTC", locale: "en-US", ...options }),
    contexts: () => browser.contexts(),
    close: () => browser.close(),
  };
}

/** Undefined if it does not start, such as on a system without glibc. */
function bundledBrowser(): BrowserProgram | undefined {
  const folder = unpackedBrowser();
  const path = join(folder, "chromium");
  const environment = { ...process.env, FONTCONFIG_PATH: join(folder, "fonts") };
  const libraries = [join(folder, "al2023", "lib"), process.env["LD_LIBRARY_PATH"]].filter(Boolean).join(":");
  // The system's own libraries come first: the bundled ones need a newer glibc than the browser does.
  const works = [environment, { ...environment, LD_LIBRARY_PATH: libraries }].find(
    (one) => spawnSync(path, ["--version"], { env: one, stdio: "ignore" }).status === 0,
  );
  return works && { path, environment: works };
}

/**
 * Unpacks the browser once for each user and version. Processes may unpack at the same time: each one does so into a
 * folder of its own, and the first that is done gives it its name.
 */
function unpackedBrowser(): string {
  const packageFolder = join(dirname(require.resolve("@sparticuz/chromium")), "..", "..");
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
  const folder = join(tmpdir(), `pipeline-keeper-browser-${version}-${process.getuid?.()}`);
  if (!existsSync(folder)) {
    const own = mkdtempSync(`${folder}-`);
    const unpack = `require("@sparticuz/chromium").executablePath()`;
    // It unpacks its libraries only where it believes to be on AWS Lambda.
    const environment = { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" };
    execFileSync(process.execPath, ["-e", unpack], { cwd: packageFolder, env: environment });
    writeFileSync(join(own, "fonts", "fonts.conf"), fontConfiguration(folder));
    try {
      renameSync(own, folder);
    } catch {
      rmSync(own, { recursive: true });
    }
  }
  return folder;
}

/** The bundled fonts and no others, so that every machine draws the same. */
function fontConfiguration(folder: string): string {
  const [fonts, cache] = [join(folder, "fonts", "fonts"), join(folder, "fonts-cache")];
  return `<?xml version="1.0"?>\n<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>\n`;
}
