import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { showHelp } from "../../../shared/agent/help";
import { writeStarter } from "../../../shared/agent/init";
import type { Program } from "../../../shared/agent/program";
import { memoryAgent } from "../../memory-agent";
import { temporaryFolder } from "../../temporary-folder";

describe("first steps at a command line", () => {
  const folder = temporaryFolder();
  beforeEach(() => {
    writeFileSync(join(folder(), "task.json"), JSON.stringify(manifest));
    writeFileSync(join(folder(), "made.schema.json"), "the schema");
  });

  const manifest = {
    name: "Watcher",
    description: "Watches",
    version: { Major: 1, Minor: 2, Patch: 3 },
    inputs: [
      {
        name: "how",
        type: "pickList",
        label: "How",
        required: false,
        defaultValue: "well",
        options: { well: "Well", badly: "Badly" },
        helpMarkDown: "In which way. Example: `$(HOW)`. [Ways](https://ways.example/)",
      },
      {
        name: "what",
        type: "string",
        label: "What",
        required: true,
        helpMarkDown: "The thing. Example: `it`. [Things](https://things.example/)",
      },
      {
        name: "hidden",
        type: "connectedService:generic",
        label: "Hidden",
        required: false,
        helpMarkDown: "No.",
      },
    ],
  };
  const steps = (changes: Partial<Program["starter"]> = {}): Program => ({
    names: ["what", "how"],
    switches: [],
    folder: folder(),
    environment: { TOKEN: "a token" },
    starter: {
      file: "watch.json",
      schema: "made.schema.json",
      answers: { what: "the thing" },
      make: (answer) => ({ value: { what: answer("what") }, problems: [], open: ["how"] }),
      next: (_, file) => `look at ${file}`,
      ...changes,
    },
    tools: {
      plan: {
        description: "makes a plan",
        options: { every: "how often" },
        act: () => Promise.reject(new Error("nobody asked")),
      },
    },
  });

  it("are the help: usage, inputs in the order of the command line, environment, answers", () => {
    const agent = memoryAgent();
    const { message, result, exitCode } = showHelp(agent, steps());
    assert.deepEqual([result, exitCode], ["Succeeded", 0]);
    assert.deepEqual(
      [...agent.printed, message],
      [
        "Watcher 1.2.3: Watches.",
        "",
        "  node index.js what [--INPUT VALUE ...]",
        "  node index.js --init [watch.json] [--ANSWER VALUE ...]",
        "  node index.js --plan --every …",
        "",
        "Inputs; the first may stand without its name:",
        "  --what (required)",
        "      What. The thing. Example: `it`.",
        "  --how (well, badly; default well)",
        "      How. In which way.",
        "",
        "Environment variables:",
        "  TOKEN: a token",
        "  HTTPS_PROXY, HTTP_PROXY, NO_PROXY: the way to the network",
        "",
        "--init writes a file to begin with, watch.json, and its schema for editors beside it; made from these answers:",
        "  --what: the thing",
        "",
        "--plan makes a plan; told by:",
        "  --every: how often",
      ],
    );
  });

  const init = (inputs: Record<string, string>, changes: Partial<Program["starter"]> = {}) => {
    const agent = memoryAgent({ inputs });
    return { ...writeStarter(agent, steps(changes)), printed: agent.printed };
  };

  it("are a file with its schema, what is left to fill in, and what to do next", () => {
    const file = join(folder(), "mine.json");
    const { message, printed, result, exitCode } = init({ file, what: "this" });
    assert.deepEqual([result, exitCode, message], ["Succeeded", 0, `Next: look at ${file}`]);
    assert.deepEqual(printed, [
      `Written: ${file}, and for editors its schema mine.schema.json beside it.`,
      "Left to fill in: how.",
    ]);
    assert.equal(readFileSync(file, "utf8"), '{\n  "$schema": "./mine.schema.json",\n  "what": "this"\n}\n');
    assert.equal(readFileSync(join(folder(), "mine.schema.json"), "utf8"), "the schema");
  });

  it("say nothing about open fields when there are none, and treat an empty answer as missing", () => {
    const { printed } = init(
      { file: join(folder(), "mine.json"), what: "" },
      {
        make: (answer) => {
          assert.equal(answer("what"), undefined);
          return { value: {}, problems: [], open: [] };
        },
      },
    );
    assert.equal(printed.length, 1);
  });

  it("write nothing for a wrong answer, an existing file, a missing folder, or a failed write", () => {
    writeFileSync(join(folder(), "there.json"), "mine");
    mkdirSync(join(folder(), "held.schema.json"));
    const before = readdirSync(folder()).sort();
    const two = () => ({ value: {}, problems: ["a: wrong", "b: wrong"], open: [] });
    const cases: [string, Partial<Program["starter"]>, RegExp][] = [
      ["x.json", { make: two }, /^Nothing was written\. 2 problems found:\n- a: wrong\n- b: wrong$/],
      ["there.json", {}, /^Nothing was written\. .*there\.json exists already\.$/],
      ["x.yaml", {}, /^Nothing was written\. .*x\.yaml is no name of a JSON file: let it end in \.json\.$/],
      ["no/x.json", {}, /^Nothing was written\. The folder .*no does not exist: make it first\.$/],
    ];
    for (const [name, changes, message] of cases)
      assert.throws(() => init({ file: join(folder(), name) }, changes), { message });
    assert.throws(() => init({ file: join(folder(), "held.json") }));
    assert.deepEqual(readdirSync(folder()).sort(), before);
  });
});
