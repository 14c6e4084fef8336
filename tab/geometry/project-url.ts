import { newAddress, normalAddress } from "../../shared/azure-devops/organization";

/**
 * The URL of a project as the page reaches it that is opened in another one of its organization; undefined if it is in another
 * organization. An organization has two hosts in the cloud, and a server may have any number.
 */
export function projectAt(page: string, project: { name: string; url: string }): string | undefined {
  if (!URL.canParse(project.url)) return undefined;
  const [own, other] = [partsOf(page), partsOf(project.url)];
  if (own.organization !== other.organization && (own.isCloud || other.isCloud || own.path !== other.path))
    return undefined;
  return page.replace(/\/[^/]*$/, `/${encodeURIComponent(other.project)}`);
}

function partsOf(project: string) {
  const address = newAddress(project).replace(/\/+$/, "");
  const organization = new URL(address.replace(/\/[^/]*$/, "/"));
  const host = organization.hostname;
  return {
    project: decodeURIComponent(address.slice(address.lastIndexOf("/") + 1)),
    organization: normalAddress(organization),
    // Another host with the same folders is another name of the same server.
    path: new URL(normalAddress(organization)).pathname,
    isCloud: host === "dev.azure.com" || host.endsWith(".visualstudio.com"),
  };
}
