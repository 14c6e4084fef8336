import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { readJson } from "../../build/package";
import { root } from "../root";

interface Step {
  uses?: string;
  run?: string;
  script?: string;
  publish?: string;
  inputs?: { inlineScript?: string };
}

const read = (file: string) => readFileSync(join(root, "build", "examples", file), "utf8");
const { scripts } = readJson<{ scripts: Record<string, string> }>(root, "package.json");

describe("examples of a release", () => {
  const github: { permissions: object; jobs: Record<string, { permissions: object; steps: Step[] }> } = parse(
    read("github-release.yml"),
  );
  const azure: { steps: Step[] } = parse(read("azure-release.yml"));
  const commandOf = ({ uses, run, script, publish, inputs }: Step) =>
    uses ?? run ?? script ?? inputs?.inlineScript ?? publish ?? "";
  const ways = {
    "github-release.yml": Object.values(github.jobs).flatMap(({ steps }) => steps.map(commandOf)),
    "azure-release.yml": azure.steps.map(commandOf),
  };

  for (const [file, commands] of Object.entries(ways)) {
    it(`${file}: tests, reproduces and attests the package before it publishes it`, () => {
      const places = [
        /^npm ci$/,
        /^npm test$/,
        /run audit/,
        /run reproduce -- dist/,
        /attest-b/,
        /publish --vsix/,
      ].map((pattern) => commands.findIndex((command) => pattern.test(command)));
      assert.deepEqual(
        places,
        [...places].sort((one, other) => one - other),
      );
      assert.ok(!places.includes(-1), places.join());
    });

    it(`${file}: stores no token, and runs only commands that exist`, () => {
      assert.doesNotMatch(read(file), /secrets\.|--token(?!-from-stdin)/);
      for (const [, name = ""] of read(file).matchAll(/npm run ([\w:]+)/g)) assert.ok(scripts[name], name);
    });
  }

  it("github-release.yml: gives no job more permissions than it needs", () => {
    assert.deepEqual(github.permissions, {});
    assert.deepEqual(github.jobs["build"]?.permissions, {
      contents: "read",
      "id-token": "write",
      attestations: "write",
    });
    assert.deepEqual(github.jobs["publish"]?.permissions, { contents: "read", "id-token": "write" });
  });
});

describe("versions of the libraries", () => {
  it("are pinned exactly, and each archive has a checksum", () => {
    const { dependencies, devDependencies } = readJson<Record<string, Record<string, string>>>(
      root,
      "package.json",
    );
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      assert.match(version, /^\d+\.\d+\.\d+$/, name);
    const lockfile = readJson<{ packages: Record<string, { integrity?: string }> }>(
      root,
      "package-lock.json",
    );
    for (const [folder, { integrity }] of Object.entries(lockfile.packages))
      if (folder !== "") assert.match(integrity ?? "", /^sha512-/, folder);
  });
});
