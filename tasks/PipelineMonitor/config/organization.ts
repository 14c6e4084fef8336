import { newAddress } from "../../../shared/azure-devops/organization";
import { urlProblem } from "../../../shared/http/url";
import { memberAt } from "../../../shared/json/path";

const cloudUrl = "https://dev.azure.com/";

const inCloud = /^https:\/\/dev\.azure\.com\/([\w-]+)/i;

const urlInName =
  "organization: is a URL; write only the name, and the part of the URL before the name in url_base";

/**
 * Replaces an `organization` that is a URL with its name. Returns what to write instead: as a warning if
 * `url_base` agrees with the URL, else as a problem. No other part of the URL is shown: it could hold a
 * credential. The name in a URL that is not of the cloud is not known.
 */
export function nameOrganization(value: unknown): { value: unknown; problems: string[]; warnings: string[] } {
  const textAt = (key: string) => {
    const text = memberAt(value, [key]);
    return typeof text === "string" ? text : "";
  };
  const [text, base] = [textAt("organization"), textAt("url_base")];
  const below =
    base !== "" && text.startsWith(base) ? /^[^/?#]+/.exec(text.slice(base.length))?.[0] : undefined;
  const name = urlProblem(base) === undefined ? (below ?? inCloud.exec(newAddress(text))?.[1]) : undefined;
  if (name === undefined && /^https?:\/\//i.test(text))
    return { value: { ...Object(value), organization: "unknown" }, problems: [urlInName], warnings: [] };
  if (name === undefined) return { value, problems: [], warnings: [] };
  const organization = `organization: is a URL; write "${name}"`;
  const withName = { ...Object(value), organization: name };
  return below !== undefined || base === cloudUrl
    ? { value: withName, problems: [], warnings: [organization] }
    : { value: withName, problems: [`${organization}, and "${cloudUrl}" in url_base`], warnings: [] };
}
