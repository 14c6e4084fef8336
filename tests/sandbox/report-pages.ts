import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../shared/report/schema";
import { fillPage } from "../../shared/report/standalone-page";
import { root } from "../root";

/**
 * Writes a page for each report, named after its key: `NAME-report.html`. Any browser opens it without a
 * server, because it is the packaged page of the tab with the report in it. Returns the paths.
 */
export function writeReportPages(folder: string, reports: Readonly<Record<string, Report>>): string[] {
  const page = readFileSync(join(root, "dist", "tab", "index.html"), "utf8");
  mkdirSync(folder, { recursive: true });
  return Object.entries(reports).map(([name, report]) => {
    const path = join(folder, `${name}-report.html`);
    writeFileSync(path, fillPage(page, report));
    return path;
  });
}
