import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { terminalAdvice } from "../../../shared/agent/advice";
import { feature } from "../../../tasks/PipelineMonitor/feature";
import { features } from "../../../tasks/PipelineMonitor/features";
import { readSetup } from "../../../tasks/PipelineMonitor/setup";
import { unknownKey } from "../../sentences";
import { step } from "../../shared/azure-devops/token-stage";
import { buildAuth, useSetup, webhook } from "./config/setup-stage";

/** Needs the memory of reports, if a key asks. */
const memory = feature({
  name: "memory",
  keys: { remembers: v.optional(v.boolean()) },
  entryKeys: {},
  memory: {},
  read: ({ keys }) => ({ needsMemory: keys.remembers === true }),
});

describe("setup of the monitor", () => {
  const remembering = useSetup([memory]);
  const { folder, read, problemsOf, agentWith } = useSetup();
  const problemOfInputs = (inputs: Record<string, string>) => problemsOf({}, { inputs });

  it("is read from inputs, file and environment, and has every credential registered as a secret", async () => {
    const inputs = { onIssues: "fail", onNotDelivered: "fail", chatFormat: "slack" };
    const variables = { "Build.Reason": "Manual" };
    const { credential, config, exposed, ...setup } = read({}, { inputs, variables });
    assert.deepEqual([setup.isStartedByPerson, setup.origin.configuration], [true, "monitor.json"]);
    assert.deepEqual([setup.onIssues, setup.onNotDelivered, setup.chatFormat], ["fail", "fail", "slack"]);
    assert.equal(setup.webhook?.href, webhook);
    assert.equal(await credential.authorization(step), `Basic ${buildAuth}`);
    assert.equal(config.project.href, "https://dev.azure.com/contoso/p");
    assert.deepEqual(exposed(buildAuth, "someone:hunter2-token", "hunter2-token", webhook), []);
  });

  it("takes the webhook from WEBHOOK_URL when the input is empty, and succeeds on issues by default", () => {
    const environment = { WEBHOOK_URL: "https://other.example/hook" };
    const setup = read({}, { inputs: { webhookUrl: "" }, environment });
    assert.deepEqual([setup.onIssues, setup.onNotDelivered, setup.chatFormat], ["succeed", "warn", "auto"]);
    assert.equal(setup.isStartedByPerson, false);
    assert.equal(setup.webhook?.href, "https://other.example/hook");
  });

  it("uses the job's own token for the pipeline's own organization", async () => {
    const variables = { "System.CollectionUri": "https://dev.azure.com/contoso/" };
    const { credential } = read({}, { environment: { BUILD_AUTH: "" }, variables, jobToken: "job-token" });
    assert.equal(await credential.authorization(step), "Bearer job-token");
  });

  it("needs no webhook with test_flag true, and prints the configuration that it knows, without any credential (decision 7)", () => {
    const inputs = { webhookUrl: "" };
    const { webhook: none, printed } = read({ test_flag: true, token: "canary" }, { inputs });
    assert.equal(none, undefined);
    assert.equal(printed[0], "test_flag is true: nothing is posted. The configuration:");
    assert.ok(printed.includes('  "organization": "contoso",'));
    for (const secret of [buildAuth, "canary"]) assert.ok(!printed.join().includes(secret));
  });

  it("says before the first request that there is no webhook while test_flag is false (decision 7)", () => {
    const inputs = { webhookUrl: "" };
    const missing =
      "webhookUrl: missing, and so are webhookConnection and WEBHOOK_URL; set test_flag to true, or ";
    const inStep = "set `webhookConnection`, or map a secret variable in the step: ";
    assert.equal(problemOfInputs(inputs), `${missing}${inStep}\`env: { WEBHOOK_URL: $(WEBHOOK_URL) }\``);
    const inTerminal = problemsOf({}, { inputs, advice: terminalAdvice });
    assert.equal(inTerminal, `${missing}set WEBHOOK_URL in the environment`);
  });

  it("lists the problems of inputs, configuration and credential in one message", () => {
    const inputs = { onIssues: "explode", webhookUrl: "" };
    const message = problemsOf({ url_params: "x" }, { inputs, environment: { BUILD_AUTH: "no base64" } });
    const shown = message
      .split("\n")
      .map((line) => line.replace("monitor.json, line 1: ", "").replace(/^- |:.*/g, ""));
    assert.deepEqual(shown, ["4 problems found", "onIssues", "url_params", "webhookUrl", "BUILD_AUTH"]);
  });

  // apache/flink #11430, microsoft/azure-pipelines-tasks #15884: an unset variable arrives as its macro.
  it("refuses what still reads $(NAME)", () => {
    for (const name of ["webhookUrl", "onIssues", "configFile", "WEBHOOK_URL", "BUILD_AUTH"]) {
      const missing = { [name]: "$(MISSING)" };
      const problems = problemsOf({}, { inputs: { webhookUrl: "", ...missing }, environment: missing });
      assert.match(problems, new RegExp(`${name}: still reads \\$\\(MISSING\\)`));
    }
  });

  it("refuses a webhook with a blank or a line break inside, which would be another one without it", () => {
    for (const blank of [" ", "\n", "\t", "\r\n", "\u00a0"])
      assert.equal(
        problemOfInputs({ webhookUrl: webhook.replace("/canary", `/${blank}canary`) }),
        "webhookUrl: contains a blank or a line break; paste the URL again, in one piece",
      );
    assert.equal(read({}, { inputs: { webhookUrl: ` ${webhook}\n` } }).webhook?.href, webhook);
  });

  it("refuses a webhook that is no address or would go over http, without showing it", () => {
    for (const webhookUrl of ["canary", "http://chat.example/canary", "ftp://canary"]) {
      const message = problemOfInputs({ webhookUrl });
      assert.match(message, /^webhookUrl: (must be a full URL|must start with https)/);
      assert.ok(!message.includes("canary"));
    }
  });

  it("refuses a webhook in quotes or brackets, which is a secret without them, too", () => {
    for (const quote of ['"', "'", "`"]) {
      const quoted = `${quote}${webhook}${quote}`;
      assert.equal(
        problemOfInputs({ webhookUrl: quoted }),
        "webhookUrl: has quotes or brackets around the URL; remove them",
      );
    }
    const agent = agentWith({}, { inputs: { webhookUrl: `<${webhook}>` } });
    assert.throws(() => readSetup(agent, features), /webhookUrl: has quotes or brackets/);
    assert.ok(agent.secrets.includes(webhook));
  });

  it("says that the configuration file is missing, does not exist or is no JSON", () => {
    const [none, broken] = ["none.json", "broken.json"].map((name) => join(folder(), name));
    writeFileSync(broken ?? "", "{\n  x");
    for (const [configFile = "", problem] of [
      ["", /^configFile: missing; enter the path of the monitor configuration \(JSON\)$/],
      [none, /configFile: .*none\.json does not exist/],
      [broken, /is not valid JSON: line 2, column 3/],
    ] as const)
      assert.match(problemOfInputs({ configFile }), problem);
    const both = problemOfInputs({ configFile: none ?? "", onIssues: "explode" });
    assert.match(both, /^2 problems found.*onIssues: .*configFile: /s);
  });

  it("knows its own pipeline if something is told once or since the last report, and misses it only for the latter", () => {
    const variables = {
      ...{ "System.CollectionUri": "https://dev.azure.com/contoso/", "System.TeamProject": "p" },
      ...{ "System.DefinitionId": "12", "Build.BuildId": "900" },
    };
    for (const [keys, inPipeline, outside] of [
      [{}, false, false],
      [{ remembers: false }, false, false],
      [{ remembers: true }, true, false],
      [{ window: "since_last_report" }, true, true],
    ] as const) {
      const isKnown = [variables, {}].map(
        (of) => remembering.read(keys, { variables: of }).ownPipeline !== undefined,
      );
      assert.deepEqual(isKnown, [inPipeline, outside], JSON.stringify(keys));
    }
  });

  it("warns of what is odd, and goes on", () => {
    const warning = `monitor.json, line 1: ${unknownKey("run_ct_mim", "run_ct_min")}`;
    assert.deepEqual(read({ run_ct_mim: 1 }).warnings, [warning]);
  });
});
