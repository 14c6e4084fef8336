import { keysOf } from "../../../../shared/json/path";
import type { ConfigFile } from "../../config/load";
import { sectionLines } from "../../config/section-lines";

/** The configuration as a file that has every key, to be copied. Empty if the file has them all itself. */
export function renderFileInForce({ known, filled }: Pick<ConfigFile, "known" | "filled">): string[] {
  if (keysOf(filled).length === 0) return [];
  const lines = sectionLines({ ...Object(known) }).map((line) => `  ${line}`);
  return ["", "The configuration in force, to copy as monitor.json:", "{", ...lines, "}", ""];
}
