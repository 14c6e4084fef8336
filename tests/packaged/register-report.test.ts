import assert from "node:assert/strict";
import { basename } from "node:path";
import { parseReport } from "../../shared/report/parse";
import type { DomainReport } from "../../shared/report/schema";
import type { StepResult } from "../sandbox/agent";
import { json } from "../sandbox/loopback";
import { attachedReports } from "../sandbox/report-pages";
import {
  domain,
  isAvailability,
  isPurchase,
  isValidate,
  price,
  type RegisterStageOptions,
  releasedAtCheck,
  useRegister,
  withRegistrar,
} from "./register-stage";

/** Returns the one report that a step attached. */
function reportOf(step: StepResult): DomainReport {
  const [text = "", ...more] = attachedReports(step);
  assert.deepEqual(more, []);
  const parsed = parseReport(text);
  assert.ok(parsed.kind === "report" && parsed.report.kind === "domain", JSON.stringify(parsed));
  return parsed.report;
}

/** Makes writing into a folder with this prefix fail, as on a full disk. */
const fullDisk = (prefix: string) => `const fs = require("node:fs");
  const mkdtempSync = fs.mkdtempSync;
  fs.mkdtempSync = (path, ...rest) => {
    if (path.endsWith("${prefix}-")) throw Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
    return mkdtempSync(path, ...rest);
  };`;

