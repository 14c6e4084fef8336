import { statSync } from "node:fs";
import { deflateSync } from "fflate";

/**
 * The goal for what each task parses when it starts in a pipeline, in bytes. `index.js` holds all of it.
 * DomainRegister knows three registrars, and which one a step uses is known only when it runs: it needs
 * 177,500 bytes, rounded up to the next 5,000. PipelineMonitor needs 187,000: it reads several projects, mentions owners
 * in every chat product and checks the keys of alerts and digest. What these keys do is in parts that are loaded late.
 */
export const maxBundleBytes: Readonly<Record<string, number>> = {
  "tasks/DomainRegister/index.js": 205_000,
  "tasks/PipelineMonitor/index.js": 190_000,
};

/** The goals for the page of the tab, in bytes: as a browser parses it, and as it comes over the network. */
export const maxTabBytes = { page: 60_000, gzipped: 20_000 };

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
