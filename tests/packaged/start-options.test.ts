import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isInputErrors } from "../../shared/errors";
import { readOptions } from "../demo/options";
import { temporaryFolder } from "../temporary-folder";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const token = { AZURE_DEVOPS_EXT_PAT: "a-token" };
const real = (url: string) => ["--organization", url, "--project", "Shop"];

describe("options of npm start", () => {
  const folder = temporaryFolder();

  it("are none for both tasks over simulated services", () => {
    assert.deepEqual(readOptions([], token), {
      help: false,
      place: undefined,
      action: undefined,
      config: undefined,
    });
  });

  it("take the token from the environment, as the task or as the CLI of Azure DevOps reads it", () => {
    const credentialBy = (environment: NodeJS.ProcessEnv) => {
      const { place } = readOptions(real("https://dev.azure.com/contoso"), environment);
      return [place?.buildAuth, place?.variable];
    };
    assert.deepEqual(credentialBy(token), [base64(":a-token"), "AZURE_DEVOPS_EXT_PAT"]);
    const both = { ...token, BUILD_AUTH: base64("x:other") };
    assert.deepEqual(credentialBy(both), [base64("x:other"), "BUILD_AUTH"]);
  });

  it("have an action, and the value of a configuration file", () => {
    const file = join(folder(), "monitor.json");
    writeFileSync(file, '{ "project": "Shop" }');
    const { action, config } = readOptions(["--action", "explain", "--config", file], {});
    assert.deepEqual([action, config], ["explain", { project: "Shop" }]);
  });

  it("list all their problems in one message", () => {
    const list = join(folder(), "list.json");
    writeFileSync(list, "[]");
    for (const [commandLine, problems] of [
      [
        ["--projct", "Shop", "--organization", "http://dev.azure.com/contoso", "--action", "explan"],
        [
          /--projct: unknown option\..* `--project`\?$/m,
          /Shop: belongs to no option/,
          /--action: expected monitor, testMessage, suggest or explain, got "explan"/,
          /--organization: must start with https:\/\//,
          /AZURE_DEVOPS_EXT_PAT: missing; set this .* or BUILD_AUTH to the base64 of `:TOKEN`/,
        ],
      ],
      [
        ["--project", "Shop"],
        [/--organization: missing; --project needs it/, /AZURE_DEVOPS_EXT_PAT/],
      ],
      [real("https://dev.azure.com/"), [/--organization: expected a name such as/, /AZURE_DEVOPS_EXT_PAT/]],
      [["--config", "nowhere.json"], [/--config: .*nowhere\.json/]],
      [["--config", list], [/--config: .*list\.json is not a JSON object/]],
      [["--config"], [/--config: has no value/]],
      [["--colour"], [/--colour: unknown option/]],
    ] as const)
      assert.throws(
        () => readOptions(commandLine, {}),
        (error) => {
          const lines = isInputErrors(error) ? error.problems : [];
          assert.equal(lines.length, problems.length, String(error));
          for (const [index, problem] of problems.entries()) assert.match(lines[index] ?? "", problem);
          return true;
        },
        commandLine.join(" "),
      );
  });

  it("ask for help in spite of problems", () => {
    for (const help of ["--help", "-h"]) assert.equal(readOptions([help, "--colour"], {}).help, true);
  });
});
