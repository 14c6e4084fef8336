import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { productNames } from "../sandbox/chat";
import { renderForProduct } from "../sandbox/chat-page";
import { makeAuthority } from "../sandbox/identity";
import { startProxy } from "../sandbox/proxy";
import { perform } from "./monitor-stage";
import { useAgent } from "./use-agent";

const names = productNames.filter((name) => name !== "markdown");

describe("chatFormat of the packaged PipelineMonitor", () => {
  const agent = useAgent();
  const failed = (id: number, pipeline = "nightly import") => ({
    id,
    pipeline,
    result: "failed",
    logs: ["x"],
  });
  const inputs = (chatFormat: string) => ({
    configFile: "monitor.json",
    webhookUrl: "$(WEBHOOK_URL)",
    chatFormat,
  });

  for (const product of names) {
    it(`${product}: is taken by the product, whatever pipelines are called, and however many failed`, async () => {
      const hostile = failed(1, "@channel <!here> *b* [x](y) ##vso[task.complete]");
      const many = Array.from({ length: 150 }, (_, index) => failed(index + 1, `nightly import ${index}`));
      for (const runs of [[hostile], many]) {
        const { outputs, chat } = await perform(agent(), {
          runs,
          chatProduct: product,
          step: { inputs: inputs(product) },
        });
        assert.equal(outputs["delivered"], "sent");
        assert.equal(chat.texts.length, 1);
        // Rendered, because the bodies differ by product.
        const shown = await renderForProduct(product, chat.texts.join());
        const title = runs.length === 1 ? " failed" : `Night Shift: ${runs.length} problems: .*, and more`;
        assert.match(shown, new RegExp(`${title}<`));
        assert.match(shown, new RegExp(`${runs.length} runs? checked, 02:18–03:19 UTC`));
        assert.match(shown, runs.length > 1 ? /nightly import/ : /[@＠]channel [&‹]/);
        const [, left = "0"] = /(\d+) more problems.*nightly import/.exec(shown) ?? [];
        const links = shown.match(/buildId=\d+"/g)?.length ?? 0;
        assert.equal(links + Number(left), runs.length);
        assert.equal(left !== "0", runs.length > 1);
      }
    });
  }

  it("opens the log at its last error on the page of the run, for one timeline of each, read once", async () => {
    const logs = ["1", "2", "3", "4", "psql: error\nan error of its end\nbye"];
    const runs = [1, 2].map((id) => ({ id, pipeline: `import ${id}`, result: "failed", logs }));
    for (const [chatFormat, config, line] of [
      ["slack", {}, "&l=2"],
      ["slack", { explain_failures: true }, "&l=1"],
      ["markdown", {}, undefined],
    ] as const) {
      const { service, chat } = await perform(agent(), {
        ...{ runs, config, chatProduct: chatFormat, step: { inputs: inputs(chatFormat) } },
      });
      const timelines = service.requests.filter(({ path }) => path.endsWith("/timeline"));
      assert.equal(timelines.length, line === undefined ? 0 : 2);
      const body = chat.texts.join();
      for (const id of [1, 2])
        assert.equal(body.includes(`buildId=${id}&view=logs&j=job&t=step-5${line}"`), line !== undefined);
      assert.equal(body.includes("/logs/5"), line === undefined);
    }
  });

  it("an error inside of a good answer is told as a message that was not delivered", async () => {
    const { result, log, chat } = await perform(agent(), {
      runs: [failed(1)],
      chatProduct: "slack",
      step: { inputs: inputs("slack") },
      // The stage looks for the webhook's path in whatever the step leaves.
      arrange: (_, { faults, webhook }) =>
        faults.push({ when: () => true, reply: { status: 200, body: `no_team ${webhook.pathname}` } }),
    });
    assert.deepEqual([result, chat.requests.length], ["SucceededWithIssues", 1]);
    assert.match(
      log.join("\n"),
      /The message was not delivered\. chat webhook: .* returned 200, but the chat did not accept the message: no_team \*\*\*\./,
    );
  });

  it("auto goes by the webhook's address", async () => {
    const authority = await makeAuthority("Everybody");
    const caFile = join(agent().sourcesFolder, "..", "everybody.pem");
    writeFileSync(caFile, authority.cert);
    const proxy = await startProxy("user", "canary-proxy-password");
    try {
      for (const [host, product] of [
        ["hooks.slack.com", "slack"],
        ["prod-01.westeurope.logic.azure.com", "teams"],
        ["chat.googleapis.com", "googleChat"],
        ["mattermost.example", "markdown"],
      ] as const) {
        const { outputs, chat } = await perform(agent(), {
          runs: [failed(1)],
          chatProduct: product,
          chatIdentity: await authority.issue(host),
          step: {
            variables: {
              "Agent.CAInfo": caFile,
              "Agent.ProxyUrl": proxy.address.href,
              "Agent.ProxyUsername": "user",
              "Agent.ProxyBypassList": '["127\\\\.0\\\\.0\\\\.1"]',
            },
            secrets: { "Agent.ProxyPassword": "canary-proxy-password" },
          },
        });
        assert.deepEqual([outputs["delivered"], chat.texts.length], ["sent", 1], host);
      }
      assert.equal(proxy.tunnels.length, 4);
    } finally {
      await proxy.close();
    }
  });

  it("a word that is none is said before anything is sent", async () => {
    const { result, issues, service } = await perform(agent(), { step: { inputs: inputs("irc") } });
    assert.deepEqual([result, service.requests], ["Failed", []]);
    assert.match(
      issues[0]?.message ?? "",
      /chatFormat: expected auto, markdown, slack, teams, discord, googleChat, webex, rocketChat or mattermost, got "irc"/,
    );
  });
});
