import assert from "node:assert/strict";
import { parseCommandLine } from "../../shared/command-line";

const names = ["configFile", "onIssues"] as const;

describe("command line", () => {
  it("gives inputs by name, the first one without as well", () => {
    assert.deepEqual([...parseCommandLine(names, [])], []);
    assert.deepEqual(
      [...parseCommandLine(names, ["a.json", "--onIssues", "fail"])],
      [
        ["configFile", "a.json"],
        ["onIssues", "fail"],
      ],
    );
    assert.deepEqual([...parseCommandLine(names, ["--configFile=a.json"])], [["configFile", "a.json"]]);
  });

  it("says in one line what it does not understand, and how it is used", () => {
    const usage = "Usage: node index.js [configFile] [--configFile VALUE] [--onIssues VALUE]";
    const cases: [string[], string][] = [
      [["a", "b"], `command line: 'b' is one argument too many. ${usage}`],
      [["--help"], `command line: Unknown option '--help'. ${usage}`],
      [["--on.issues", "x"], `command line: Unknown option '--on.issues'. ${usage}`],
      [
        ["--onIssues", "--configFile", "x"],
        `command line: Option '--onIssues' argument is ambiguous. ${usage}`,
      ],
      [["--onIssues"], `command line: Option '--onIssues <value>' argument missing. ${usage}`],
    ];
    for (const [commandLine, message] of cases)
      assert.throws(() => parseCommandLine(names, commandLine), { message });
  });
});
