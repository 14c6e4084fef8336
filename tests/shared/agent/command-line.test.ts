import assert from "node:assert/strict";
import { parseCommandLine } from "../../../shared/agent/command-line";

const options = {
  names: ["configFile", "onIssues", "dryRun"],
  switches: ["dryRun"],
  answers: ["organization"],
  tools: { plan: ["every", "from"] },
} as const;

describe("command line", () => {
  const asked = (...commandLine: string[]) => {
    const { command, values } = parseCommandLine(options, commandLine);
    return [command, Object.fromEntries(values)];
  };

  it("returns inputs by name, the first also without", () => {
    assert.deepEqual(asked(), ["run", {}]);
    assert.deepEqual(asked("a.json", "--onIssues", "fail"), [
      "run",
      { configFile: "a.json", onIssues: "fail" },
    ]);
    assert.deepEqual(asked("--configFile=a.json"), ["run", { configFile: "a.json" }]);
  });

  it("treats a switch without a value as true", () => {
    assert.deepEqual(asked("--dryRun", "a.json"), ["run", { configFile: "a.json", dryRun: "true" }]);
    assert.deepEqual(asked("a.json", "--dryRun"), ["run", { configFile: "a.json", dryRun: "true" }]);
    assert.deepEqual(asked("--dryRun", "False"), ["run", { dryRun: "False" }]);
    assert.deepEqual(asked("--dryRun=no"), ["run", { dryRun: "no" }]);
  });

  it("requests help, whatever else it contains", () => {
    assert.deepEqual(asked("--help"), ["help", {}]);
    assert.deepEqual(asked("a", "b", "--nothing", "-h"), ["help", {}]);
    assert.deepEqual(asked("help"), ["help", {}]);
    assert.deepEqual(asked("--configFile", "help"), ["run", { configFile: "help" }]);
  });

  it("requests the version", () => {
    assert.deepEqual(asked("--version"), ["version", {}]);
    assert.deepEqual(asked("a.json", "--version", "--nothing"), ["version", {}]);
  });

  it("requests a starter file, with options that only that command has", () => {
    assert.deepEqual(asked("--init", "--organization", "contoso"), ["init", { organization: "contoso" }]);
    assert.deepEqual(asked("--init", "a.json"), ["init", { file: "a.json" }]);
    assert.throws(() => asked("--organization", "contoso"), /Unknown option '--organization'/);
    assert.throws(() => asked("--init", "--onIssues", "fail"), /Unknown option '--onIssues'/);
  });

  it("requests a tool, with options that only that tool has", () => {
    assert.deepEqual(asked("--plan", "--every", "6m"), ["plan", { every: "6m" }]);
    assert.deepEqual(asked("6m", "--plan"), ["plan", { every: "6m" }]);
    assert.throws(() => asked("--every", "6m"), /Unknown option '--every'/);
    assert.throws(() => asked("--plan", "--onIssues", "fail"), /Unknown option '--onIssues'/);
  });

  it("reports in one line what is wrong, and where", () => {
    const cases: [string[], string][] = [
      [["a", "b"], "'b' is one argument too many."],
      [["--configFile", "a", "--dryRun", "no"], "'no' is one argument too many."],
      [["--nonsense", "x"], "Unknown option '--nonsense'."],
      [["--onIssue", "x"], "Unknown option '--onIssue'. Did you mean `--onIssues`?"],
      [["--plam"], "Unknown option '--plam'. Did you mean `--plan`?"],
      [["--verison"], "Unknown option '--verison'. Did you mean `--version`?"],
      [["--hepl"], "Unknown option '--hepl'. Did you mean `--help`?"],
      [["-x"], "Unknown option '-x'."],
      [["--every", "6m"], "Unknown option '--every', which belongs to --plan."],
      [["--plan", "--organization", "a"], "Unknown option '--organization', which belongs to --init."],
      [["--onIssues", "--configFile", "x"], "Option '--onIssues' argument is ambiguous."],
      [["--onIssues"], "Option '--onIssues <value>' argument missing."],
    ];
    for (const [commandLine, what] of cases)
      assert.throws(() => parseCommandLine(options, commandLine), {
        message: `command line: ${what} --help lists the options`,
      });
    assert.throws(() => asked("--plan", "--from=", "--every", ""), {
      problems: ["from", "every"].map((name) => `--${name}: is empty; give it a value, or leave it out`),
    });
    assert.deepEqual(asked("--onIssues", ""), ["run", { onIssues: "" }]);
  });
});
