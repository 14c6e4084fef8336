import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firefox } from "playwright-core";
import type { OpenBrowser } from "./browser";

/** Debian's Firefox, or the one that `FIREFOX` specifies. Undefined if it is not installed. */
export function findFirefox(): string | undefined {
  const path = process.env["FIREFOX"] ?? "/usr/bin/firefox-esr";
  return existsSync(path) ? path : undefined;
}

/** Starts Firefox without a window, behind the bridge. playwright-core runs a program, so a file starts the two. */
export async function openFirefox(path: string): Promise<OpenBrowser> {
  const folder = mkdtempSync(join(tmpdir(), "firefox-"));
  const executablePath = join(folder, "firefox");
  const command = [process.execPath, join(__dirname, "firefox-bridge.js"), path].map((word) => `'${word}'`);
  writeFileSync(executablePath, `#!/bin/sh\nexec ${command.join(" ")} "$@"\n`, { mode: 0o755 });
  const browser = await firefox.launch({
    channel: "moz-firefox",
    executablePath,
    env: { ...process.env, HOME: folder },
  });
  return {
    browser,
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** In Firefox, playwright-core calls functions in a page by `eval`, which the page's policy forbids. */
export function allowEval(html: string): string {
  return html.replace("script-src '", "script-src 'unsafe-eval' '");
}
