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

/** Why a repository's URL cannot be published; undefined if it can. Hosts below `.invalid` are placeholders. */
export function repositoryProblem(uri: string): string | undefined {
  const name = "vss-extension.json: repository.uri";
  if (!URL.canParse(uri) || new URL(uri).protocol !== "https:" || uri.endsWith("/"))
    return `${name}: expected an https URL without a slash at its end, got ${uri}`;
  if (new URL(uri).hostname.endsWith(".invalid"))
    return `${name} is still the placeholder ${uri}: set the URL of your repository`;
  return undefined;
}
