import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { terminalAdvice } from "../../../../shared/agent/advice";
import { readSetup } from "../../../../tasks/PipelineMonitor/config/setup";
import { step } from "../../../shared/azure-devops/token-stage";
import { usualConfig } from "../usual-config";
import { buildAuth, useSetup, webhook } from "./setup-stage";

describe("setup of the monitor", () => {
  const { folder, agentWith, problemsOf } = useSetup();

  it("is read from inputs, file and environment", async () => {
    const inputs = { onIssues: "fail", onNotDelivered: "fail", chatFormat: "slack" };
    const setup = readSetup(agentWith({}, { inputs }));
    assert.deepEqual([setup.onNotDelivered, setup.chatFormat], ["fail", "slack"]);
    assert.equal(setup.webhook?.href, webhook);
    assert.equal(setup.onIssues, "fail");
    assert.equal(await setup.credential.authorization(step), `Basic ${buildAuth}`);
    assert.equal(setup.config.project.href, "https://dev.azure.com/contoso/p");
  });

  it("takes the webhook from WEBHOOK_URL when the input is empty, and succeeds on issues by default", () => {
    const environment = { WEBHOOK_URL: "https://other.example/hook" };
    const setup = readSetup(agentWith({}, { inputs: { webhookUrl: "" }, environment }));
    assert.deepEqual([setup.onNotDelivered, setup.chatFormat], ["warn", "auto"]);
    assert.equal(setup.webhook?.href, "https://other.example/hook");
    assert.equal(setup.onIssues, "succeed");
  });

  it("registers every credential as a secret", () => {
    const agent = agentWith({});
    readSetup(agent);
    for (const secret of [buildAuth, "someone:hunter2-token", "hunter2-token", webhook])
      assert.ok(agent.secrets.includes(secret), secret);
  });

  it("uses the job's own token for the pipeline's own organization", async () => {
    const variables = { "System.CollectionUri": "https://dev.azure.com/contoso/" };
    const setup = readSetup(
      agentWith({}, { environment: { BUILD_AUTH: "" }, variables, jobToken: "job-token" }),
    );
    assert.equal(await setup.credential.authorization(step), "Bearer job-token");
  });

  it("prints no member of the configuration that it does not know (decision 7)", () => {
    const agent = agentWith({ test_flag: true, token: "canary" });
    readSetup(agent);
    assert.ok(!agent.printed.join().includes("canary"));
  });

  it("takes the heartbeat from HEARTBEAT_URL, as a secret, and has none with test_flag true", () => {
    const heartbeat = "https://hc-ping.com/5d7c3a70-1c1c-4f4e-8a55-0123456789ab";
    const environment = { HEARTBEAT_URL: ` ${heartbeat}\n` };
    const agent = agentWith({}, { environment });
    assert.equal(readSetup(agent).heartbeat?.href, heartbeat);
    for (const secret of [heartbeat, new URL(heartbeat).pathname]) assert.ok(agent.secrets.includes(secret));
    assert.equal(readSetup(agentWith({ test_flag: true }, { environment })).heartbeat, undefined);
    assert.equal(readSetup(agentWith({})).heartbeat, undefined);
  });

  it("refuses a heartbeat that is a variable without a value, or no https URL, without showing it", () => {
    const problemOf = (HEARTBEAT_URL: string) => problemsOf({}, { environment: { HEARTBEAT_URL } });
    assert.match(
      problemOf("$(HEARTBEAT_URL)"),
      /^HEARTBEAT_URL: still reads \$\(HEARTBEAT_URL\), because .*`env:`/,
    );
    assert.match(problemOf("http://chat.example/canary"), /^HEARTBEAT_URL: must start with https/);
    assert.match(problemOf("https://chat.example/can ary"), /^HEARTBEAT_URL: contains a blank/);
    assert.equal(problemOf("http://127.0.0.1:1/canary"), "");
  });

  it("needs no webhook with test_flag true, and prints the configuration then, without any credential (decision 7)", () => {
    const agent = agentWith({ test_flag: true }, { inputs: { webhookUrl: "" } });
    assert.equal(readSetup(agent).webhook, undefined);
    assert.equal(agent.printed[0], "test_flag is true: nothing is posted. The configuration:");
    assert.ok(agent.printed.includes('  "organization": "contoso",'));
    assert.ok(!agent.printed.join().includes(buildAuth));
  });

  it("says before the first request that there is no webhook while test_flag is false (decision 7)", () => {
    const noWebhook = { inputs: { webhookUrl: "" } };
    const missing =
      "webhookUrl: missing, and so are webhookConnection and WEBHOOK_URL; set test_flag to true, or ";
    assert.equal(
      problemsOf({}, noWebhook),
      `${missing}set \`webhookConnection\`, or map a secret variable in the step: \`env: { WEBHOOK_URL: $(WEBHOOK_URL) }\``,
    );
    assert.equal(
      problemsOf({}, { ...noWebhook, advice: terminalAdvice }),
      `${missing}set WEBHOOK_URL in the environment`,
    );
  });

  it("lists the problems of inputs, configuration and credential in one message", () => {
    const message = problemsOf(
      { url_params: "x" },
      { inputs: { onIssues: "explode", webhookUrl: "" }, environment: { BUILD_AUTH: "no base64" } },
    );
    assert.deepEqual(
      message.split("\n").map((line) => line.replace(/:.*/, "")),
      ["4 problems found", "- onIssues", "- url_params", "- webhookUrl", "- BUILD_AUTH"],
    );
  });

  it("refuses what still reads $(NAME)", () => {
    for (const name of ["webhookUrl", "onIssues", "configFile"])
      assert.match(
        problemsOf({}, { inputs: { [name]: "$(MISSING)" } }),
        new RegExp(`${name}: still reads \\$\\(MISSING\\)`),
      );
    for (const name of ["WEBHOOK_URL", "BUILD_AUTH"])
      assert.match(
        problemsOf({}, { inputs: { webhookUrl: "" }, environment: { [name]: "$(MISSING)" } }),
        new RegExp(`${name}: still reads \\$\\(MISSING\\)`),
      );
  });

  it("refuses a webhook with a blank or a line break inside, which would be another one without it", () => {
    for (const blank of [" ", "\n", "\t", "\r\n", "\u00a0"]) {
      const address = webhook.replace("/canary", `/${blank}canary`);
      const message = problemsOf({}, { inputs: { webhookUrl: address } });
      assert.equal(
        message,
        "webhookUrl: contains a blank or a line break; paste the URL again, in one piece",
      );
    }
    const around = readSetup(agentWith({}, { inputs: { webhookUrl: ` ${webhook}\n` } }));
    assert.equal(around.webhook?.href, webhook);
  });

  it("refuses a webhook that is no address or would go over http, without showing it", () => {
    for (const value of ["canary", "http://chat.example/canary", "ftp://canary"]) {
      const message = problemsOf({}, { inputs: { webhookUrl: value } });
      assert.match(message, /^webhookUrl: (must be a full URL|must start with https)/);
      assert.ok(!message.includes("canary"));
    }
  });

  it("says that the configuration file is missing, does not exist or is no JSON", () => {
    assert.equal(
      problemsOf({}, { inputs: { configFile: "" } }),
      "configFile: missing; enter the path of the monitor configuration (JSON)",
    );
    assert.match(
      problemsOf({}, { inputs: { configFile: join(folder(), "none.json") } }),
      /configFile: .*none\.json does not exist/,
    );
    const inputs = { configFile: join(folder(), "none.json"), onIssues: "explode" };
    assert.match(problemsOf({}, { inputs }), /^2 problems found.*onIssues: .*configFile: /s);
    writeFileSync(join(folder(), "broken.json"), "{\n  x");
    assert.match(
      problemsOf({}, { inputs: { configFile: join(folder(), "broken.json") } }),
      /is not valid JSON: line 2, column 3/,
    );
  });

  it("knows its own pipeline if something is told once or since the last report, and misses it only for the latter", () => {
    const variables = {
      ...{ "System.CollectionUri": "https://dev.azure.com/contoso/", "System.TeamProject": "p" },
      ...{ "System.DefinitionId": "12", "Build.BuildId": "900" },
    };
    const { default: usual } = usualConfig.pipelines;
    const muted = { default: usual, a: { mute_until: "2026-12-01" } };
    for (const [keys, inPipeline, outside] of [
      [{}, false, false],
      [{ greeting: false, pipelines: { default: usual, a: {} } }, false, false],
      [{ digest: "Mon 06:00" }, true, false],
      [{ greeting: true }, true, false],
      [{ runs_per_week_max: 1000 }, true, false],
      [{ pipelines: muted }, true, false],
      [{ window: "since_last_report" }, true, true],
    ] as const) {
      const own = [variables, {}].map(
        (known) => readSetup(agentWith(keys, { variables: known })).ownPipeline,
      );
      assert.deepEqual(
        [own[0] !== undefined, own[1] !== undefined],
        [inPipeline, outside],
        JSON.stringify(keys),
      );
    }
  });

  it("warns of what is odd, and goes on", () => {
    const agent = agentWith({ run_ct_mim: 1 });
    readSetup(agent);
    assert.deepEqual(agent.warnings, [
      "configFile: run_ct_mim: unknown key, ignored. Did you mean `run_ct_min`?",
    ]);
  });
});
