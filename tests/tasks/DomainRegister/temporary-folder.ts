import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates a new folder for each test of the suite that calls this. */
export function temporaryFolder(): () => string {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "domain-register-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  return () => folder;
}
