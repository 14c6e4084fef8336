import assert from "node:assert/strict";
import { markdownLines } from "../../../shared/chat/markdown";
import type { Message, MessageForm } from "../../../shared/chat/message";
import { projectIdOf } from "../../../shared/project";
import type { Entry } from "../../../tasks/PipelineMonitor/issue/entry";
import type { Issue } from "../../../tasks/PipelineMonitor/issue/issue";
import { ownTarget } from "../../../tasks/PipelineMonitor/issue/ledger";
import type { Delivery, Section } from "../../../tasks/PipelineMonitor/issue/report";
import type { Decision, Delivered } from "../../../tasks/PipelineMonitor/ledger/decide";
import type { ForTarget } from "../../../tasks/PipelineMonitor/targets/reports";
import { guestOf, type Target } from "../../../tasks/PipelineMonitor/targets/target";
import { entriesAfter, type TargetResult, tellAll } from "../../../tasks/PipelineMonitor/tell";
import { sanitize } from "../../sanitize";
import { usual } from "./ledger/fold-stage";
import { configWith, failedEntry, failure, now } from "./ledger/ledger-stage";
import { memoryContext, projectReport, reportOn } from "./report-stage";
import { channelOf, chatOf } from "./target-stage";

const ids = { own: ownTarget, A: "a".repeat(16), B: "b".repeat(16) };
const entry = failedEntry();
const tell: Decision = { entry, to: "", act: "tell" };

/** A chat that takes what it is posted, if nothing is wrong with it. */
function chat(name: keyof typeof ids, posted: string[] = [], problem?: Error): Target {
  const post = async (message: Message) => {
    if (problem !== undefined) throw problem;
    posted.push(`${name}: ${markdownLines(message, sanitize).at(-1)}`);
  };
  return { ...chatOf(name === "own" ? "" : name, post), id: ids[name] };
}

/** A target that answers without more ado. */
const answering = (delivered: Delivery, id = ids.A): Target => ({
  ...chat("A"),
  id,
  tell: async () => ({ delivered, of: () => "done" }),
});

interface Telling {
  issues?: readonly Issue[];
  form?: MessageForm;
  config?: typeof usual;
  sections?: readonly Section[];
}

async function toldTo(
  targets: readonly Target[],
  { issues = [failure()], config = usual, form = "specification", sections = [] }: Telling = {},
) {
  const context = memoryContext();
  const whole = reportOn([projectReport({ config, issues, sections })]);
  const byTarget = targets.map((target): ForTarget => ({ target, decisions: [tell], report: whole }));
  const channel = channelOf(() => assert.fail("others post"), form);
  const shown = { onIssues: "succeed", ownRun: undefined, channel } as const;
  const { report, answered } = await tellAll({ byTarget, whole }, shown, context);
  return { report, answered, agent: context.agent, states: answered.map(({ receipt }) => receipt?.of(tell)) };
}

