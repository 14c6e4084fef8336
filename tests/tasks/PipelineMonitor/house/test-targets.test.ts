// Needs: paging, routes
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NetworkSettings } from "../../../../shared/http/network";
import { noNetworkSettings } from "../../../memory-agent";
import { type ChatProduct, type SandboxChat, startChat } from "../../../sandbox/chat";
import { makeAuthority } from "../../../sandbox/identity";
import { json } from "../../../sandbox/loopback";
import { pagingKey, pagingRules, type SandboxPaging, startPaging } from "../../../sandbox/paging";
import { startProxy } from "../../../sandbox/proxy";
import { temporaryFolder } from "../../../temporary-folder";
import { type ActionEnded, useActions } from "../actions/action-stage";
import { assertTexts } from "../monitor-stage";

const alert = "Test alert from Pipeline Monitor, which resolves it at once";
const pipelines = { default: { max_proc_time: 900, min_proc_time: 30, severity: "high" } };
const routes = [
  { severities: ["high"], webhook: "BILLING", chat_format: "discord" },
  { webhook: "ON_CALL", chat_format: "slack" },
];
const config = { notify: "changes", pipelines, routes, paging: { kind: "pagerduty", key: "PAGER" } };

describe("action testMessage, with routes and paging", () => {
  const folder = temporaryFolder();
  const onStage = useActions();

  interface Targets {
    own: SandboxChat;
    billing: SandboxChat;
    onCall: SandboxChat;
    paging: SandboxPaging;
    send(): Promise<ActionEnded>;
  }
  /** Three chats, and PagerDuty, which only a proxy leads to. */
  async function withTargets(
    play: (targets: Targets) => Promise<void>,
    changes: { config?: object; environment?: Record<string, string> } = {},
  ): Promise<void> {
    const { host } = pagingRules.pagerduty;
    const authority = await makeAuthority("Company");
    const caFile = join(folder(), "company.pem");
    writeFileSync(caFile, authority.cert);
    const paging = await startPaging("pagerduty", await authority.issue(host));
    const proxy = await startProxy("u", "p", new Map([[`${host}:443`, paging.address]]));
    const start = (product: ChatProduct) => startChat(undefined, product);
    const [own, billing, onCall] = await Promise.all([start("markdown"), start("discord"), start("slack")]);
    const proxied: NetworkSettings = {
      ...noNetworkSettings,
      proxy: { proxyUrl: proxy.address.href, proxyUsername: "u", proxyPassword: "p" },
      certificates: { ...noNetworkSettings.certificates, caFile },
    };
    const variables = { BILLING: billing.webhook.href, ON_CALL: onCall.webhook.href, PAGER: pagingKey };
    const options = {
      config: { ...config, ...changes.config },
      environment: { ...variables, ...changes.environment },
      network: (url: URL) => (url.hostname === host ? proxied : noNetworkSettings),
    };
    try {
      await onStage(options, ({ alone }) =>
        play({
          ...{ own, billing, onCall, paging },
          send: () => alone("testMessage", { webhookUrl: own.webhook.href, chatFormat: "markdown" }),
        }),
      );
    } finally {
      await Promise.all([own, billing, onCall, paging, proxy].map((server) => server.close()));
    }
  }

  it("posts to each chat, opens and resolves an alert, even with test_flag, and names each target", () =>
    withTargets(
      async ({ own, billing, onCall, paging, send }) => {
        const { outcome } = await send();
        const form = (name: string, product: string, key: string) =>
          `${name} accepted the test message, written as ${product}. Look for it in the channel. ` +
          `If it is missing or looks wrong, set ${key} to the chat's product.`;
        const lines = [
          form("The channel", "Markdown", "chatFormat"),
          form("The channel of BILLING", "Discord", "routes.1.chat_format"),
          form("The channel of ON_CALL", "Slack", "routes.2.chat_format"),
          "PagerDuty accepted the test alert, and resolved it.",
        ];
        assert.deepEqual(outcome, { result: "Succeeded", exitCode: 0, message: lines.join("\n") });
        for (const { texts } of [own, billing, onCall]) assert.equal(texts.length, 1);
        assert.deepEqual(paging.events, [`open: ${alert}`, `close: ${alert}`]);
        assert.deepEqual(paging.violations, []);
        assert.equal(JSON.parse(paging.requests[0]?.body ?? "{}").payload.severity, "info");
      },
      { config: { test_flag: true } },
    ));

  it("tries each target, whatever the others do, and says what each says", () =>
    withTargets(async ({ own, billing, onCall, paging, send }) => {
      own.faults.push({ when: () => true, reply: { status: 404 } });
      onCall.faults.push({ when: () => true, times: 1, reply: { status: 400, body: "invalid_blocks" } });
      const errors = ["Invalid routing key"];
      const reply = { ...json({ message: "Event object is invalid", errors }), status: 400 };
      paging.faults.push({ when: () => true, reply });
      const { outcome } = await send();
      assert.deepEqual([outcome?.result, outcome?.exitCode, billing.texts.length], ["Failed", 2, 1]);
      assertTexts(outcome?.message.split("\n") ?? [], [
        /^The channel did not accept the test message\. .* 404 Not Found/,
        /^The channel of BILLING accepted the test message/,
        /^The channel of ON_CALL refused the test message, and accepted a plain one\./,
        /^PagerDuty did not accept the test alert\. .*; Invalid routing key\)\. Check the integration key in PAGER, and paging\.region\.$/,
        /^Fix this, then send the test message again\.$/,
      ]);
    }));

  it("says that an alert is left to resolve by hand, which the next test resolves", () =>
    withTargets(async ({ paging, send }) => {
      const when = ({ body }: { body: string }) => body.includes('"resolve"');
      paging.faults.push({ when, times: 1, reply: { status: 400 } });
      const { message = "", result } = (await send()).outcome ?? {};
      assert.match(
        message,
        /accepted the test alert, but did not resolve it\. Resolve it by hand\. .* 400 Bad/,
      );
      assert.deepEqual([result, paging.open.size], ["Failed", 1]);
      assert.equal((await send()).outcome?.result, "Succeeded");
      assert.equal(paging.open.size, 0);
    }));

  it("sends nothing while a variable of a target is missing", () =>
    withTargets(
      async ({ own, billing, paging, send }) => {
        const { error } = await send();
        assert.match(error, /routes\.2\.webhook: ON_CALL is missing; .*paging\.key: PAGER is missing; /s);
        assert.deepEqual([...own.requests, ...billing.requests, ...paging.requests], []);
      },
      { config: { test_flag: true }, environment: { ON_CALL: "", PAGER: "" } },
    ));
});
