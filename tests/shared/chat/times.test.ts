import assert from "node:assert/strict";
import type { Message } from "../../../shared/chat/message";
import { zoneNamed } from "../../../shared/text/zone";
import { productNames } from "../../sandbox/chat";
import { bodyOf, goldenMessage } from "./messages";

describe("the times of a message", () => {
  const zone = zoneNamed("Europe/Berlin") ?? assert.fail();
  const moment = { time: Date.UTC(2026, 6, 20, 22, 30), zone, isDated: true };

  for (const product of productNames)
    it(`${product}: are in its zone in each line, whoever reads them`, () => {
      const parts = [{ words: "did not run at " }, moment, { words: "." }];
      const message: Message = {
        ...goldenMessage,
        lines: [{ parts, severity: "failure", rank: 1 }],
        footer: [{ words: "Until " }, { ...moment, isDated: false }],
      };
      const body = bodyOf(product, message);
      assert.ok(body.includes("2026-07-21 00:30 UTC+2"), body);
      assert.ok(product === "markdown" || body.includes("Until 00:30 UTC+2"), body);
      // Slack, Teams and Discord show these in the reader's own zone.
      assert.ok(!/<!date|"type":"date"|\{\{(?:DATE|TIME)|<t:/.test(body), body);
    });
});