describe("tellAll", () => {
  it("tells each target, and shows the report on the run's page", async () => {
    const posted: string[] = [];
    const { report, agent, states } = await toldTo([chat("own", posted), chat("A", posted)]);
    assert.deepEqual(posted.map((text) => text.slice(0, 3)).sort(), ["A: ", "own"]);
    assert.ok(posted.every((text) => text.includes("failed: status completed")));
    assert.deepEqual([report.delivered, states], ["sent", ["done", "done"]]);
    assert.ok(agent.printed.some((text) => text.includes("failed: status completed")));
    assert.deepEqual(Object.keys(agent.summaries), ["Pipeline Monitor"]);
    assert.equal(agent.reports.length, 1);
  });

  it("tells each problem without its cause if causes cannot be told, and says so", async () => {
    const explanation = {
      ...{ sentence: [], line: "disk full", name: [] },
      get group(): never {
        throw new TypeError("x is undefined");
      },
    };
    for (const form of ["specification", "product"] as const) {
      const posted: string[] = [];
      const issues = [failure(), failure({ id: 815 })].map((issue) => ({ ...issue, explanation }));
      const { report, agent, states } = await toldTo([chat("own", posted), chat("A", posted)], {
        issues,
        form,
      });
      assert.deepEqual([posted.length, report.delivered, states], [2, "sent", ["done", "done"]]);
      assert.match(agent.warnings.join(), /Could not check groups of causes: x is undefined/);
      assert.deepEqual([report.skipped, agent.reports.length], [["groups of causes"], 1]);
      assert.match(agent.printed.join("\n"), /failed/);
    }
  });

  it("remembers what it told if the page of the run cannot be made, and says so", async () => {
    const sections = [
      {
        title: "Repairs",
        get rows(): never {
          throw new TypeError("x is undefined");
        },
      },
    ];
    const { agent, report, states } = await toldTo([chat("own")], { sections });
    assert.deepEqual([report.delivered, states, agent.summaries], ["sent", ["done"], {}]);
    assert.deepEqual(agent.warnings, [
      "Could not write the summary of the run's page: x is undefined",
      "Could not write the tab of the run's page: x is undefined",
    ]);
  });

  // Of 365 warnings, a page shows 10, and only the raw log has them all (microsoft/azure-pipelines-tasks#11841).
  it("prints every problem in the specification's lines, whatever the form of the chat", async () => {
    const issues = Array.from({ length: 500 }, (_, index) =>
      failure({ id: index + 1, buildNumber: `n${index + 1}`, pipeline: `p${index % 3}` }),
    );
    const printedIn = async (form: MessageForm) =>
      (await toldTo([chat("own")], { issues, form })).agent.printed.join("\n");
    const lines = await printedIn("specification");
    assert.ok(issues.every((_, index) => lines.includes(`[n${index + 1}]`)));
    const product = await printedIn("product");
    assert.ok(product.endsWith(`\n\n${lines}`), "the same lines below the product's message");
    assert.match(product, /and \d+ more/);
  });

  it("has delivered a report if every message that was needed is", async () => {
    for (const [expected, ...all] of [
      ["sent", "notNeeded", "sent"],
      ["testOnly", "sent", "testOnly"],
      ["failed", "testOnly", "failed", "sent"],
      ["notNeeded", "notNeeded"],
    ] as const) {
      const { report } = await toldTo(all.map((delivered, index) => answering(delivered, `${index}`)));
      assert.equal(report.delivered, expected);
    }
    const unserved = { ...answering("failed"), tell: undefined };
    assert.equal((await toldTo([answering("sent"), unserved])).report.delivered, "sent");
  });

  it("posts nothing without lines, and nothing with test_flag true, which leaves everything to be told", async () => {
    const posted: string[] = [];
    const quiet = await toldTo([chat("own", posted)], { issues: [] });
    assert.deepEqual([posted, quiet.report.delivered, quiet.states], [[], "notNeeded", ["done"]]);
    const tested = await toldTo([chat("own", posted)], { config: configWith({ test_flag: true }) });
    assert.deepEqual([posted, tested.report.delivered, tested.states], [[], "testOnly", ["failed"]]);
  });

  it("warns of a message that was not delivered, with the name of its target", async () => {
    const down = new Error("503");
    const { agent, report, states } = await toldTo([chat("own", [], down), chat("A", [], down)]);
    assert.deepEqual(agent.warnings, [
      "The message was not delivered. 503",
      "The message to A was not delivered. 503",
    ]);
    assert.deepEqual([report.delivered, states], ["failed", ["failed", "failed"]]);
  });

  it("takes no message from the others because of a fault at one target", async () => {
    const posted: string[] = [];
    const faulty = () => Promise.reject(new TypeError("x is undefined"));
    const message = { ...chat("A"), tell: faulty };
    const paging = { ...chat("B"), kind: "pager", tell: faulty } as const;
    const { agent, report, states } = await toldTo([message, paging, chat("own", posted)]);
    assert.deepEqual([posted.length, report.delivered, states], [1, "failed", ["failed", "unsure", "done"]]);
    assert.deepEqual(agent.warnings, [
      "Could not check the message: x is undefined",
      "Could not check B: x is undefined",
    ]);
  });
});

describe("the ledger after all targets have answered", () => {
  const answered = (target: Target, of: Delivered | undefined, decisions = [tell]): TargetResult => ({
    ...{ target, report: reportOn([projectReport()]) },
    decisions: decisions.map((decision) => ({ ...decision, to: target.id })),
    receipt: of === undefined ? undefined : { delivered: "sent", of: () => of },
  });
  const entryAfter = (...all: TargetResult[]): Entry =>
    entriesAfter({ decided: [entry], now }, all)[0] ?? assert.fail();

  it("knows who was told, and who is still owed it", () => {
    const others = [answered(chat("A"), "failed"), answered(chat("B"), undefined)];
    const { told, owed } = entryAfter(answered(chat("own"), "done"), ...others).knowledge;
    assert.deepEqual(told, { [ids.own]: { at: now, count: 1 } });
    assert.deepEqual(Object.keys(owed), [ids.A, ids.B], "whom this run does not serve is owed, too");
  });

  it("knows nothing of a guest", () => {
    assert.deepEqual(entryAfter(answered(guestOf(chat("own")), "done")), entry);
  });

  it("has what was not decided as it was, and tells apart projects", () => {
    const other = { ...tell, entry: failedEntry({ project: projectIdOf("0".repeat(16)) }) };
    assert.deepEqual(entryAfter(answered(chat("own"), "done", [other])), entry);
  });
});
