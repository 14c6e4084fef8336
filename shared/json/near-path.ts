import { readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { didYouMean } from "../text/did-you-mean";

/**
 * For the path of a file that does not exist: a question for the one that was probably meant, from the first name that
 * differs. Empty if none is similar. Only some file systems take `Monitor.json` for `monitor.json`.
 */
export function didYouMeanFile(path: string): string {
  const { root } = parse(path);
  const names = path.slice(root.length).split(/[\\/]/);
  const found: string[] = [];
  for (const [index, name] of names.entries()) {
    const known = namesIn(join(root || ".", ...found));
    const isThere = ["", ".", ".."].includes(name) || known.includes(name);
    const same = isThere ? name : known.find((other) => other.toLowerCase() === name.toLowerCase());
    if (same === undefined) return index === names.length - 1 ? didYouMean(name, known) : "";
    found.push(same);
  }
  const first = found.findIndex((name, index) => name !== names[index]);
  return first === -1
    ? ""
    : `. Did you mean \`${found.slice(first).join("/")}\`? Capital letters matter on this machine`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
