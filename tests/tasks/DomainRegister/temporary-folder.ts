import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of its own for each test of the suite that this is called in. */
export function temporaryFolder(): () => string {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "domain-register-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  return () => folder;
}
