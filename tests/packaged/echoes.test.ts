import assert from "node:assert/strict";
import { renderForProduct } from "../sandbox/chat-page";
import { accessTokens, identity, jobToken } from "../sandbox/entra";
import { leaks } from "../sandbox/leaks";
import { json } from "../sandbox/loopback";
import { keys } from "../sandbox/registrar";
import { performWithoutToken } from "./entra-stage";
import { perform, token } from "./monitor-stage";
import { apiError, domain, isOwnership, price, registerOnce } from "./register-stage";
import { useAgent } from "./use-agent";

/**
 * Services that repeat a credential in every text that they send. The stages look for it in everything that a step
 * leaves; here they are tempted in each place where a text is cut.
 */
describe("a credential that a service repeats", () => {
  const monitorAgent = useAgent();
  const registerAgent = useAgent();
  const { secret } = keys.production;

  /** The token so late in a text that a cut after some characters would leave all of it but one letter. */
  const cutAt = (characters: number, text = token) => "x".repeat(characters - text.length) + text;

  for (const product of ["markdown", "teams"] as const)
    it(`as names, numbers and causes is not posted to ${product}, nor shown on the run's page`, async () => {
      const echoes = [token, cutAt(200), token.toUpperCase(), Buffer.from(token).toString("hex")];
      const performed = await perform(monitorAgent(), {
        chatProduct: product,
        config: { explain_failures: true, group_causes: true, history: 5 },
        runs: echoes.map((echo, index) => ({
          id: index + 1,
          pipeline: echo,
          buildNumber: echo,
          result: echo,
          logs: ["1", "2", "3", "4", `##[error]${echo} was refused`],
          timelineErrors: [cutAt(8000, echo)],
        })),
        step: { inputs: { configFile: "monitor.json", webhookUrl: "$(WEBHOOK_URL)", chatFormat: product } },
      });
      const { result, chat } = performed;
      assert.equal(result, "Succeeded");
      assert.equal(chat.texts.length, 1);
      // A body may escape what the channel shows plainly.
      const shown = await renderForProduct(product, chat.texts[0] ?? "");
      assert.match(shown, /status completed, result/);
      assert.deepEqual(leaks(performed, [token, "canary"], { "the message as it shows": shown }), []);
    });

  it("as names and causes is not posted, nor shown, where it was gotten while the step ran", async () => {
    const tokens = [...accessTokens.slice(0, 1), identity.idToken, jobToken];
    const echoes = tokens.flatMap((echo) => [
      echo,
      cutAt(200, echo),
      echo.toUpperCase(),
      Buffer.from(echo).toString("hex"),
    ]);
    const performed = await performWithoutToken(monitorAgent(), {
      config: { explain_failures: true, group_causes: true },
      runs: echoes.map((echo, index) => ({
        id: index + 1,
        pipeline: echo,
        result: "failed",
        logs: [`##[error]${echo} was refused`],
        timelineErrors: [cutAt(8000, echo)],
      })),
    });
    assert.equal(performed.result, "Succeeded");
    assert.equal(performed.chat.texts.length, 1);
    assert.deepEqual(leaks(performed, tokens, { "the message": performed.chat.texts.join() }), []);
  });

  it("as currency, order or error is neither printed nor kept in the receipt", async () => {
    const { outputs, receipt } = await registerOnce(registerAgent(), {
      registrar: {
        domains: [
          { name: domain, released: () => true, price, answer: () => ({ currency: secret, note: secret }) },
        ],
      },
      arrange: ({ faults, afterEffect }) => {
        faults.push({
          when: isOwnership,
          reply: apiError(cutAt(60, secret), 403, { message: cutAt(300, secret) }),
        });
        afterEffect.push({ reply: json({ orderId: secret, total: price, currency: secret }), times: 1 });
      },
    });
    assert.equal(outputs["outcome"], "registered");
    assert.equal(outputs["currency"], "");
    assert.ok(receipt !== undefined);
  });
});
