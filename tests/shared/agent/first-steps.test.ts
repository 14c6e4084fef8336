import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { showHelp, showVersion } from "../../../shared/agent/help";
import { writeStarter } from "../../../shared/agent/init";
import type { Program } from "../../../shared/agent/program";
import { memoryAgent } from "../../memory-agent";
import { temporaryFolder } from "../../temporary-folder";

describe("first steps at a command line", () => {
  const folder = temporaryFolder();
  const { argv } = process;
  afterEach(() => {
    process.argv = argv;
  });
  beforeEach(() => {
    process.argv = ["node", join(process.cwd(), "tasks", "Watcher", "index.js")];
    writeFileSync(join(folder(), "task.json"), JSON.stringify(manifest));
    writeFileSync(join(folder(), "made.schema.json"), "the schema");
  });

  const manifest = {
    name: "Watcher",
    helpUrl: "https://things.example/",
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
      { name: "why", type: "string", label: "Why", required: false, helpMarkDown: "A reason." },
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
    nothingDone: "nothing was sent",
    starter: {
      file: "watch.json",
      schema: "made.schema.json",
      answers: { what: "the thing" },
      make: (answer) => ({ value: { what: answer("what") }, problems: [], open: ["how"] }),
      pipeline: (task, file, answer) => [`task: ${task}`, `file: ${file}`, `what: ${answer("what")}`],
      next: (file, answer) => ({
        notes: [`It is for ${answer("what")}.`],
        before: "set TOKEN, and run",
        commands: [
          [`--plan ${file}`, "a plan"],
          ["--try", "a trial"],
        ],
      }),
      ...changes,
    },
    troubleshooting: {},
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
        "  node index.js --help | --version",
        "",
        "Inputs; the first may stand without its name:",
        "  --what (required)",
        "      What. The thing. Example: `it`.",
        "  --how (well, badly; default well)",
        "      How. In which way.",
        "  --why",
        "      Why. A reason.",
        "",
        "Environment variables:",
        "  TOKEN: a token",
        "  HTTPS_PROXY, HTTP_PROXY, NO_PROXY: the proxy for requests",
        "",
        "--init writes watch.json to start with, its schema for editors, and a pipeline that runs it. Options:",
        "  --what: the thing",
        "",
        "--plan makes a plan; options:",
        "  --every: how often",
      ],
    );
  });

  it("are the name and the version, as the build stamped them into the manifest", () => {
    assert.deepEqual(showVersion(steps()), { result: "Succeeded", message: "Watcher 1.2.3", exitCode: 0 });
  });

  const init = (inputs: Record<string, string>, changes: Partial<Program["starter"]> = {}) => {
    const agent = memoryAgent({ inputs });
    return { ...writeStarter(agent, steps(changes)), printed: agent.printed };
  };

  it("are a file with its schema and pipeline, what is left to fill in, and three commands at the end", () => {
    const file = join(folder(), "mine.json");
    const { message, printed, result, exitCode } = init({ file, what: "this" });
    assert.deepEqual([result, exitCode], ["Succeeded", 0]);
    assert.deepEqual(printed, [
      `Written: ${file}, its schema mine.schema.json for editors, and pipeline-mine.yml, a pipeline that runs it once you ` +
        "commit both.",
      "Left to fill in: how.",
      "It is for this.",
      "",
    ]);
    const program = "  node tasks/Watcher/index.js ";
    const planning = `${program}--plan ${file}`;
    assert.deepEqual(message.split("\n"), [
      "Next, set TOKEN, and run:",
      `${planning}  # a plan`,
      `${`${program}--try`.padEnd(planning.length)}  # a trial`,
    ]);
    assert.equal(readFileSync(file, "utf8"), '{\n  "$schema": "./mine.schema.json",\n  "what": "this"\n}\n');
    assert.equal(statSync(file).mode & 0o077, 0, "others can read it");
    assert.equal(readFileSync(join(folder(), "mine.schema.json"), "utf8"), "the schema");
    assert.equal(
      readFileSync(join(folder(), "pipeline-mine.yml"), "utf8"),
      "task: Watcher@1\nfile: mine.json\nwhat: this\n",
    );
    for (const name of ["mine.json", "pipeline-mine.yml"]) rmSync(join(folder(), name));
    assert.equal(init({ file, what: "its own schema is not in the way" }).exitCode, 0);
  });

  it("name the file in the pipeline by its path in the repository, and quote what a shell or YAML would split", () => {
    mkdirSync(join(folder(), ".git"));
    mkdirSync(join(folder(), "the monitors", "all"), { recursive: true });
    const file = join(folder(), "the monitors", "all", "mine.json");
    const { message } = init({ file });
    assert.match(message, /--plan ".*mine\.json" {2}# a plan/);
    const pipeline = readFileSync(join(folder(), "the monitors", "all", "pipeline-mine.yml"), "utf8");
    assert.match(pipeline, /^file: "the monitors\/all\/mine\.json"$/m);
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
    assert.ok(!printed.join().includes("fill in"));
  });

  it("write nothing for a wrong answer, an existing file, a missing folder, or a failed write", () => {
    writeFileSync(join(folder(), "there.json"), "mine");
    writeFileSync(join(folder(), "pipeline-there.yml"), "mine");
    writeFileSync(join(folder(), "pipeline-other.yml"), "mine");
    writeFileSync(join(folder(), "other's.schema.json"), "mine");
    mkdirSync(join(folder(), "held.schema.json"));
    const before = readdirSync(folder()).sort();
    const two = () => ({ value: {}, problems: ["a: wrong", "b: wrong"], open: [] });
    const cases: [string, Partial<Program["starter"]>, RegExp][] = [
      ["x.json", { make: two }, /^Nothing was written\. 2 problems found:\n- a: wrong\n- b: wrong$/],
      [
        "there.json",
        {},
        /^Nothing was written\. .*there\.json and .*pipeline-there\.yml exist already\. Name another file: --init NAME\.json$/,
      ],
      ["other.json", {}, /^Nothing was written\. \S*pipeline-other\.yml exists already\. Name another file/],
      ["x.yaml", {}, /^Nothing was written\. .*x\.yaml is no name of a JSON file: let it end in \.json\.$/],
      [
        "other's.json",
        {},
        /^Nothing was written\. .*other's\.schema\.json exists already, and is another schema\.$/,
      ],
      ["no/x.json", {}, /^Nothing was written\. The folder .*no does not exist: make it first\.$/],
    ];
    for (const [name, changes, message] of cases)
      assert.throws(() => init({ file: join(folder(), name) }, changes), { message });
    assert.throws(() => init({ file: join(folder(), "held.json") }));
    // The schema and the file are written before the pipeline fails.
    const unwritable = () => {
      mkdirSync(join(folder(), "pipeline-new.yml"));
      return [];
    };
    assert.throws(() => init({ file: join(folder(), "new.json") }, { pipeline: unwritable }), {
      message: /^Nothing was written\. EEXIST/,
    });
    rmSync(join(folder(), "pipeline-new.yml"), { recursive: true });
    assert.deepEqual(readdirSync(folder()).sort(), before);
  });
});
