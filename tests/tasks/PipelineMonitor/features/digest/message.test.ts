import assert from "node:assert/strict";
import fc from "fast-check";
import { chatFormatNames, formatOf } from "../../../../../shared/chat/formats";
import { markdownLines } from "../../../../../shared/chat/markdown";
import { plainText } from "../../../../../shared/chat/message";
import { beginOf } from "../../../../../tasks/PipelineMonitor/features/digest/figures";
import { digestMessage } from "../../../../../tasks/PipelineMonitor/features/digest/message";
import { digestSummary } from "../../../../../tasks/PipelineMonitor/features/digest/summary";
import { hostileText } from "../../../../hostile-text";
import { sanitize } from "../../../../sanitize";
import { type DigestRun, digested, period, times } from "./digest-stage";

const messageOf = (runs: readonly DigestRun[]) => digestMessage(digested(runs));
const linesOf = (runs: readonly DigestRun[]) => markdownLines(messageOf(runs), sanitize);
const titleOf = (runs: readonly DigestRun[]) => plainText(messageOf(runs).title, sanitize);

describe("digestMessage", () => {
  it("says in its title how many runs failed", () => {
    const runs = [...times(403, {}), ...times(9, { result: "failed" }), { result: "canceled", daysAgo: 9 }];
    assert.equal(titleOf(runs), "Night Shift: 9 of 412 runs failed in a week");
    assert.equal(titleOf([{}]), "Night Shift: 0 of 1 run failed in a week");
    assert.equal(titleOf([{ daysAgo: 9 }]), "Night Shift: no runs in a week");
  });

  it("says what failed, slowed down, waited, is flaky and used agents, each with its figures", () => {
    const main = { pipeline: "site_health", commit: "c0ffee", branch: "refs/heads/main" };
    const lines = linesOf([
      ...times(2, { ...main, result: "failed" }),
      { ...main, queuedSeconds: 900, id: 813 },
      { ...main, daysAgo: 8, result: "failed" },
      ...times(3, { pipeline: "price feed", runSeconds: 600 }),
      ...times(4, { pipeline: "price feed", runSeconds: 300, daysAgo: 8 }),
      { pipeline: "invoices", result: "canceled" },
    ]);
    assert.deepEqual(lines, [
      "**Pipeline digest**",
      "All pipelines: 3 of 7 runs failed (1 of 5 the week before).",
      "site_health: 2 of 3 runs failed (1 of 1 the week before).",
      "invoices: 1 of 1 run failed (no runs the week before).",
      "price feed got slower: 10 min on average (5 min the week before).",
      "Longest wait in the queue: site_health [run](https://dev.azure.com/x/_build/results?buildId=813), 15 min.",
      "site_health is flaky: runs failed and passed on 1 commit.",
      "Agent minutes: 34. Most used by price feed (30), site_health (3), invoices (1).",
    ]);
  });

  it("has what else there is to say of the week", () => {
    const sum = "The monitor did something.";
    const digest = digested([{}], {}, {}, [[{ words: sum }]]);
    assert.ok(markdownLines(digestMessage(digest), sanitize).includes(sum));
    assert.ok(digestSummary(digest, [], true, sanitize).includes(`\n\n${sum}\n`));
  });

  it("is only the totals if there is nothing else to say", () => {
    const totals = "All pipelines: no runs (no runs the week before).";
    assert.deepEqual(linesOf([]), ["**Pipeline digest**", totals]);
  });

  it("names at most five pipelines that failed and five that slowed down, and three of the rest", () => {
    const runs = Array.from({ length: 9 }, (_, index) => {
      const one = { pipeline: `p${index}`, commit: "c", branch: "b", runSeconds: 600 };
      return [{ ...one, result: "failed" }, one, { ...one, runSeconds: 60, daysAgo: 8 }];
    }).flat();
    const lines = linesOf(runs);
    const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;
    assert.deepEqual([count(/^p.*runs? failed \(/), count(/ got slower/), count(/ is flaky/)], [5, 5, 3]);
    assert.equal(lines.at(-1), "Agent minutes: 180. Most used by p0 (20), p1 (20), p2 (20).");
  });

  it("says for how long nobody watched", () => {
    const lines = (since: number | undefined) =>
      markdownLines(digestMessage(digested([], { since })), sanitize).slice(2);
    const begin = beginOf(period.from, period);
    assert.deepEqual(lines(begin), []);
    assert.deepEqual(lines(begin + 1), ["Nobody watched for 1 hour of the week."]);
  });

  it("names the longest wait of all pipelines", () => {
    const lines = linesOf([
      { pipeline: "a", queuedSeconds: 60 },
      { pipeline: "b", queuedSeconds: 120 },
    ]);
    assert.match(lines[2] ?? "", /^Longest wait in the queue: b .*, 2 min\.$/);
  });

  it("has the period in its footer, and a link to the monitor's own run", () => {
    const footer = "Runs of the project that were queued from 2026-11-16 00:00 UTC to 2026-11-23 00:00 UTC.";
    assert.equal(plainText(messageOf([]).footer, sanitize), footer);
    const ownRun = new URL("https://h/run");
    const linked = digestMessage(digested([]), ownRun).footer;
    assert.equal(plainText(linked, sanitize), `${footer} Monitor run`);
    assert.deepEqual(linked.at(-1), { label: { words: "Monitor run" }, url: ownRun });
  });

  it("stays one line for each thing, without markup or commands, whatever a pipeline is called", () => {
    fc.assert(
      fc.property(hostileText, (pipeline) => {
        const hostile = { pipeline, commit: "c", branch: "b" };
        const failed = { ...hostile, result: "failed", runSeconds: 600 };
        const message = messageOf([failed, { ...hostile, queuedSeconds: 60 }, { pipeline, daysAgo: 8 }]);
        const text = markdownLines(message, sanitize).join("\n");
        assert.equal(text.split("\n").length, message.lines.length + 1);
        assert.doesNotMatch(text, /##(vso)?\[|[\r\u2028<>@]/);
        for (const name of chatFormatNames)
          assert.ok(JSON.parse(formatOf(name, new URL("https://host/")).write(message, sanitize)), name);
      }),
    );
  });
});
