import { statSync } from "node:fs";
import { deflateSync } from "fflate";

/** The sizes of the packaged extension, in bytes: all of it but its images, and the bundle of each task. */
export function packageBytes(
  vsix: string,
  files: Record<string, Uint8Array>,
): { vsix: number; bundles: Record<string, number> } {
  const images = Object.entries(files).filter(([path]) => path.endsWith(".png"));
  const imageBytes = images.map(([, content]) => deflateSync(content).length);
  const bundles = Object.entries(files).filter(([path]) => path.endsWith("/index.js"));
  return {
    vsix: statSync(vsix).size - imageBytes.reduce((sum, bytes) => sum + bytes, 0),
    bundles: Object.fromEntries(bundles.map(([path, content]) => [path, content.length])),
  };
}
