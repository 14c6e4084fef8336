import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { attachmentType } from "../../shared/report/form";
import type { Report } from "../../shared/report/schema";
import { fillPage } from "../../shared/report/standalone-page";
import { root } from "../root";
import type { StepResult } from "./agent";

const taskOf = { monitor: "PipelineMonitor", domain: "DomainRegister" } as const;

export function filledPage(report: Report): string {
  const page = readFileSync(join(root, "dist", "tasks", taskOf[report.kind], "report.html"), "utf8");
  return fillPage(page, JSON.stringify(report));
}

export function attachedReports({ attachments, filesLeft }: StepResult): string[] {
  const texts = new Map([...filesLeft].map(([path, text]) => [basename(path), text]));
  return attachments.flatMap(({ type, path }) => {
    const text = texts.get(basename(path));
    return type === attachmentType && text !== undefined ? [utf8(text)] : [];
  });
}

/** Writes the pages that a step offers for download into a folder, after `mark` has changed them. Returns their paths. */
export function saveOfferedPages(
  { uploads, filesLeft }: StepResult,
  folder: string,
  mark = (html: string) => html,
): string[] {
  const names = uploads.map((path) => basename(path)).filter((name) => name.endsWith(".html"));
  mkdirSync(folder, { recursive: true });
  return [...filesLeft].flatMap(([path, text]) => {
    if (!names.includes(basename(path))) return [];
    const saved = join(folder, basename(path));
    writeFileSync(saved, mark(utf8(text)));
    return [saved];
  });
}

/** The files that a step leaves are read byte by byte. */
function utf8(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}
