import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { load } from "js-yaml";
import * as v from "valibot";
import { readJson } from "../../build/package";
import { root } from "../root";
import { vsixPath } from "../sandbox/agent";
import { json, startServer } from "../sandbox/loopback";
import { describeUnless, missingProgram } from "../skippable";
import { temporaryFolder } from "../temporary-folder";

const text = v.optional(v.string());
const stepSchema = v.object({
  uses: text,
  run: text,
  script: text,
  publish: text,
  inputs: v.optional(v.object({ inlineScript: text })),
});
const permissions = v.record(v.string(), v.string());
const jobSchema = v.object({ permissions: v.optional(permissions), steps: v.array(stepSchema) });
type Step = v.InferOutput<typeof stepSchema>;

const read = (file: string) => readFileSync(join(root, "build", "examples", file), "utf8");
/** The form is that of the examples. */
const readYaml = <T extends v.GenericSchema>(file: string, form: T) => v.parse(form, load(read(file)));
const { scripts } = readJson<{ scripts: Record<string, string> }>(root, "package.json");

describe("examples of a release", () => {
  const githubSchema = v.object({ permissions, jobs: v.record(v.string(), jobSchema) });
  const github = readYaml("github-release.yml", githubSchema);
  const azure = readYaml("azure-release.yml", v.object({ jobs: v.array(jobSchema) }));
  const commandOf = ({ uses, run, script, publish, inputs }: Step) =>
    uses ?? run ?? script ?? inputs?.inlineScript ?? publish ?? "";
  const ways = {
    "github-release.yml": Object.values(github.jobs).map(({ steps }) => steps.map(commandOf)),
    "azure-release.yml": azure.jobs.map(({ steps }) => steps.map(commandOf)),
  };

  for (const [file, jobs] of Object.entries(ways)) {
    const commands = jobs.flat();

    it(`${file}: tests, reproduces and attests the package before it publishes it`, () => {
      const order = [
        "^npm ci$",
        "^npm test$",
        "run audit",
        "run reproduce -- dist",
        "attest-b",
        "publish --vsix",
      ];
      const steps = order.map((pattern) => commands.findIndex((command) => RegExp(pattern).test(command)));
      assert.ok(!steps.includes(-1), steps.join());
      assert.deepEqual(
        steps,
        steps.toSorted((one, other) => one - other),
      );
    });

    it(`${file}: runs no code of packages where it attests, nor their scripts where it publishes`, () => {
      const jobWith = (text: string) =>
        jobs.find((job) => job.some((command) => command.includes(text))) ?? [];
      assert.ok(!jobWith("attest-b").some((command) => /\bnp[mx]\b/.test(command)));
      const installing = jobWith("publish --vsix").filter((command) => command.startsWith("npm "));
      assert.deepEqual(installing, ["npm ci --ignore-scripts"]);
    });

    it(`${file}: stores no token, and runs only commands that exist`, () => {
      assert.doesNotMatch(read(file), /secrets\./);
      for (const [, name = ""] of read(file).matchAll(/npm run ([\w:]+)/g)) assert.ok(scripts[name], name);
    });

    describeUnless(missingProgram("bash"), `${file}: the step that publishes`, () => {
      const folder = temporaryFolder();
      const script = commands.find((command) => command.includes("publish --vsix")) ?? "";

      it("sends the package to the marketplace, with the token of the identity, by the tfx of the lockfile", async () => {
        const { requests, ...outcome } = await publish(script, folder());
        assert.equal(outcome.exitCode, 0, outcome.output);
        const sent = requests.find(({ method }) => method === "POST") ?? assert.fail(outcome.output);
        assert.equal(sent.path, "/_apis/gallery/extensions");
        const { extensionManifest = "" }: { extensionManifest?: string } = JSON.parse(sent.body);
        assert.deepEqual(Buffer.from(extensionManifest, "base64"), readFileSync(vsixPath()));
        const authorization = Buffer.from(`OAuth:${entraToken}`).toString("base64");
        assert.equal(sent.headers.authorization, `Basic ${authorization}`);
      });

      it("fails if the marketplace refuses the package", async () =>
        assert.notEqual((await publish(script, folder(), 403)).exitCode, 0));
    });
  }

  it("github-release.yml: gives no job more permissions than it needs", () => {
    const permissions = Object.entries(github.jobs).map(([name, job]) => [name, job.permissions]);
    assert.deepEqual(github.permissions, {});
    assert.deepEqual(Object.fromEntries(permissions), {
      build: { contents: "read" },
      attest: { "id-token": "write", attestations: "write" },
      publish: { contents: "read", "id-token": "write" },
    });
  });

  it("github-release.yml: pins each action to a commit", () => {
    const actions = Object.values(github.jobs).flatMap(({ steps }) =>
      steps.flatMap(({ uses }) => uses ?? []),
    );
    for (const action of actions) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });
});

