import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { readJson } from "../../build/package";
import { changelogOf, versionProblem } from "../../build/release";
import { root } from "../root";
import { describeUnless, missingProgram } from "../skippable";

describe("version of a release", () => {
  it("is one step after a released one, major, minor or patch", () => {
    for (const next of ["1.4.8", "1.5.0", "2.0.0"])
      assert.equal(versionProblem("1.4.7", true, next), undefined);
    for (const next of ["1.4.7", "1.4.6", "1.4.9", "1.5.1", "1.6.0", "2.1.0", "3.0.0", "v1.5.0", "1.5", ""])
      assert.equal(
        versionProblem("1.4.7", true, next),
        `"${next}" is no next version: after 1.4.7 comes 1.4.8, 1.5.0, 2.0.0`,
      );
  });

  it("may be the current one if that was not released", () => {
    assert.equal(versionProblem("1.0.0", false, "1.0.0"), undefined);
    assert.equal(versionProblem("1.0.0", false, "1.0.1"), undefined);
    assert.match(
      versionProblem("1.0.0", false, "1.0.2") ?? "",
      /after 1\.0\.0 \(not released yet\) comes 1\.0\.0, /,
    );
  });
});

describe("changelog of a release", () => {
  const old = "## 1.0.0 (2026-01-02)\n\n- old\n";

  const changelog = (text: string, version = "1.1.0") => changelogOf(text, version, "2026-11-20");

  it("turns what is unreleased into the version, with its date", () => {
    const text = (heading: string) => `# Changelog\n\n## ${heading}\n\n- new\n\n${old}`;
    assert.equal(changelog(text("Unreleased")), text("1.1.0 (2026-11-20)"));
  });

  it("stays as it is when it has a section of the version", () => assert.equal(changelog(old, "1.0.0"), old));

  it("must have an entry for the version", () => {
    for (const heading of ["", "## Unreleased\n\n", "## 1.1.0\n\n", "## 1.1.0-beta\n\n- new\n\n"])
      assert.throws(() => changelog(`${heading}${old}`), /does not mention 1\.1\.0/);
  });

  it("is rejected if the version has a section and there are other unreleased entries", () => {
    const both = "# Changelog\n\n## Unreleased\n\n- newer\n\n## 1.1.0 (2026-01-02)\n\n- new\n";
    assert.throws(() => changelog(both), /has a section 1\.1\.0 already, and more/);
  });
});

