import assert from "node:assert/strict";
import { goodConfig, problemsOf } from "../good-config";
import { parseConfig } from "../parse-config";

const times = { max_proc_time: 900, min_proc_time: 30 };
const parsed = (known_issues: unknown, pipelines: object = {}) =>
  parseConfig({ ...goodConfig, known_issues, pipelines: { default: times, ...pipelines } });
const issue = (name: string, more: object = {}) => ({ contains: `text of ${name}`, name, ...more });

describe("known issues of a configuration", () => {
  it("are those of the pipeline's entry, or else of default, and then those of the whole file", () => {
    const { config, problems } = parsed([issue("a")], {
      default: { ...times, known_issues: [issue("b")] },
      "nightly *": { known_issues: [issue("c", { owner: "@jane", runbook: "https://wiki.example/c" })] },
    });
    assert.deepEqual(problems, []);
    const of = (pipeline: string) => config?.pipelines.entryFor(pipeline).knownIssues;
    const namesOf = (pipeline: string) =>
      of(pipeline)
        ?.map(({ name }) => name)
        .join();
    assert.deepEqual(["invoices", "nightly import"].map(namesOf), ["b,a", "c,a"]);
    assert.deepEqual(of("nightly import")?.[0], {
      ...{ contains: "text of c", name: "c", owner: "@jane" },
      runbook: new URL("https://wiki.example/c"),
    });
    // The message has the owners of entries and known issues.
    assert.equal(config?.alerts.isUsed, true);
  });

  it("have each fault named with its path", () => {
    const known_issues = [{ name: "" }, { contains: "x", name: "y", runbook: "http://wiki.example" }, 7];
    const defaults = { ...times, known_issues: [{ contains: 1, name: "z" }] };
    const problems = problemsOf({ known_issues, pipelines: { default: defaults } });
    assert.deepEqual(
      problems.map((problem) => problem.slice(0, problem.indexOf(":"))),
      [
        ...["known_issues.0.contains", "known_issues.0.name", "known_issues.1.runbook", "known_issues.2"],
        "pipelines.default.known_issues.0.contains",
      ],
    );
    const many = (count: number) => problemsOf({ known_issues: Array(count).fill(issue("a")) }).join();
    assert.match(many(201), /a list of 1 to 200 known issues/);
    assert.equal(many(200), "");
  });

  it("have unknown keys ignored with a warning", () => {
    const ofEntry = { known_issues: [issue("b", { link: 1 })] };
    const { warnings } = parsed([issue("a", { ownr: "x" })], { b: ofEntry });
    assert.deepEqual(
      warnings.map((warning) => warning.slice(0, warning.indexOf(","))),
      ["known_issues.0.ownr: unknown key", "pipelines.b.known_issues.0.link: unknown key"],
    );
  });
});
