import assert from "node:assert/strict";
import fc from "fast-check";
import { parseRun } from "../../../../shared/azure-devops/records";
import { type Link, plainText } from "../../../../shared/chat/message";
import { mayBe, pipelineAt, withoutFolder } from "../../../../shared/pipeline";
import { isTag, namesAmong, placeKeyOf } from "../../../../shared/subject";
import { createNameLookUp } from "../../../../tasks/PipelineMonitor/config/patterns";
import { linkOf, namePart, namePartAfter, withNames } from "../../../../tasks/PipelineMonitor/issue/names";
import { subjectOf } from "../../../../tasks/PipelineMonitor/issue/subject";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";

// Teams keep a `deploy` in each folder: Azure/pipelines#28 ("More than 1 Pipeline named"), huserben/TfsExtensions#224 (the
// wrong one started), MicrosoftDocs/azure-devops-docs#7883, #8832 (needs `\Folder1\Name`), #11177, #13184 (how a path is
// written). A list of runs has the folder in `definition.path`, and `\` for the root (recorded in MethodsAndPractices/vsteam).
const deploy = (definitionId: number | undefined, folder?: string) =>
  failedRun({ pipeline: "deploy", definitionId, ...(folder === undefined ? {} : { folder }) });

function namesOf(runs: ReturnType<typeof deploy>[], known: readonly [name: string, id: number][] = []) {
  const others = known.map(([pipeline, definitionId]) =>
    subjectOf({ pipeline: { ...pipelineAt(pipeline), id: definitionId } }),
  );
  const subjects = runs.map(subjectOf);
  return subjects.map(namesAmong([...subjects, ...others]));
}

describe("pipelines of one name in two folders", () => {
  it("are called by their paths", () => {
    assert.deepEqual(namesOf([deploy(7, "\\Billing"), deploy(8, "\\Shop\\EU"), deploy(9, "\\")]), [
      "\\Billing\\deploy",
      "\\Shop\\EU\\deploy",
      "\\deploy",
    ]);
  });

  it("are told apart in an hour in which one of them ran, because the journal knows the other", () => {
    assert.deepEqual(namesOf([deploy(7, "\\Billing")], [["\\Shop\\deploy", 8]]), ["\\Billing\\deploy"]);
    assert.deepEqual(namesOf([deploy(7, "\\Billing")], [["deploy", 7]]), ["deploy"]);
  });

  it("keep their name alone if it is the only one, or the folder is unknown", () => {
    assert.deepEqual(namesOf([deploy(7, "\\Billing"), deploy(7, "\\Billing")]), ["deploy", "deploy"]);
    assert.deepEqual(namesOf([deploy(7), deploy(8, "\\Shop")]), ["deploy", "\\Shop\\deploy"]);
    assert.deepEqual(namesOf([deploy(undefined, "\\Billing"), deploy(8, "\\Shop")]), ["deploy", "deploy"]);
  });

  it("have the entry of their name in the configuration, of their path, or of a pattern", () => {
    assert.equal(createNameLookUp(["deploy"])("\\Billing\\deploy"), "deploy");
    assert.equal(createNameLookUp(["deploy", "\\Billing\\deploy"])("\\Billing\\deploy"), "\\Billing\\deploy");
    assert.equal(createNameLookUp(["dep*"])("\\Billing\\deploy"), "dep*");
    assert.equal(createNameLookUp(["deploy"])("\\Billing\\test"), undefined);
    assert.ok(mayBe(pipelineAt("\\Billing\\deploy"), pipelineAt("deploy")));
    assert.equal(withoutFolder("a\\b"), "a\\b");
  });

  it("have the folder that the list of runs names", () => {
    const record = {
      id: 1,
      buildNumber: "1",
      status: "completed",
      definition: { name: "deploy", id: 7, path: "\\B" },
    };
    const parsed = parseRun(record);
    assert.equal("run" in parsed ? parsed.run.pipeline.folder : undefined, "\\B");
  });
});

