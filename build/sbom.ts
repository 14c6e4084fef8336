import { Enums, Models, Serialize, SPDX, Spec } from "@cyclonedx/cyclonedx-library";
import type { BundledPackage } from "./notice";

/** Its path in the package. */
export const sbomFile = "sbom.cdx.json";

/**
 * The bill of materials of the extension in CycloneDX: each task and the tab, with the packages whose code the bundler put
 * into it. It has no serial number and no time, so that two builds of a commit are the same.
 *
 * @param parts The packages in each task and in the tab.
 */
export function sbomText(
  extension: { name: string; version: string },
  parts: ReadonlyMap<string, readonly BundledPackage[]>,
): string {
  const libraries = new Map<string, Models.Component>();
  const libraryOf = (one: BundledPackage) => {
    const url = purlOf(one);
    const library = libraries.get(url) ?? componentOf(one, url);
    libraries.set(url, library);
    return library.bomRef;
  };
  const { Application } = Enums.ComponentType;
  const components = [...parts].map(
    ([name, packages]) =>
      new Models.Component(Application, name, {
        ...{ bomRef: name, version: extension.version },
        dependencies: new Models.BomRefRepository(packages.map(libraryOf)),
      }),
  );
  const subject = new Models.Component(Application, extension.name, {
    ...{ bomRef: extension.name, version: extension.version },
    dependencies: new Models.BomRefRepository(components.map(({ bomRef }) => bomRef)),
  });
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: subject }),
    components: new Models.ComponentRepository([...components, ...libraries.values()]),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function purlOf({ name, version }: BundledPackage): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function componentOf({ name, version, license, integrity }: BundledPackage, purl: string): Models.Component {
  const [, algorithm, hash = ""] = /^(sha512)-(.+)$/.exec(integrity) ?? [];
  if (algorithm === undefined)
    throw new Error(`${name}: expected a SHA-512 as integrity, found ${integrity}`);
  if (!SPDX.isSupportedSpdxId(license)) throw new Error(`${name}: "${license}" is no SPDX licence`);
  const [group, ownName] = name.startsWith("@") ? name.split("/") : [undefined, name];
  return new Models.Component(Enums.ComponentType.Library, ownName ?? name, {
    ...{ bomRef: purl, purl, version, ...(group === undefined ? {} : { group }) },
    licenses: new Models.LicenseRepository([new Models.SpdxLicense(license)]),
    hashes: new Models.HashDictionary([
      [Enums.HashAlgorithm["SHA-512"], Buffer.from(hash, "base64").toString("hex")],
    ]),
  });
}
