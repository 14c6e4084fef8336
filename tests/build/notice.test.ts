import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root";
import { vsixFiles } from "../sandbox/agent";

const tasks = readdirSync(join(root, "tasks"));

/**
 * Every package whose code is in a bundle, with its licence. If another one appears, check its purpose, its
 * maintainers and its licence. Then add it here or remove it.
 */
const taskLib = {
  "azure-pipelines-task-lib": "MIT",
  "balanced-match": "MIT",
  "brace-expansion": "MIT",
  "concat-map": "MIT",
  minimatch: "ISC",
  q: "MIT",
  semver: "ISC",
};
const bothTasks = {
  ...taskLib,
  "fastest-levenshtein": "MIT",
  "jsonc-parser": "MIT",
  "proxy-from-env": "MIT",
  tunnel: "MIT",
  "typed-rest-client": "MIT",
  valibot: "MIT",
};
const packages: Record<string, Record<string, string>> = {
  PipelineMonitor: { ...bothTasks, "js-yaml": "MIT", "p-map": "MIT" },
  DomainRegister: { ...bothTasks, "tldts-core": "MIT", "tldts-icann": "MIT" },
};

const tab = { "azure-devops-extension-sdk": "MIT", valibot: "MIT" };

function sections(notice: string): { name: string; licence: string; text: string }[] {
  const found = notice.split(/^## (?=\S+ \d\S* \()/m).slice(1);
  return found.map((section) => {
    const [, name = "", licence = "", text = ""] = /^(\S+) \S+ \(([^\n]+)\)\n\n(.*)$/s.exec(section) ?? [];
    return { name, licence, text };
  });
}

const licences = (notice: string) =>
  Object.fromEntries(sections(notice).map(({ name, licence }) => [name, licence]));

describe("licences of bundled packages", () => {
  const shipped = vsixFiles();
  const notice = (path: string) => Buffer.from(shipped[path] ?? []).toString("utf8");

  for (const task of tasks)
    it(`${task}: the bundle holds the packages that we know of and no other, and its NOTICE goes with it`, () => {
      assert.deepEqual(licences(notice(`tasks/${task}/NOTICE`)), packages[task]);
    });

  it("the extension's NOTICE holds each of them and the tab's, with the text of its licence", () => {
    assert.deepEqual(licences(notice("NOTICE")), Object.assign({}, ...Object.values(packages), tab));
    for (const { name, text } of sections(notice("NOTICE")))
      assert.match(text, /copyright|permission is hereby granted/i, `${name} lacks its licence`);
  });
});
