import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root";

describe("the sources", () => {
  const files = ["build", "shared", "tab", "tasks"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name)),
  );
  const places = (pattern: RegExp) =>
    files.flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(pattern)].map(([found]) => `${file}: ${found}`),
    );

  it("say in a docstring what something is or does: none begins with What, Of or By", () => {
    assert.ok(places(/\/\*\*/g).length > 1000);
    assert.deepEqual(places(/\/\*\*\s+(?:\* )?(?:What|Of|By) .*/g), []);
  });

  it("cite rules and decisions by numbers that ARCHITECTURE.md explains, and it explains no others", () => {
    const numbered = (list: string) => {
      const [, kind = "", numbers = ""] = /(rule|decision|invariant)s?\W+(.*)/s.exec(list) ?? [];
      return [...numbers.matchAll(/(\d+)(?:\.\d+)?/g)].map(([, number]) => `${kind} ${number}`);
    };
    const cited = places(/\b(rule|decision|invariant)s?[\s*]+\d+(\.\d+)?((,| to| and)[\s*]+\d+(\.\d+)?\b)*/g);
    const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
    const explained = [...page.matchAll(/^\| (\w+ \d+) \|/gm)].map(([, number = ""]) => number);
    const numbers = cited.flatMap((place) => numbered(place.slice(place.indexOf(": "))));
    assert.deepEqual([...new Set(numbers)].sort(), explained.sort());
  });

  it("spread no object literal: its members stand among the others", () => {
    assert.deepEqual(places(/\.\.\.\{.*/g), []);
  });

  it("compare no two pipelines but by their ids", () => {
    const found = places(/.*\bpipeline\b[\w.?()]* [!=]== [\w.?()]*\bpipeline\b(?![\w.?()]*\.id\b).*/g);
    assert.deepEqual(
      found.filter((place) => /^(shared|tasks)/.test(place)),
      [],
    );
  });

  it("compare no two names: those that a configuration has find what they mean in few places only", () => {
    const pattern =
      /.*(\.name\b[\w.?()]* [!=]== [\w.?()]*\.name|comparedName\(|[pP]rojectName\b[\w.?()]* [!=]==|[!=]== [\w.?()]*[pP]rojectName).*/g;
    const found = places(pattern).filter((place) => !/\bzone\b/i.test(place));
    assert.deepEqual([...new Set(found.map((place) => place.split(":")[0]))].sort(), [
      ...["pipeline", "subject", "text/sanitize"].map((name) => join("shared", `${name}.ts`)),
      ...["config/patterns", "find-projects", "rules/unknown-entries"].map((name) =>
        join("tasks/PipelineMonitor", `${name}.ts`),
      ),
    ]);
  });

  it("read and write who was told what of a problem in one file only; another one puts it into the form of an entry", () => {
    const code = (file: string) =>
      readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*|"[^"]*"/g, "");
    const readers = files.filter((file) => /\bknowledge\b/.test(code(file)));
    const places = ["entry", "knowledge"].map((name) => join("tasks/PipelineMonitor/issue", `${name}.ts`));
    assert.deepEqual(readers.sort(), places);
  });
});