describe("the name of a subject", () => {
  const on = (branch: string, id = 7) => subjectOf({ pipeline: { id, name: "nightly" }, branch });
  const main = on("refs/heads/main");

  it("has the branch if several of its branches are there, and only then", () => {
    assert.equal(namesAmong([main, main])(main), "nightly");
    assert.equal(namesAmong([main, on("refs/heads/release/1")])(main), "nightly on main");
    assert.equal(
      namesAmong([main, on("refs/heads/release/1", 8)])(subjectOf({ pipeline: { name: "other" } })),
      "other",
    );
    const names = [main, on("refs/tags/v1"), on("refs/pull/12/merge")];
    assert.deepEqual(names.map(namesAmong(names)), [
      "nightly on main",
      "nightly on tag v1",
      "nightly on pull request 12",
    ]);
  });

  it("has the usual branch, too, where both main and master have run", () => {
    const [master, topic] = [on("refs/heads/master"), on("refs/heads/topic")];
    assert.equal(namesAmong([master], [master, topic])(master), "nightly");
    assert.equal(namesAmong([master], [master, main])(master), "nightly on master");
  });

  it("is the pipeline alone where no branch is meant", () => {
    const whole = subjectOf({ pipeline: { id: 7, name: "nightly" } });
    assert.equal(namesAmong([main, on("b"), whole])(whole), "nightly");
    assert.equal(namesAmong([])(subjectOf({})), "");
  });
});

it("links, and the labels of links, name their pipeline like the line in which they stand", () => {
  const twins = ["\\A", "\\B"].map((folder, id) => subjectOf({ pipeline: { id, name: "deploy", folder } }));
  const url = new URL("https://h/");
  const textsOf = (links: readonly Link[]) =>
    links.map(({ label, of }) => [plainText([label], sanitize), of]);
  const links = [...twins, {}].map((one) => linkOf(namePartAfter("Runbook of ", one), url, one));
  const plain = { label: { words: "log" }, url, of: "deploy" };
  assert.deepEqual(textsOf(links).slice(1), [
    ["Runbook of deploy", "deploy"],
    ["Runbook of", undefined],
  ]);
  assert.deepEqual(textsOf(withNames([...links, plain], namesAmong(twins))), [
    ["Runbook of \\A\\deploy", "\\A\\deploy"],
    ["Runbook of \\B\\deploy", "\\B\\deploy"],
    ["Runbook of", undefined],
    ["log", "deploy"],
  ]);
  const [twin] = twins;
  const line = [namePart({}), namePart(twin ?? {}), { name: "run 5" }, { words: " failed" }];
  assert.equal(plainText(withNames(line, namesAmong(twins)), sanitize), "\\A\\deployrun 5 failed");
});

describe("names of random subjects", () => {
  // Twins, prefixes of each other, right to left, and very long ones.
  const word = fc.constantFrom(
    "a",
    "a on b",
    "ab",
    "deploy",
    "\u05d0\u05d1",
    "x".repeat(200),
    "cafe\u0301",
    "caf\u00e9",
  );
  const folder = fc.constantFrom(undefined, "\\", "\\a", "\\a\\b");
  const branch = fc.constantFrom("refs/heads/b", "refs/heads/release/5", "refs/tags/b", "refs/pull/5/merge");
  const pipelines = fc
    .uniqueArray(fc.record({ name: word, folder }), {
      minLength: 1,
      maxLength: 8,
      // The service has no two of one path.
      selector: ({ name, folder: path = "" }) => `${path} ${name.normalize()}`,
    })
    .map((all) =>
      all.map(({ name, folder: path }, id) => ({
        id,
        name,
        ...(path === undefined ? {} : { folder: path }),
      })),
    );
  const seen = pipelines.chain((all) =>
    fc.uniqueArray(fc.record({ pipeline: fc.constantFrom(...all), branch }), {
      maxLength: 12,
      selector: placeKeyOf,
    }),
  );

  it("are never the same for two, and as short as that allows", () => {
    fc.assert(
      fc.property(seen, (subjects) => {
        const names = subjects.map(namesAmong(subjects));
        assert.equal(new Set(names.map((name) => name.normalize())).size, subjects.length, names.join(" | "));
        for (const [index, one] of subjects.entries()) {
          const isAlone = !subjects.some(
            (other) => other !== one && other.pipeline.name.normalize() === one.pipeline.name.normalize(),
          );
          const isRare = isTag(one) || one.branch.startsWith("refs/pull/");
          if (isAlone && !isRare && !names[index]?.includes("(definition"))
            assert.equal(names[index], one.pipeline.name);
        }
      }),
    );
  });
});
