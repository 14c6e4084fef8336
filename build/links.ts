import { posix } from "node:path";

/** Matches the target of a Markdown link or picture that is relative: not a URL, not a heading of its page. */
const relativeTarget = /(?<=\]\()(?!https?:|#)[^)\s]+(?=\))/g;

/** `path` may have an anchor: `docs/versions.md#get-help`. */
export function fileUrl(repository: string, path: string): string {
  return `${repository}/blob/main/${path}`;
}

/**
 * Turns links to other files of the repository into URLs, in Markdown of a file in `folder`. Pictures in images/
 * are packaged, so their paths become relative to the package.
 */
export function withFileUrls(markdown: string, folder: string, repository: string): string {
  return markdown.replace(relativeTarget, (target) => {
    const path = posix.join(folder, target);
    return path.startsWith("images/") ? path : fileUrl(repository, path);
  });
}
