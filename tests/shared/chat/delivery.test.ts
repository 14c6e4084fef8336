import assert from "node:assert/strict";
import fc from "fast-check";
import { createChat, type Webhook } from "../../../shared/chat/delivery";
import { markdown } from "../../../shared/chat/markdown";
import { slack } from "../../../shared/chat/slack";
import { escapeUnderscores } from "../../../shared/text/markdown";
import { hostileText } from "../../hostile-text";
import { noNetworkSettings } from "../../memory-agent";
import { type SandboxChat, startChat } from "../../sandbox/chat";
import type { Reply } from "../../sandbox/loopback";
import { testClock } from "../../test-clock";
import { longMessage } from "./messages";

const webhookOf = ({ webhook }: SandboxChat, format = markdown) => ({
  ...{ url: webhook, format, setIn: { url: "BILLING_WEBHOOK", product: "routes.0.chat_format" } },
});
const never = new AbortController().signal;

describe("chat", () => {
  let sandbox: SandboxChat;
  beforeEach(async () => {
    sandbox = await startChat();
  });
  afterEach(() => sandbox.close());

  async function post(text: string, changes: Partial<Webhook> = {}): Promise<string | undefined> {
    const clock = testClock({ passes: (milliseconds) => milliseconds < 60_000 });
    const chat = createChat({ ...webhookOf(sandbox), ...changes }, noNetworkSettings, clock);
    const line = { parts: [{ words: text }], severity: "failure", rank: 0 } as const;
    const message = { header: "Header", title: [], lines: [line], footer: [] };
    return chat.post(message, never, new URL("https://h/run")).finally(() => chat.dispose());
  }

  it('posts {"text": …} with a backslash before each underscore and nothing else changed (decision 8)', async () => {
    await post("**a_b** [c](https://host/_d)\nü\\_");
    assert.deepEqual(JSON.parse(sandbox.requests[0]?.body ?? ""), {
      text: "**Header**\n**a\\_b** [c](https://host/\\_d)\nü\\\\_",
    });
    assert.equal(sandbox.requests[0]?.headers.accept, "application/json, text/plain");
  });

  it("retries when the channel certainly did not receive it, and never when it may have", async () => {
    const reply = { status: 429, headers: { "retry-after": "3" } };
    sandbox.faults.push({ when: () => true, times: 1, reply });
    await post("x");
    assert.deepEqual(sandbox.texts, ["**Header**\nx"]);
    for (const reply of [{ status: 500 }, { status: 503 }, { ending: "reset" }] satisfies Reply[]) {
      const before = sandbox.requests.length;
      instead(reply);
      await assert.rejects(post("x"));
      assert.equal(sandbox.requests.length - before, 1);
    }
  });

  const instead = (reply: Reply) => void sandbox.faults.splice(0, 1, { when: () => true, reply });

  const newOne =
    "The webhook was removed, or its URL is wrong or not complete. Create a new one in the chat, and put it into BILLING_WEBHOOK.";
  const otherForm = "The chat may expect another form. Set routes.0.chat_format to the chat's product.";
  const objects = "returned 200, but the chat did not accept the message:";
  const tooLarge = "returned 413 Payload Too Large.";
  const plainToo = "A plain message was not accepted either: it";
  const errors: [what: string, reply: Reply, requests: number, words: string, format?: Webhook["format"]][] =
    [
      ["of a missing webhook", { status: 404 }, 1, `returned 404 Not Found. ${newOne}`],
      ["that comes twice", { status: 413 }, 2, `${tooLarge} ${otherForm} ${plainToo} ${tooLarge}`],
      ["with status 200", { body: "no_team ##[x]" }, 1, `${objects} no_team # #[x]. ${newOne}`, slack],
      ["with status 200, as JSON", { body: '{"ok": false}' }, 1, `${objects} ok false. ${otherForm}`],
    ];
  for (const [what, reply, requests, words, format = markdown] of errors)
    it(`tells an error ${what}, without the webhook's URL, and does not post the message again`, async () => {
      instead(reply);
      await assert.rejects(post("x", { format }), { message: `chat webhook: POST (URL not shown) ${words}` });
      assert.equal(sandbox.requests.length, requests);
    });

  it("says that a message may have arrived, and hides every URL", async () => {
    instead({ ending: "reset" });
    await assert.rejects(post("x"), /ECONNRESET\)\. The message may have arrived\./);
    instead({ status: 302, headers: { location: `${sandbox.address.href}canary` } });
    const gone = { url: new URL("http://webhook.invalid/hooks/7f3kq9zt2wcanary") };
    const failure = (changes: Partial<Webhook>) => post("x", changes).then(assert.fail, String);
    const failures = `${await failure({})} ${await failure(gone)}`;
    assert.match(failures, /returned 302 Found.* can reach its host/);
    assert.doesNotMatch(failures, new RegExp(`canary|${sandbox.address.host}|webhook\\.invalid`));
  });

  it("does not count a message as delivered when the response cannot be read to its end", async () => {
    instead({ status: 200, body: "{", ending: "reset" });
    await assert.rejects(post("x"), /the connection was closed before the response was complete/);
    assert.equal(sandbox.requests.length, 1);
  });

  it("posts a plain message, once, in place of one that the chat refuses, and returns why", async () => {
    for (const [status, body] of [
      [400, "invalid_blocks"],
      [413, ""],
      [200, "invalid_payload"],
    ] as const) {
      const before = sandbox.requests.length;
      sandbox.faults.splice(0, 1, { when: () => true, times: 1, reply: { status, body } });
      const refusal = await post("a *b* @channel", { format: slack });
      assert.match(refusal ?? "", new RegExp(`returned ${status}.* ${otherForm}$`));
      const [, second, ...others] = sandbox.requests.slice(before);
      assert.deepEqual(others, []);
      const text = "Header\n\n🔴 a *b* @channel\n\nhttps://h/run";
      assert.deepEqual(JSON.parse(second?.body ?? ""), { text, mrkdwn: false });
    }
    assert.equal(await post("x"), undefined);
  });

  it("posts no second one if the refusal is not of the message, or it may have arrived", async () => {
    const replies: Reply[] = [401, 403, 404, 500, 503].map((status) => ({ status }));
    for (const reply of [...replies, { status: 400, body: "no_service" }, { ending: "reset" } as const]) {
      const before = sandbox.requests.length;
      instead(reply);
      await assert.rejects(post("x", { format: slack }));
      assert.equal(sandbox.requests.length - before, 1, JSON.stringify(reply));
    }
  });

  it("says so if the plain message is refused, too, and posts no third", async () => {
    instead({ status: 400, body: "invalid_blocks" });
    await assert.rejects(post("x", { format: slack }), {
      message:
        /returned 400 Bad Request \(invalid_blocks\)\. .*\. A plain message was not accepted either: it returned 400 Bad Request \(invalid_blocks\)\.$/,
    });
    assert.equal(sandbox.requests.length, 2);
  });

  it("quotes a chat's reason for a refusal, wherever in the response it is", async () => {
    const body = '{"error": {"code": 403, "message": "Invalid thread ##[error]"}}';
    instead({ status: 403, body });
    await assert.rejects(post("x", { format: slack }), /403 Forbidden \(403: Invalid thread # #\[error\]\)/);
  });

  it("waits as long as an error body asks for, as Discord's does", async () => {
    const body = '{"message": "You are being rate limited.", "retry_after": 2.5}';
    sandbox.faults.push({ when: () => true, times: 1, reply: { status: 429, body } });
    await post("x");
    assert.equal(sandbox.requests.length, 2);
  });

  it("ends with the reason of a cancelled step", async () => {
    const chat = createChat(webhookOf(sandbox), noNetworkSettings, testClock());
    const cancelled = AbortSignal.abort(new Error("cancelled"));
    await assert.rejects(chat.post(longMessage(1), cancelled), /cancelled/);
    chat.dispose();
  });

  it("holds no connection open once it is disposed of", async () => {
    await post("x");
    assert.equal(await sandbox.connections(), 0);
  });
});

describe("escapeUnderscores", () => {
  it("changes nothing but underscores, and can be taken back", () => {
    const withoutBackslash = hostileText.map((text) => text.replaceAll("\\", ""));
    fc.assert(
      fc.property(withoutBackslash, (text) => escapeUnderscores(text).replaceAll("\\_", "_") === text),
    );
    assert.equal(escapeUnderscores("_a__"), "\\_a\\_\\_");
  });
});
