import assert from "node:assert/strict";
import { secret, withAgent } from "./agent-stage";

const [warning, error] = ["warning", "error"].map(
  (type) => `##vso[task.issue type=${type};source=TaskInternal;]`,
);
const ended = (result: string, message: string) => `##vso[task.complete result=${result};]${message}`;
const inRelease = 'process.env.SYSTEM_HOSTTYPE = "release";';

describe("the agent in a pipeline", () => {
  it("returns inputs, variables and the environment, an empty text for what does not exist, and advice for YAML", async () => {
    const { told, commands } = await withAgent(
      `tell({
        given: [agent.input("first"), agent.variable("System.CollectionUri"), agent.environment("BUILD_AUTH")],
        absent: [agent.input("second"), agent.variable("System.None"), agent.environment("NONE")],
        advice: [agent.secretAdvice("connection", "KEY", "SECRET"), agent.unresolvedAdvice],
      });`,
      { env: { INPUT_FIRST: "a b", SYSTEM_COLLECTIONURI: "https://host/", BUILD_AUTH: "Onh5" } },
    );
    assert.deepEqual(told, {
      ...{ given: ["a b", "https://host/", "Onh5"], absent: ["", "", ""] },
      advice: [
        "set `connection`, or map a secret variable in the step: `env: { KEY: $(KEY), SECRET: $(SECRET) }`",
        "because this variable does not exist here. Add it under Variables in the pipeline's editor, link its variable group, or remove the line",
      ],
    });
    assert.deepEqual(commands, []);
  });

  it("treats the sources folder as a missing path, because the agent fills it in", async () => {
    const { told } = await withAgent(`tell(["first", "second", "third"].map(agent.fileInput));`, {
      env: { BUILD_SOURCESDIRECTORY: "/src", INPUT_FIRST: "/src/monitor.json", INPUT_SECOND: "/src" },
    });
    assert.deepEqual(told, ["/src/monitor.json", "", ""]);
  });

  const acts: [what: string, work: string, shown: string[]][] = [
    [
      "prints sanitized lines",
      'agent.print("one\\ntwo ##vso[task.complete]x\\rthree");',
      ["one", "two # #vso[task.complete]x three"],
    ],
    ["warns", 'agent.warn("careful");', [`${warning}careful`]],
    ["shows progress", 'agent.progress(40, "polling");', ["##vso[task.setprogress value=40;]polling"]],
    [
      "sets an output",
      'agent.output("runCount", "7");',
      ["##vso[task.setvariable variable=runCount;isOutput=true;issecret=false;]7"],
    ],
    ["attaches a file", 'agent.attach("/tmp/x.json");', ["##vso[task.uploadfile]/tmp/x.json"]],
    [
      "folds lines under a title, and breaks folding commands in texts of others",
      'agent.group("one ##[endgroup]", ["two", "##[group]three"]);',
      ["##[group]one # #[endgroup]", "two", "# #[group]three", "##[endgroup]"],
    ],
    ["gives the run a tag", 'agent.tagRun("reported-0123");', ["##vso[build.addbuildtag]reported-0123"]],
    ["gives no tag in a release, whose step the agent would fail", `${inRelease} agent.tagRun("a");`, []],
    ["lists a warning on the run's page", 'agent.issue("warning", "one");', [`${warning}one`]],
    ["lists an error on the run's page", 'agent.issue("error", "one");', [`${error}one`]],
    ["succeeds with a line", 'agent.finish("Succeeded", "well", 0);', ["well", ended("Succeeded", "well")]],
    [
      "succeeds with a warning",
      'agent.finish("SucceededWithIssues", "two", 1);',
      [`${warning}two`, ended("SucceededWithIssues", "two")],
    ],
    ["fails with an error", 'agent.finish("Failed", "no", 2);', [`${error}no`, ended("Failed", "no")]],
  ];
  for (const [what, work, shown] of acts)
    it(what, async () => {
      const { stdout, exitCode } = await withAgent(work);
      assert.deepEqual(
        stdout.split(/\r?\n/).filter((line) => !/^$|task\.debug/.test(line)),
        shown,
      );
      assert.equal(exitCode, 0, "the agent takes the result from the command alone");
    });

  it("returns a service connection with its parameters and fields, and none for another id", async () => {
    const { told, commands } = await withAgent(
      `const known = agent.connection("6fcd-1");
      const parameters = ["username", "none"].map(known.parameter);
      const fields = ["environment", "none"].map(known.field);
      tell([known.url, ...parameters, ...fields, agent.connection("6fcd-2") ?? "no other"]);`,
      {
        env: {
          "ENDPOINT_URL_6fcd-1": "https://registrar.example/",
          "ENDPOINT_AUTH_PARAMETER_6fcd-1_USERNAME": "the-key",
          "ENDPOINT_DATA_6fcd-1_ENVIRONMENT": "test",
        },
      },
    );
    assert.deepEqual(told, ["https://registrar.example/", "the-key", "", "test", "", "no other"]);
    assert.deepEqual(commands, []);
  });

  it("shows Markdown under a title, sanitized, without secrets, and apart from other steps' Markdown", async () => {
    const { commands, told } = await withAgent(
      `agent.secret(${JSON.stringify(secret)});
      agent.summary("A Title", "one ##vso[task.complete]\\u202e\\n| ${secret} |\\n");
      agent.summary("A Title", "another");
      const { readdirSync, readFileSync } = require("node:fs");
      const folders = readdirSync(".").filter((name) => name.startsWith("summary-"));
      tell(folders.map((folder) => readFileSync(folder + "/A Title.md", "utf8")).sort());`,
    );
    assert.deepEqual(told, ["another", "one # #vso[task.complete]\n| *** |\n"]);
    const uploads = commands.filter(({ name }) => name === "task.uploadsummary");
    assert.equal(new Set(uploads.map(({ message }) => message)).size, 2);
  });

  it("attaches reports for the run's page, and a filled page for download, sanitized and without secrets", async () => {
    const { commands, told } = await withAgent(
      `const { readFileSync, writeFileSync } = require("node:fs");
      writeFileSync("report.html", "<p>HERE</p>");
      agent.secret(${JSON.stringify(secret)});
      agent.attachReport("a-kind", "a-name", "one ##vso[task.complete] ${secret}");
      agent.offerPage("a-page.html", "two ${secret}", (page, text) => page.replace("HERE", text));
      tell(${JSON.stringify(["report", "page"])}.map((kind) => {
        const folder = require("node:fs").readdirSync(".").find((name) => name.startsWith(kind + "-"));
        return require("node:fs").readdirSync(folder).map((name) => [name, readFileSync(folder + "/" + name, "utf8")]);
      }));`,
    );
    assert.deepEqual(told, [
      [["a-name", "one # #vso[task.complete] ***"]],
      [["a-page.html", "<p>two ***</p>"]],
    ]);
    const [attached, offered] = commands.filter(({ name }) => name !== "task.setsecret");
    assert.deepEqual([attached?.name, offered?.name], ["task.addattachment", "task.uploadfile"]);
    assert.deepEqual([attached?.properties, offered?.properties], [{ type: "a-kind", name: "a-name" }, {}]);
    assert.match(`${attached?.message}, ${offered?.message}`, /\/a-name, .*\/a-page\.html$/);
  });

  it("warns when a summary or a page cannot be written, and says so of what is attached", async () => {
    const { commands, told } = await withAgent(
      `process.env.AGENT_TEMPDIRECTORY = "/dev/null"; agent.summary("A Title", "one");
      agent.offerPage("a-page.html", "two", () => "");
      try { agent.attachReport("a-kind", "a-name", "three"); } catch ({ code }) { tell([code]); }`,
    );
    assert.deepEqual(told, ["ENOTDIR"]);
    const warnings = commands.map(({ message }) => message.replace(/:.*/, ""));
    const what = ["summary for the run's page", "report for download"];
    assert.equal(warnings.join(), what.map((one) => `Could not write the ${one}`).join());
  });

  it("leaves uncaught errors to the task", async () => {
    const { told } = await withAgent(
      `tell(["uncaughtException", "unhandledRejection"].map((event) => process.listenerCount(event)));`,
    );
    assert.deepEqual(told, [0, 0]);
  });
});