describe("the report of the packaged DomainRegister", () => {
  const { agent, once } = useRegister();
  const report = async (options: RegisterStageOptions) => reportOf(await once(options));
  const shown = ({ changes }: DomainReport) =>
    changes.map(({ available, count, problem }) => [problem === undefined ? available : problem, count]);

  it("of a purchase shows the checks, the price below the cap, and the order", async () => {
    const step = await once({
      step: { variables: { "System.StageDisplayName": "Buy", "System.TeamProject": "Night Shift" } },
    });
    const { outcome, sentence, changes, attempts, priceCap, nextSteps, ...more } = reportOf(step);
    assert.equal(outcome, "registered");
    assert.match(sentence, /^example-to-buy\.org is registered \(order \d+, total 11\.69 USD\)\.$/);
    assert.deepEqual(shown({ changes, ...more, outcome, sentence, attempts, nextSteps }), [
      [false, 2],
      [true, 2],
    ]);
    const money = { amount: "11.69", raw: "11690000", currency: "USD" };
    assert.deepEqual([changes[1]?.price, changes[1]?.objection, priceCap], [money, undefined, money]);
    assert.deepEqual(
      attempts.map((attempt) => attempt.outcome),
      ["bought"],
    );
    assert.match(attempts[0]?.sentence ?? "", /^Order \d+\.$/);
    assert.match(nextSteps.join(), /^Nothing is left to do\./);
    assert.deepEqual([more.project, more.stage, more.environment], ["Night Shift", "Buy", "production"]);
    assert.deepEqual([more.checkCount, more.to - more.from], [4, 60]);
    assert.ok(step.summaries["Domain Register"]?.includes(nextSteps[0] ?? "?"));
  });

  it("of an offer over the cap says why it was not bought, as the task decided it", async () => {
    const { outcome, changes, attempts } = await report({
      inputs: { maxPrice: "11000000", waitMinutes: "3" },
    });
    assert.deepEqual([outcome, attempts], ["tooExpensive", []]);
    assert.equal(
      changes.at(-1)?.objection,
      "the price is 11.69 USD (11690000 in the registrar's unit), over maxPrice 11.00 USD (11000000 in the registrar's unit)",
    );
  });

  it("of a purchase whose outcome is unknown says so, and what to do first", async () => {
    const { outcome, sentence, attempts, nextSteps } = await report({
      registrar: { ownership: "forbidden", forgetsSales: true },
      arrange: ({ afterEffect }) => void afterEffect.push({ reply: { ending: "reset" }, times: 1 }),
    });
    assert.equal(outcome, "unknown");
    assert.match(sentence, /^It is not known whether example-to-buy\.org was bought/);
    assert.deepEqual(
      attempts.map((attempt) => attempt.outcome),
      ["unknown"],
    );
    assert.match(nextSteps.join(), /^Before anything else, check the registrar's account/);
  });

  it("of a cancelled wait shows the checks until then", async () => {
    const { outcome, sentence, changes } = await report({
      registrar: { domains: [releasedAtCheck(99)] },
      step: { cancelWhen: (output) => output.includes("Not available") },
    });
    assert.equal(outcome, "cancelled");
    assert.match(sentence, /^The step was cancelled after \d+ checks?; nothing was bought\.$/);
    assert.equal(changes[0]?.available, false);
  });

  it("of a purchase in flight when the step is cancelled says what became of it, after the receipt", async () => {
    await withRegistrar(agent(), {}, async (stage) => {
      stage.registrar.afterEffect.push({ reply: { ending: "hang" }, times: 1 });
      const step = await stage.run({ step: { cancelWhen: (output) => output.includes("Buying.") } });
      assert.equal(Object(stage.receipt()).attempts[0].outcome, "unknown");
      assert.equal(reportOf(step).outcome, "unknown");
      const commands = step.stdout.split("\n").filter((line) => /^##vso\[task\.(upload|add)/.test(line));
      assert.match(commands.join("\n"), /receipt\.json\n.*domain-register\.json\n.*domain-register-report/);
    });
  });

  it("of a wait without a response says why", async () => {
    const unavailable = ({ faults }: { faults: object[] }) =>
      void faults.push({ when: isAvailability, reply: { status: 503 } });
    const { outcome, changes, checkCount } = await report({
      inputs: { waitMinutes: "1" },
      arrange: unavailable,
    });
    assert.equal(outcome, "unanswered");
    assert.match(changes[0]?.problem ?? "", /returned 503/);
    assert.equal(checkCount, changes[0]?.count);
  });

  it("of a refused request, of a check and of a validation says how they ended", async () => {
    const refused = await report({
      arrange: ({ faults }) => void faults.push({ when: isPurchase, reply: { ...json({}), status: 402 } }),
    });
    assert.deepEqual([refused.outcome, refused.attempts[0]?.outcome], ["refused", "refused"]);
    const checked = await report({ inputs: { action: "check", expirationDate: "2026-11-01" } });
    assert.deepEqual(
      [checked.outcome, shown(checked), checked.priceCap],
      ["notAvailable", [[false, 1]], undefined],
    );
    assert.deepEqual(
      checked.stages.map(({ name }) => name),
      ["auto-renew grace period", "redemption grace period", "pending delete", "released"],
    );
    const valid = await report({ inputs: { action: "validate" } });
    assert.deepEqual([valid.outcome, valid.changes], ["valid", []]);
    const invalid = await report({
      inputs: { action: "validate" },
      arrange: ({ faults }) => void faults.push({ when: isValidate, reply: { ...json({}), status: 422 } }),
    });
    assert.equal(invalid.outcome, "invalid");
  });

  it("of a step that failed has the message of its error", async () => {
    const step = await once({
      inputs: { action: "validate" },
      arrange: ({ faults }) => void faults.push({ when: isValidate, reply: { status: 401 } }),
    });
    const { outcome, sentence, nextSteps } = reportOf(step);
    assert.deepEqual([step.result, outcome], ["Failed", "failed"]);
    assert.ok(
      step.issues.some(({ message }) => message.startsWith(sentence.slice(0, 40))),
      sentence,
    );
    assert.match(nextSteps.join(), /^Fix the problem that the error names/);
  });

  it("is not made for a step that never began, whose inputs are wrong", async () => {
    const { attachments, uploads } = await once({ inputs: { maxPrice: "cheap" } });
    assert.deepEqual([attachments, uploads], [[], []]);
  });

  it("stays small when the registrar's responses differ at every check", async () => {
    const flapping = releasedAtCheck(9999, { answer: (checks) => ({ price: price + checks }) });
    const { checkCount, changes, leftOut } = await report({
      registrar: { domains: [flapping] },
      inputs: { waitMinutes: "255" },
    });
    assert.equal(changes.length, 500);
    assert.deepEqual(leftOut, [{ list: "changes", count: checkCount - 500 }]);
  });

  for (const [prefix, what] of [
    ["report", "report for the run's page"],
    ["page", "report for download"],
  ] as const)
    it(`costs one warning, and neither outcome nor receipt, when there is no room for it: ${what}`, async () => {
      const { result, outputs, issues, uploads, receipt } = await once({
        step: { sabotage: fullDisk(prefix) },
      });
      assert.deepEqual([result, outputs["outcome"]], ["Succeeded", "registered"]);
      assert.deepEqual(issues, [
        { type: "warning", message: `Could not write the ${what}: ENOSPC: no space left` },
      ]);
      assert.equal(Object(receipt).attempts[0].outcome, "registered");
      assert.ok(uploads.some((path) => basename(path) === `${domain}.production.receipt.json`));
    });

  it("is offered as a page that holds it, whose only script has its hash", async () => {
    const step = await once({});
    const names = step.uploads.map((path) => basename(path));
    assert.deepEqual(names, [`${domain}.production.receipt.json`, "domain-register-report.html"]);
    const [, html = ""] = [...step.filesLeft].find(([name]) => name.endsWith(".html")) ?? [];
    const [, held = ""] = /<script type="application\/json" id="report">(.*?)<\/script>/.exec(html) ?? [];
    assert.deepEqual(JSON.parse(held), reportOf(step));
    assert.match(html, /default-src 'none'; script-src 'sha256-[^']+'; style-src 'unsafe-inline'; base-uri/);
  });
});
