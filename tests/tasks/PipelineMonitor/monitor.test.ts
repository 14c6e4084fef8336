import assert from "node:assert/strict";
import fc from "fast-check";
import { StepCancelled } from "../../../shared/agent/task";
import { parseRun } from "../../../shared/azure-devops/records";
import type { Message } from "../../../shared/chat/message";
import { hostileText } from "../../hostile-text";
import { memoryAgent } from "../../memory-agent";
import { findCommand } from "../../sandbox/commands";
import { fewerThan, unread } from "../../sentences";
import { testClock } from "../../test-clock";
import { changes, memoryPipeline, now, watch } from "./monitor-stage";
import { hanging } from "./report-stage";
import { header } from "./rule-table/case";
import { ruleTable } from "./rule-table/table";
import { channelOf } from "./target-stage";
import { usualConfig } from "./usual-config";

describe("monitor rules", () => {
  for (const { rule, runs, config = {}, lines } of ruleTable) {
    it(rule, async () => {
      const { agent, base } = await watch(runs, { keys: config });
      const printed = agent.printed.map((line) => line.replaceAll(base, "BASE"));
      assert.deepEqual(printed, lines);
    });
  }

  it("rule 7: prints and posts the same text, and posts nothing when there is no message", async () => {
    const { agent, posted, report } = await watch([{ id: 1, result: "failed", logs: ["x"] }]);
    assert.deepEqual(posted, [agent.printed.join("\n")]);
    assert.deepEqual(report, { runCount: 1, issueCount: 1, alarmCount: 1, delivered: "sent", skipped: [] });
    const quiet = await watch([{ id: 1 }]);
    assert.deepEqual([quiet.posted, quiet.report.delivered], [[], "notNeeded"]);
  });

  it("reports what it has read, however late the list was read and however long the logs take", async () => {
    for (const minutes of [0, 12, 28]) {
      const clock = testClock({ startsAt: now });
      const { posted, report } = await watch([{ id: 1, result: "failed", logs: ["an error"] }], {
        clock,
        service: ({ runsSince }) => ({
          async *runsSince(...given) {
            yield [];
            clock.advance(minutes * 60_000);
            yield* runsSince(...given);
          },
          logsOf(_, signal) {
            const pass = () => {
              clock.advance(60_000);
              if (!signal.aborted) setImmediate(pass);
            };
            setImmediate(pass);
            return hanging(signal);
          },
        }),
      });
      assert.match(posted.join(), / failed: .*its logs could not be listed/, `${minutes} min`);
      assert.deepEqual([report.issueCount, report.delivered, clock.pending()], [1, "sent", 0]);
      const searched = (clock.now() - now) / 60_000 - minutes;
      assert.equal(searched, Math.min(10, 29 - minutes));
    }
  });

  it("lists the first eight issues on the run's page if the step's result tells of issues", async () => {
    const runs = Array.from({ length: 9 }, (_, index) => ({ id: index + 1, result: "failed" }));
    for (const [onIssues, kind] of [
      ["succeed", undefined],
      ["warn", "warning"],
      ["fail", "error"],
    ] as const) {
      const { issues } = (await watch(runs, { onIssues })).agent;
      const shown = issues.map((issue) => `${issue.kind} ${/20261120\.(\d)/.exec(issue.text)?.[1]}`);
      assert.deepEqual(shown, kind === undefined ? [] : runs.slice(0, 8).map(({ id }) => `${kind} ${id}`));
    }
  });

  it("lists there only the issues that count for onIssues: none of a pipeline that only informs", async () => {
    const pipelines = { ...usualConfig.pipelines, "price *": { severity: "info" } };
    const failed = { result: "failed" };
    const runs = [
      { ...failed, id: 1 },
      { ...failed, id: 2, pipeline: "price feed" },
    ];
    const { agent, report } = await watch(runs, { keys: { pipelines }, onIssues: "fail" });
    assert.deepEqual([report.issueCount, report.alarmCount], [2, 1]);
    assert.equal(agent.issues.length, 1);
    assert.match(agent.issues[0]?.text ?? "", /^nightly import /);
  });

  it("asks for no further log of a long list when the time for the search is up", async () => {
    const clock = testClock({ startsAt: now });
    const failed = { id: 1, result: "failed", logs: Array.from({ length: 500 }, () => "x") };
    let asked = 0;
    const readLog = () => {
      asked++;
      clock.advance(600_000);
      return Promise.reject(new Error("too late"));
    };
    const { agent } = await watch([failed], { clock, service: () => ({ readLog }) });
    assert.equal(asked, 1);
    assert.match(agent.printed.at(-1) ?? "", new RegExp(String.raw`\(${unread(496)}\)$`));
  });

  it("invariant 2: says nothing when the list cannot be read", async () => {
    const agent = memoryAgent();
    const broken = () => ({
      async *runsSince() {
        yield [];
        throw new Error("the list broke off");
      },
    });
    await assert.rejects(watch([], { service: broken, agent }), { message: "the list broke off" });
    assert.deepEqual(agent.printed, []);
  });

  it("invariant 2: says nothing when the list is none of runs", async () => {
    const listing = (count: number) => () => ({
      async *runsSince() {
        yield Array.from({ length: count }, () => parseRun(0));
      },
    });
    const odd = (count: number) => watch([], { service: listing(count) });
    await assert.rejects(odd(1001), /holds more than 1000 records that are not readable/);
    assert.equal((await odd(1000)).report.runCount, 1000);
  });

  it("ends with the reason of a cancelled step, and reports nothing more", async () => {
    const cancelled = AbortSignal.abort(new StepCancelled());
    const refusing = () => ({ logsOf: () => Promise.reject(cancelled.reason) });
    const watched = watch([{ id: 1, result: "failed" }], { service: refusing, cancelled });
    await assert.rejects(watched, new StepCancelled());
  });

  it("invariant 5: names of the service's act on nobody, and every problem is one line", async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, hostileText, async (pipeline, buildNumber, result) => {
        const run = { id: 1, pipeline, buildNumber, result: `${result}!`, logs: ["x"] };
        const { agent, posted, report } = await watch([run]);
        assert.deepEqual([report.issueCount, agent.printed.length], [1, 2]);
        assert.equal(posted[0]?.split(/[\r\n\u2028\u2029\u0085]/).length, 2);
        assert.equal(findCommand(agent.printed[1] ?? ""), undefined);
        assert.ok(!posted[0]?.includes("@") && !/[<>]/.test(posted[0] ?? ""));
      }),
    );
  });
});

