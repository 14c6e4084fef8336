import { Enums, Models, Serialize, SPDX, Spec } from "@cyclonedx/cyclonedx-library";
import type { BundledPackage } from "./notice";

/** Its path in the package. */
export const sbomFile = "sbom.cdx.json";

/**
 * The bill of materials of the extension in CycloneDX: each task and page, with the packages whose code the bundler put
 * into it, and which of those use which. It has no serial number, and its time is that of the commit, so that two builds
 * of a commit are the same.
 *
 * @param parts The packages in each task and page.
 */
export function sbomText(
  extension: { name: string; version: string; publisher: string; committedAt: Date | undefined },
  parts: ReadonlyMap<string, readonly BundledPackage[]>,
): string {
  const libraries = new Map(
    [...parts.values()].flat().map((one) => [`${one.name}@${one.version}`, componentOf(one)]),
  );
  const refsOf = (names: Iterable<string>) => [...names].flatMap((name) => libraries.get(name)?.bomRef ?? []);
  // A package may be in several bundles, with other parts of it in each.
  for (const { name, version, uses } of [...parts.values()].flat())
    for (const ref of refsOf(uses)) libraries.get(`${name}@${version}`)?.dependencies.add(ref);
  const supplier = new Models.OrganizationalEntity({ name: extension.publisher });
  const { Application } = Enums.ComponentType;
  const components = [...parts].map(
    ([name, packages]) =>
      new Models.Component(Application, name, {
        bomRef: name,
        version: extension.version,
        supplier,
        dependencies: new Models.BomRefRepository(
          refsOf(packages.map((one) => `${one.name}@${one.version}`)),
        ),
      }),
  );
  const subject = new Models.Component(Application, extension.name, {
    bomRef: extension.name,
    version: extension.version,
    supplier,
    dependencies: new Models.BomRefRepository(components.map(({ bomRef }) => bomRef)),
  });
  const bom = new Models.Bom({
    metadata: new Models.Metadata({
      component: subject,
      supplier,
      ...(extension.committedAt === undefined ? {} : { timestamp: extension.committedAt }),
    }),
    components: new Models.ComponentRepository([...components, ...libraries.values()]),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function purlOf({ name, version }: BundledPackage): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function componentOf(one: BundledPackage): Models.Component {
  const { name, version, license, supplier, integrity } = one;
  const purl = purlOf(one);
  const [, algorithm, hash = ""] = /^(sha512)-(.+)$/.exec(integrity) ?? [];
  if (algorithm === undefined)
    throw new Error(`${name}: expected a SHA-512 as integrity, found ${integrity}`);
  if (!SPDX.isSupportedSpdxId(license)) throw new Error(`${name}: "${license}" is no SPDX licence`);
  const [group, ownName] = name.startsWith("@") ? name.split("/") : [undefined, name];
  return new Models.Component(Enums.ComponentType.Library, ownName ?? name, {
    bomRef: purl,
    purl,
    version,
    ...(group === undefined ? {} : { group }),
    supplier: new Models.OrganizationalEntity({ name: supplier }),
    licenses: new Models.LicenseRepository([new Models.SpdxLicense(license)]),
    hashes: new Models.HashDictionary([
      [Enums.HashAlgorithm["SHA-512"], Buffer.from(hash, "base64").toString("hex")],
    ]),
  });
}
