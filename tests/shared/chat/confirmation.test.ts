import assert from "node:assert/strict";
import fc from "fast-check";
import { findObjection } from "../../../shared/chat/confirmation";
import { formatOf } from "../../../shared/chat/formats";
import { hostileText } from "../../hostile-text";
import { productNames } from "../../sandbox/chat";

const page = "<!doctype html><html><title>Sign in</title></html>";
const objection = (product: string, text: string, status = 200) =>
  findObjection(status, text, formatOf(product, new URL("https://x.example/")).confirms);

/** The body that each product's documentation names as success, with its status where that is not 200. */
const successes: Record<string, (string | [status: number, body: string])[]> = {
  markdown: [
    [204, ""],
    ...["", "ok", "ok\n", "{}", "null", '{"success":true}', '{"id":"1"}'],
    ...['{"success":true,"error":null}', '{"ok":true,"error":"none","errors":[]}'],
    '{"error":false,"errors":{},"message":"posted"}',
    // Feishu, DingTalk, WeCom, Zulip.
    '{"StatusCode":0,"StatusMessage":"success","code":0,"data":{},"msg":"success"}',
    ...['{"errcode":0,"errmsg":"ok"}', '{"result":"success","msg":""}', '{"code":"0","status":"Succeeded"}'],
    [201, '{"code":201,"status":201}'],
  ],
  slack: ["ok", "ok\n", '{"ok":true}', '{"success":true}'],
  teams: [
    [202, ""],
    ...["1", '{"status":"Succeeded","error":null,"errorCode":0}'],
    '{"version":"1.1","statusCode":200,"reasonPhrase":"OK","headers":[],"isSuccessStatusCode":true}',
  ],
  discord: ['{"id":"1","type":0}', [204, ""]],
  googleChat: ['{"name":"spaces/x/messages/y","text":"…"}'],
  webex: [[204, ""], ""],
};
const successesOf = (product: string) =>
  (successes[product] ?? []).map((one): [number, string] => (typeof one === "string" ? [200, one] : one));

/** JSON that names an error, and the text reported for it. */
const errors: [string, string][] = [
  ['{"error":true}', "error true"],
  ['{"error":1}', "error 1"],
  ['{"error":"no_text"}', "no_text"],
  ['{"error":{"code":400,"message":"bad thread"}}', "bad thread"],
  ['{"errors":[{"description":"x"}]}', 'errors [{"description":"x"}]'],
  ['{"errcode":310000}', "errcode 310000"],
  ['{"errcode":310000,"errmsg":"keywords not in content"}', "keywords not in content"],
  ['{"StatusCode":9499,"msg":"Bad Request"}', "Bad Request"],
  ['{"code":"BAD_REQUEST","result":"error","msg":"Invalid topic"}', "Invalid topic"],
  ['{"code":9499}', "code 9499"],
  ['{"error_code":"7"}', "error_code 7"],
  ['{"status":"error"}', "status error"],
  ['{"status":"failed","message":"no such room"}', "no such room"],
  ['{"status":500}', "status 500"],
  ['{"result":"Failure"}', "result Failure"],
  ['{"success":false,"error":"room"}', "room"],
  ['{"success":false,"errors":[]}', "success false"],
  ['{"success":"false"}', "success false"],
  ['{"ok":false,"message":"closed"}', "closed"],
  ['{"ok":"false"}', "ok false"],
  ['{"ok":0}', "ok 0"],
  ['{"isSuccessStatusCode":false}', "isSuccessStatusCode false"],
  ['{"message":"Unauthorized"}', "Unauthorized"],
  ['{"status":"401"}', "status 401"],
  ['{"fault":{"faultstring":"x"}}', 'fault {"faultstring":"x"}'],
  ['{"data":{"success":false}}', "success false"],
  ["false", "false"],
  ['[{"id":"1"},{"error":"no_text"}]', "no_text"],
];

describe("the delivery of a message", () => {
  for (const product of productNames)
    describe(`to ${product}`, () => {
      it("is confirmed by what the product's documentation names as success", () => {
        for (const [status, text] of successesOf(product))
          assert.equal(objection(product, text, status), "", `${status} ${text}`);
      });

      it("is not confirmed by JSON that names an error, whatever else it holds", () => {
        for (const [text, reason] of errors) assert.equal(objection(product, text), reason, text);
        for (const [status, text] of successesOf(product))
          if (text.startsWith("{")) {
            const spoiled = JSON.stringify({ ...JSON.parse(text), error: "no_team" });
            assert.notEqual(objection(product, spoiled, status), "", spoiled);
          }
      });

      it("is not confirmed by a page, whatever its status and however it begins", () => {
        for (const status of [200, 202, 203])
          for (const text of [page, `\n ${page}`, '<?xml version="1.0"?>', "<html>ok</html>", "<HTML/>"])
            assert.equal(objection(product, text, status), "an HTML page");
      });

      it("is not confirmed by a partial response, or by one that was changed on its way", () => {
        for (const [, text] of successesOf(product))
          for (const status of [203, 206]) assert.notEqual(objection(product, text, status), "");
      });

      it("is confirmed by nothing else", () => {
        fc.assert(
          fc.property(hostileText, (text) => {
            const isConfirmed = objection(product, text) === "";
            const isKnown = ["", "ok", "1", "null", "{}", "[]"].includes(text.trim().toLowerCase());
            assert.ok(!isConfirmed || isKnown || product === "teams" || /^[\d"[{]/.test(text.trim()), text);
          }),
        );
        for (const text of ["error: no_text", "invalid_payload", "Webhook message delivery failed: 413"])
          assert.equal(objection(product, text), text);
      });
    });

  it("takes no object for a value, also where it does not turn into a text", () => {
    for (const name of ["ok", "success", "status"]) {
      const text = `{"${name}":{"toString":1}}`;
      for (const product of ["slack", "mattermost", "rocketChat"])
        assert.equal(objection(product, text), text);
    }
  });

  it("needs each product's own confirmation, and not another's", () => {
    for (const [product, foreign] of [
      ["slack", ["", "{}", '{"id":"1"}', "1"]],
      ["discord", ["", "ok", "{}", '{"id":""}', '{"name":"x"}']],
      ["googleChat", ["", "ok", "{}", '{"id":"1"}']],
      ["webex", ["ok", "{}", '{"id":"1"}']],
    ] as const)
      for (const text of foreign) assert.notEqual(objection(product, text), "", `${product} ${text}`);
    assert.equal(objection("slack", ""), "an empty response");
  });
});
