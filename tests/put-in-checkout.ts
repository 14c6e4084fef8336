import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes a file into the checkout of the monitor's own repository, which may be below the sources folder. */
export function putInCheckout(sourcesFolder: string, text: string, path = "CODEOWNERS", below = ""): void {
  const checkout = join(sourcesFolder, below);
  mkdirSync(join(checkout, ".git"), { recursive: true });
  mkdirSync(join(checkout, path, ".."), { recursive: true });
  writeFileSync(join(checkout, path), text);
}
