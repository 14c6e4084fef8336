import { vsixFiles, vsixPath } from "../../sandbox/agent";
import { maxBundleBytes, packageBytes } from "../package-bytes";
import type { Row } from "../report";

const kilobyte = 1000;

/** What a person downloads, and what Node reads at each start. */
export function packageSizes(): Promise<Row[]> {
  const { vsix, bundles } = packageBytes(vsixPath(), vsixFiles());
  const row = (name: string, bytes: number, atMost: number): Row => ({
    case: "package",
    measure: `KB of ${name}`,
    ratio: bytes / kilobyte,
    goal: { atMost },
    figures: `${bytes} bytes`,
    raw: { bytes },
  });
  return Promise.resolve([
    row("the vsix without its images", vsix, 250),
    ...Object.entries(bundles).map(([name, bytes]) =>
      row(name, bytes, (maxBundleBytes[name] ?? 0) / kilobyte),
    ),
  ]);
}
