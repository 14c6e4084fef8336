import { readPage } from "./pages";

/** The configuration to start with, which people copy from the Quickstart. */
export function starterConfig(): Record<string, unknown> {
  const [, json = ""] = /^```json\n([\s\S]*?)^```$/m.exec(readPage("docs", "monitor", "quickstart.md")) ?? [];
  return JSON.parse(json);
}
