import assert from "node:assert/strict";
import { runSnippet } from "../../sandbox/snippet";
import {
  environmentOfAProxy,
  modulePath,
  noCertificates,
  noProxy,
  proxiesOf,
  secret,
  secretForms,
  withAgent,
} from "./agent-stage";

describe("the agent outside a pipeline", () => {
  const outside = { inPipeline: false };

  it("returns the argument, other inputs from the environment, nothing of a pipeline, and advice for a terminal", async () => {
    const { told } = await withAgent(
      `tell({
        inputs: ["first", "secondOne", "third"].map(agent.input),
        files: ["first", "secondOne", "third"].map(agent.fileInput),
        environment: [agent.environment("BUILD_AUTH"), agent.environment("NONE")],
        none: [agent.variable("System.CollectionUri"), agent.jobToken(), agent.connection("6fcd") ?? ""],
        advice: [agent.secretAdvice("connection", "KEY", "SECRET"), agent.unresolvedAdvice],
      });`,
      {
        ...outside,
        commandLine: ["a.json"],
        env: {
          ...{ BUILD_AUTH: "Onh5", INPUT_FIRST: "not this", INPUT_SECONDONE: "fail" },
          ...{ SYSTEM_COLLECTIONURI: "https://host/", ENDPOINT_URL_6fcd: "https://host/" },
          ENDPOINT_AUTH_PARAMETER_SYSTEMVSSCONNECTION_ACCESSTOKEN: secret,
        },
      },
    );
    const inputs = ["a.json", "fail", ""];
    assert.deepEqual(told, {
      ...{ inputs, files: inputs, environment: ["Onh5", ""], none: ["", "", ""] },
      advice: [
        "set KEY and SECRET in the environment",
        "which only a pipeline replaces with a value. Put the value itself there",
      ],
    });
  });

  it("is used by a script step that passes arguments, and by a call without arguments", async () => {
    const inScript = await withAgent('agent.warn(agent.input("first"));', { commandLine: ["a.json"] });
    assert.equal(inScript.stdout, "Warning: a.json\n");
    const bare = await withAgent('agent.warn("inputs: " + agent.input("first"));', outside);
    assert.equal(bare.stdout, "Warning: inputs: \n");
  });

  it("refuses arguments that mean nothing to it", async () => {
    const refusalOf = async (commandLine: string[], argumentName = "") => {
      const opening = `require(${modulePath("open-agent.js")}).openAgent(".", ${argumentName})`;
      const work = `${opening}.catch(({ message }) => tell(message));`;
      return (await runSnippet(work, { ...outside, commandLine })).told;
    };
    const advice = "Set the inputs as environment variables, such as INPUT_ACTION for `action`.";
    const ofTwo = await refusalOf(["a.json", "--onIssues"], '"configFile"');
    assert.equal(ofTwo, `Expected one argument, configFile. ${advice}`);
    assert.equal(await refusalOf(["--dryRun"]), `Expected no arguments. ${advice}`);
  });

  it("uses the environment's proxy, and no certificates of its own", async () => {
    const { told, stdout } = await withAgent(
      `const { certificates } = agent.network(new URL("https://host/"));
      const proxies = ${proxiesOf};
      agent.print("with ${secret}");
      tell({ certificates, proxies });`,
      { ...outside, env: { ...environmentOfAProxy, AGENT_PROXYURL: "http://agent-proxy:8080" } },
    );
    assert.deepEqual(told, {
      certificates: noCertificates,
      proxies: {
        contoso: { proxyUrl: "http://proxy:3128", proxyUsername: "user", proxyPassword: secret },
        inside: noProxy,
      },
    });
    assert.equal(stdout, "with ***\n");
  });

  it("prints plain lines without secrets, and ignores what only a pipeline shows", async () => {
    const { stdout, told } = await withAgent(
      `const forms = ${JSON.stringify(secretForms.join(" "))};
      agent.secret(${JSON.stringify(secret)});
      agent.conceal("+1.5");
      agent.print("one " + forms + "\\n##[error]two");
      agent.warn("three " + forms + " +1.5");
      agent.progress(40, "polling");
      agent.output("runCount", "7");
      agent.tagRun("told");
      agent.attach("/tmp/receipt.json");
      agent.issue("error", "listed");
      agent.summary("A Title", "one");
      agent.group("title", ["line"]);
      tell([agent.sanitize("+1.5 ${secret}"), agent.network(new URL("https://host/")).sanitize("+1.5")]);`,
      outside,
    );
    const hidden = secretForms.map(() => "***").join(" ");
    assert.equal(stdout, `one ${hidden}\n# #[error]two\nWarning: three ${hidden} +1.5\ntitle\nline\n`);
    assert.deepEqual(told, ["*** ***", "***"]);
  });

  it("ends with a message, a failure on standard error, and with the exit code", async () => {
    const { stdout, stderr, told, exitCode } = await withAgent(
      `agent.secret(${JSON.stringify(secret)});
      agent.finish("Succeeded", "all is well, ${secret}", 0);
      const first = process.exitCode;
      agent.finish("SucceededWithIssues", "two issues, ${secret}", 0);
      agent.finish("Failed", "no way, ${secret}", 3);
      tell(first);`,
      outside,
    );
    assert.equal(stdout, "all is well, ***\n");
    assert.equal(stderr, "Warning: two issues, ***\nError: no way, ***\n");
    assert.deepEqual([told, exitCode], [0, 3]);
  });
});
