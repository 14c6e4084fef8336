import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Width and height as a PNG's header gives them. */
export function pngSize(...path: string[]): [number, number] {
  const image = readFileSync(join(...path));
  assert.equal(image.toString("latin1", 1, 4), "PNG");
  return [image.readUInt32BE(16), image.readUInt32BE(20)];
}
