import assert from "node:assert/strict";
import { iconOf, type Line } from "../../../shared/chat/message";
import { productNames } from "../../sandbox/chat";
import { bodyOf, goldenMessage } from "./messages";

const plainLine: Line = { parts: [{ words: "payroll failed" }], severity: "failure", rank: 1 };
const high: Line = { ...plainLine, urgency: "high" };
const info: Line = { ...plainLine, urgency: "info" };

describe("the icon of a line", () => {
  it("is its urgency's, or its severity's if it has none", () => {
    assert.equal(iconOf(high), "🚨");
    assert.equal(iconOf(info), "ℹ️");
    const severities = ["failure", "warning", "recovery", "note"] as const;
    const icons = severities.map((severity) => iconOf({ severity }));
    assert.deepEqual(icons, ["🔴", "🟠", "🟢", "ℹ️"]);
  });

  for (const name of productNames)
    it(`${name}: ${name === "markdown" ? "is not shown" : "stands before the same words"}`, () => {
      const bodyWith = (line: Line) => bodyOf(name, { ...goldenMessage, lines: [line] });
      const [urgent, calm, plain] = [bodyWith(high), bodyWith(info), bodyWith(plainLine)];
      if (name === "markdown") assert.deepEqual([urgent, calm], [plain, plain]);
      assert.equal(urgent, plain.replace("🔴", "🚨"));
      // Lines that only inform have a calm color, too.
      const words = (body: string) =>
        body.replace(/🔴|ℹ️|"attention"|"default"|13710392|7041664|#d13438|#6b7280/g, "");
      assert.equal(words(calm), words(plain));
    });
});