const entraToken = "entra-token-of-the-release";

/** Runs a step of an example where `az` gives a token and the marketplace is on loopback; the rest is real. */
async function publish(script: string, folder: string, status = 200) {
  const market = await startServer(({ method }) => {
    if (method === "OPTIONS") return json({ count: galleryPlaces.length, value: galleryPlaces });
    if (method === "GET") return { ...json({ message: "no such extension" }), status: 404 };
    return { ...json({ message: "refused", versions: [{ flags: 1 }] }), status };
  });
  try {
    const [dist, bin] = [join(folder, "dist"), join(folder, "bin")];
    for (const one of [dist, bin]) mkdirSync(one);
    copyFileSync(vsixPath(), join(dist, "package.vsix"));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(bin, "az"), `#!/bin/sh\necho ${entraToken}\n`, { mode: 0o755 });
    const wrapper = `#!/bin/sh\nshift 2\nexec node node_modules/tfx-cli/_build/tfx-cli.js "$@" --service-url ${market.address.href}\n`;
    writeFileSync(join(bin, "npx"), wrapper, { mode: 0o755 });
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"]}`, HOME: folder };
    const ended = await promisify(execFile)("bash", ["-c", script], { cwd: folder, env }).then(
      (outcome) => ({ ...outcome, code: 0 }),
      (error: { stdout: string; stderr: string; code: number }) => error,
    );
    return { requests: market.requests, exitCode: ended.code, output: ended.stdout + ended.stderr };
  } finally {
    await market.close();
  }
}

/** Where the marketplace tells its clients that extensions are. */
const galleryPlaces = Object.entries({
  "a41192c8-9525-4b58-bc86-179fa549d80d": "{area}/{resource}/{publisherName}/{extensionName}/{version}",
  "e11ea35a-16fe-4b80-ab11-c4cab88a0966": "{area}/publishers/{publisherName}/{resource}/{extensionName}",
}).map(([id, place]) => ({
  ...{ id, routeTemplate: `_apis/${place}`, area: "gallery", resourceName: "extensions", resourceVersion: 2 },
  ...{ minVersion: "1.0", maxVersion: "7.2", releasedVersion: "0.0" },
}));

describe("versions of the libraries", () => {
  it("are pinned exactly, and each archive has a checksum", () => {
    const manifest = readJson<Record<string, Record<string, string>>>(root, "package.json");
    for (const [name, version] of Object.entries({
      ...manifest["dependencies"],
      ...manifest["devDependencies"],
    }))
      assert.match(version, /^\d+\.\d+\.\d+$/, name);
    type Lockfile = { packages: Record<string, { integrity?: string }> };
    const { packages } = readJson<Lockfile>(root, "package-lock.json");
    for (const [folder, { integrity }] of Object.entries(packages))
      if (folder !== "") assert.match(integrity ?? "", /^sha512-/, folder);
  });
});
