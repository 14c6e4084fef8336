import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runSnippet } from "../../sandbox/snippet";
import { temporaryFolder } from "../../temporary-folder";
import { modulePath } from "./agent-stage";

describe("a task as a program", () => {
  const folder = temporaryFolder();

  const cases: [string[], RegExp][] = [
    [[], /^works on {2}\(dry: \)\n$/],
    [["it", "--dry"], /^works on it \(dry: true\)\n$/],
    [["--help"], /^Watcher 1\.2\.3: Watches\.\n/],
    [["--version"], /^Watcher 1\.2\.3\n$/],
    [["--plan", "6m", "--from", "now"], /^plans every 6m from now\n$/],
    [["--check", "it"], /^checks it\n$/],
    [["--init", "--who", "me"], /^Error: Nothing was written\. who: not me\n$/],
    [["--plan", "--who", "me"], /^Error: 1 problem found; nothing was watched\.\n.*belongs to --init/],
  ];
  for (const [commandLine, output] of cases)
    it(`does what it is asked: ${commandLine.join(" ") || "its work"}`, async () => {
      const version = { Major: 1, Minor: 2, Patch: 3 };
      const manifest = { name: "Watcher", description: "Watches", helpUrl: "", inputs: [], version };
      writeFileSync(join(folder(), "task.json"), JSON.stringify(manifest));
      const { stdout, stderr } = await runSnippet(
        `const done = (words) => async ({ agent }) => ({ result: "Succeeded", message: words(agent.input), exitCode: 0 });
        const starter = {
          ...{ file: "watch.json", schema: "none", answers: { who: "" }, pipeline: () => [], next: () => {} },
          make: (answer) => ({ value: {}, problems: ["who: not " + answer("who")], open: [] }),
        };
        const plan = done((input) => "plans every " + input("every") + " from " + input("from"));
        const tools = {
          plan: { description: "", options: { every: "", from: "" }, act: plan },
          check: { description: "", options: {}, act: done((input) => "checks " + input("check")) },
        };
        require(${modulePath("run-program.js")}).runProgram(
          { names: ["what", "dry"], switches: ["dry"], folder: ${JSON.stringify(folder())}, environment: {},
            nothingDone: "nothing was watched", starter, troubleshooting: {}, tools },
          done((input) => "works on " + input("what") + " (dry: " + input("dry") + ")"),
        );`,
        { inPipeline: false, commandLine },
      );
      assert.match(stdout + stderr, output);
    });
});