describeUnless(missingProgram("git"), "npm run release", () => {
  const [major, minor] = readJson<{ version: string }>(root, "package.json").version.split(".");
  const next = `${major}.${Number(minor) + 1}.0`;
  let clone = "";
  const identity = ["user.name=test", "user.email=test@example.org"];
  // Neither the settings of the machine's user, nor the repository of a hook that runs the tests.
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"))),
    ...{ GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: "1" },
  };
  const git = (...options: string[]) =>
    execFileSync("git", [...identity.flatMap((value) => ["-c", value]), ...options], {
      ...{ cwd: clone, env, encoding: "utf8" },
    });
  const run = (program: string, argument: string) =>
    spawnSync(process.execPath, [join(clone, "out", "build", program), argument], { env, encoding: "utf8" });
  const release = (version: string) => run("release.js", version);
  const read = (...path: string[]) => readFileSync(join(clone, ...path), "utf8");
  const commitChangelog = () => {
    writeFileSync(join(clone, "CHANGELOG.md"), "# Changelog\n\n## Unreleased\n\n- new\n");
    git("commit", "--quiet", "--all", "--message", "changelog");
  };
  const undoCommit = () => git("reset", "--quiet", "--hard", "HEAD~1");

  /** Sets what a publisher sets in the extension's manifest. */
  const setPublisher = (publisher: string, uri: string) => {
    const manifest = JSON.parse(read("vss-extension.json"));
    const repository = { type: "git", uri };
    writeFileSync(join(clone, "vss-extension.json"), JSON.stringify({ ...manifest, publisher, repository }));
  };

  /** Creates a separate repository with the files of this one, committed or not. */
  before(() => {
    clone = mkdtempSync(join(tmpdir(), "release-"));
    const left = [".git", "node_modules", "dist", "coverage", "reports", ".stryker"];
    cpSync(root, clone, { recursive: true, filter: (path) => !left.includes(basename(path)) });
    symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
    setPublisher("contoso", "https://git.example.org/keeper");
    git("init", "--quiet");
    // .gitignore excludes a folder of that name, but not a link.
    writeFileSync(join(clone, ".git", "info", "exclude"), "node_modules\n");
    git("add", "--all");
    git("commit", "--quiet", "--message", "all");
  });
  after(() => rmSync(clone, { recursive: true }));

  it("changes nothing when the version is none, or the working tree is not clean", () => {
    const wrong = release("0.9.0");
    assert.equal(wrong.status, 1);
    assert.match(wrong.stderr, /^"0\.9\.0" is no next version/);
    assert.equal(git("status", "--porcelain"), "");
    writeFileSync(join(clone, "more.txt"), "");
    const unclean = release("1.0.0");
    rmSync(join(clone, "more.txt"));
    assert.deepEqual(
      [unclean.status, unclean.stderr],
      [1, "the working tree is not clean: commit or restore first\n?? more.txt\n"],
    );
  });

  it("changes nothing while publisher and repository are placeholders, of which npm run package warns", () => {
    setPublisher("your-publisher", "https://repository.invalid/keeper");
    git("commit", "--quiet", "--all", "--message", "placeholders");
    const { status, stderr } = release(next);
    const placeholders = [
      /^vss-extension\.json: publisher is still the placeholder your-publisher: set .*$/m,
      /^vss-extension\.json: repository\.uri is still the placeholder https:.*: set .*$/m,
    ];
    assert.equal(status, 1);
    for (const placeholder of placeholders) assert.match(stderr, placeholder);
    assert.equal(git("status", "--porcelain"), "");
    const isPart = (path: string) => !/\.vsix$|\bdev$/.test(path);
    cpSync(join(root, "dist"), join(clone, "dist"), { recursive: true, filter: isPart });
    const packaged = run("cli.js", "package");
    assert.equal(packaged.status, 0, packaged.stderr);
    assert.match(packaged.stdout, /^dist.your-publisher\.pipeline-keeper-[\d.]+\.vsix\n$/);
    const warnings = packaged.stderr.replaceAll("Warning: not ready to publish. ", "");
    for (const placeholder of placeholders) assert.match(warnings, placeholder);
    undoCommit();
  });

  it("restores what it changed when a package cannot be built", () => {
    rmSync(join(clone, "LICENSE"));
    commitChangelog();
    const { status, stderr } = release(next);
    assert.equal(status, 1);
    assert.match(stderr, /LICENSE/);
    assert.equal(git("status", "--porcelain"), "");
    const made = readdirSync(join(clone, "dist")).filter((name) => /\.vsix$|^dev$|^SHA256SUMS$/.test(name));
    assert.deepEqual(made, []);
    undoCommit();
  });

  it("stamps the version, makes packages and checksums, and commits nothing", () => {
    commitChangelog();
    const head = git("rev-parse", "HEAD");
    const { status, stdout, stderr } = release(next);
    assert.equal(status, 0, stderr);
    assert.equal(git("rev-parse", "HEAD"), head);
    assert.equal(git("tag"), "");
    assert.equal(git("status", "--porcelain"), " M CHANGELOG.md\n M package-lock.json\n M package.json\n");
    assert.match(read("CHANGELOG.md"), new RegExp(`^## ${next} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, "m"));
    const changes = git("diff", "--stat", "package.json", "package-lock.json");
    assert.match(changes, /3 insertions\(\+\), 3 deletions/);
    const sums = [...read("dist", "SHA256SUMS").matchAll(/^(\w{64}) {2}(.*)$/gm)];
    assert.equal(sums.length, 2);
    const [released, ofDevelopment] = sums.map(([, , name = ""]) => name).sort();
    for (const [, sum, name = ""] of sums) {
      const content = readFileSync(join(clone, "dist", name));
      assert.equal(createHash("sha256").update(content).digest("hex"), sum);
    }
    assert.match(ofDevelopment ?? "", /^dev\/.*-dev-.*\.vsix$/);
    assert.match(released ?? "", new RegExp(`^[^/]+-${next}\\.vsix$`));
    assert.match(stdout, new RegExp(`git tag v${next}`));
  });
});