describe("a monitor of a chat product", () => {
  it("prints one table for a product, then its message without addresses, and then the specification's lines", async () => {
    const runs = [{ id: 1, result: "failed", buildNumber: "7" }, { id: 2 }];
    const ownRun = new URL("https://h/run");
    const { agent } = await watch(runs, { form: "product", ownRun, keys: { run_ct_min: 5 } });
    assert.deepEqual(agent.printed.slice(-13), [
      "Pipeline        Runs  Problems  Failed  Mean time  Longest",
      "nightly import     2         1       1      5 min    5 min",
      "",
      "🔴 nightly import failed",
      "",
      "At 03:09 UTC",
      "   Run 7 · Log",
      "",
      "contoso/Night Shift · 2 runs checked, 02:18–03:19 UTC · fewer runs than expected in the last hour " +
        "(2, expected more than 5) · Monitor run",
      "",
      header,
      fewerThan(5, 2),
      "nightly import [7](https://dev.azure.com/contoso/Night%20Shift/_build/results?buildId=1) failed: status completed, " +
        "result failed. [log](https://dev.azure.com/contoso/Night%20Shift/_apis/build/builds/1/logs/5)",
    ]);
  });

  it("opens the logs of what it tells on their pages, and asks for no others", async () => {
    const own = memoryPipeline();
    const hour = async (at: number, ids: readonly number[]) => {
      const asked: number[] = [];
      const posted: Message[] = [];
      const post = async (message: Message) => {
        posted.push(message);
      };
      const { whole } = await watch(
        ids.map((id) => ({
          id,
          result: "failed",
          finishedSecondsAgo: 60 + 3600 * (at - (id - 1)),
          logs: ["error"],
        })),
        {
          ...{ keys: changes, ...own(at), channel: { ...channelOf(post, "product"), opensLogPages: true } },
          service: ({ timeline }) => ({
            timeline(id, signal) {
              asked.push(id);
              return timeline(id, signal);
            },
          }),
        },
      );
      const linked = posted.flatMap(({ lines }) => lines.flatMap(({ links = [] }) => links));
      const pages = linked.flatMap((one) => ("url" in one ? [one.url.search] : []));
      const lasting = whole.projects[0]?.lasting.map(({ entry: { content } }) =>
        "about" in content ? content.links.logPage?.search : "",
      );
      return { asked, pages, lasting };
    };
    const page = "?buildId=1&view=logs&j=job&t=step-1&l=1";
    const first = await hour(0, [1]);
    assert.deepEqual(first, { asked: [1], pages: ["?buildId=1", page], lasting: [page] });
    const known = { asked: [], pages: [] };
    assert.deepEqual(await hour(0.5, [1]), { ...known, lasting: [page] }, "it is remembered");
    assert.deepEqual(await hour(1, [2, 1]), { ...known, lasting: [undefined] });
  });
});

describe("a monitor of two pipelines of one name", () => {
  it("tells them apart in the message, the title and the table", async () => {
    const twin = (id: number, path: string) => ({
      ...{ id, pipeline: "deploy", definitionId: id, result: "failed" },
      record: { definition: { id, name: "deploy", path } },
    });
    const runs = [twin(7, "\\Billing"), twin(8, "\\Shop")];
    const { agent } = await watch(runs, { form: "product" });
    const product = agent.printed.join("\n");
    assert.match(product, /^\\Billing\\deploy {2,}1 .*$/m);
    assert.match(product, /^\\Shop\\deploy {2,}1 .*$/m);
    assert.match(product, /🔴 .*\\Billing\\deploy.*\\Shop\\deploy/);
    assert.doesNotMatch(product, /(?<!\\)\bdeploy \[/);
  });
});
