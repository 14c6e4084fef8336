import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates a folder for each test of the `describe` that calls this, and removes it afterwards. */
export function temporaryFolder(): () => string {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "pipeline-keeper-test-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  return () => folder;
}
