import assert from "node:assert/strict";
import { InputErrors, messageOf, refuse, unresolvedVariable } from "../../shared/errors";

describe("refuse", () => {
  it("does nothing without problems, and throws one message that lists them all", () => {
    refuse([]);
    assert.throws(() => refuse(["a: wrong"]), new InputErrors(["a: wrong"]));
    assert.throws(() => refuse(["a: wrong", "b: missing"]), {
      message: "2 problems found:\n- a: wrong\n- b: missing",
    });
  });
});

describe("InputErrors", () => {
  it("says how many there are, and lists the first hundred of more", () => {
    const problems = Array.from({ length: 150 }, (_, index) => `problem ${index}`);
    const { message } = new InputErrors(problems);
    assert.match(message, /^150 problems found:\n- problem 0\n.*- problem 99\n- and 50 more$/s);
  });
});

describe("unresolvedVariable", () => {
  it("finds $(NAME) that the agent left as it was, and names it", () => {
    const problem = unresolvedVariable("webhookUrl", "$(WEBHOOK_URL)", "so define it");
    assert.equal(problem, "webhookUrl: still reads $(WEBHOOK_URL), so define it");
    assert.match(unresolvedVariable("configFile", "/s/$(Build.X)/a.json", "") ?? "", /Build\.X/);
    assert.equal(unresolvedVariable("webhookUrl", "https://host/$a(b)", ""), undefined);
  });
});

describe("messageOf", () => {
  it("returns a text for anything that was thrown", () => {
    assert.equal(messageOf(new Error("no")), "no");
    assert.equal(messageOf("no"), "no");
    assert.equal(messageOf(undefined), "undefined");
  });
});
