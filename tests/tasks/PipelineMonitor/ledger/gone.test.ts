import assert from "node:assert/strict";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { goneProblems } from "../../../../tasks/PipelineMonitor/ledger/gone";
import { knownEntry } from "../known-entry";
import { assertTexts, changes, ended, memoryPipeline, nothing, playHours, watch } from "../monitor-stage";
import { refusal } from "../refusal";
import { memoryContext, projectReport } from "../report-stage";
import { day, inRepos, other, red, serviceWith, told } from "./gone-stage";
import {
  chatId,
  configWith,
  failedEntry,
  failure,
  hour,
  told as known,
  missedRun,
  nearLimit,
  now,
  ended as over,
  stuckRun,
} from "./ledger-stage";

const onGitHub = { repository: undefined, defaultBranch: "main" };

describe("a problem whose pipeline may be gone", () => {
  const last = now - 2 * hour;
  const owed = { owed: { [chatId]: {} } };
  const news = { told: { [chatId]: { ...known, news: "changed" as const } } };
  const told = { told: { [chatId]: known } };
  const isAsked = (entry: Entry, remind = 24, issues: readonly Issue[] = []) => {
    const config = configWith({ notify: "changes", remind_hours: remind });
    const window = sinceLast(now * 1000, { until: now - hour });
    const report = projectReport({ config, window, entries: [entry], issues });
    return goneProblems.isEnabled?.(report, memoryContext()) === true;
  };

  it("is asked about in each report while it waits to be told", () => {
    const asked = [owed, news, told, {}].map((who) =>
      isAsked(failedEntry({ ...who, last, askedAt: now - 1 })),
    );
    assert.deepEqual(asked, [true, true, false, false]);
  });

  it("is asked about before each reminder, and at least once a day, as far as the clock may differ", () => {
    const asked = (hours: number, remind: number) =>
      [0, 1].map((late) => isAsked(failedEntry({ ...told, last: now - hours * hour + 300 + late }), remind));
    assert.deepEqual([asked(4, 4), asked(24, 24), asked(24, 48)], [...Array(3)].fill([true, false]));
    const lately = failedEntry({ ...told, last: now - 5 * hour, askedAt: now - hour });
    assert.deepEqual(
      [isAsked(lately, 4), isAsked({ ...lately, last: now - day * hour * 2 }, 24)],
      [false, false],
    );
  });

  it("is one of a run that failed or crossed a limit, which lasts and was not found now", () => {
    const at = now - 2 * hour;
    const slow = { ...failure({ result: "succeeded" }), code: "ranTooLong" };
    const unnamed = failure({ pipeline: "a", definitionId: undefined });
    const entries = [failure(), slow, missedRun(at), stuckRun(), nearLimit, unnamed].map((issue) =>
      knownEntry(issue, at, owed),
    );
    assert.deepEqual(
      entries.map((entry) => isAsked(entry)),
      [true, true, false, false, false, false],
    );
    assert.equal(isAsked(failedEntry({ ...owed, end: over })), false);
    assert.equal(isAsked(failedEntry(owed), 24, [failure()]), false);
  });
});

describe("a problem of a pipeline that was deleted", () => {
  // Build pipeline 162 was not found: hkarthik7/azure-devops-java-sdk#7; apache/devlake#5383.
  it("ends in place of its reminder, and is told once as that", async () => {
    const { texts, asked } = await told({ pipelineCode: refusal(404) }, [0, 1, day, day + 1, 2 * day + 1]);
    const gone = /^\*\*.*\*\*\ninvoices was deleted, so its problem is over\.$/;
    assertTexts(texts, [/invoices .*failed/, nothing, gone, nothing, nothing]);
    assert.deepEqual(asked, ["code"]);
  });

  it("is reminded of if nobody knows, or it is there", async () => {
    for (const pipelineCode of [refusal(500), refusal(403), onGitHub]) {
      const { texts } = await told({ pipelineCode }, [0, day, 2 * day]);
      assertTexts(texts, [/invoices .*failed/, /invoices .*failed/, /invoices .*failed/]);
    }
  });

  it("is said once not to be known where the service does not answer for several", async () => {
    const { service } = serviceWith({ pipelineCode: refusal(500) });
    const many = Array.from({ length: 5 }, (_, index) => red(index + 1, { definitionId: index + 1 }));
    const pipeline = memoryPipeline();
    for (const at of [0, day]) {
      const runs = many.map((run) => ended(at, -0.2, run));
      const { agent, report } = await watch(runs, { ...pipeline(at), keys: changes, service });
      const name = "deleted pipelines and branches";
      assert.equal(agent.warnings.filter((text) => text.includes(name)).length, at === 0 ? 0 : 1);
      assert.deepEqual(report.skipped, at === 0 ? [] : [name]);
    }
  });

  it("is asked about by the name of its branch in any script, unless a secret in it was redacted", async () => {
    for (const [branch, isAsked] of [
      ["fix/\u2699\ufe0f", true],
      ["fix/***", false],
      ["l\u00f6schen", true],
      ["fix/5", true],
    ] as const) {
      const failure = red(1, { record: { sourceBranch: `refs/heads/${branch}` } });
      const code = { pipelineCode: inRepos, hasBranch: false };
      const { texts, asked } = await told(code, [0, day], {}, (at) => [other(at)], failure);
      assert.deepEqual([asked.includes("branch"), /was deleted/.test(texts[1] ?? "")], [isAsked, isAsked]);
    }
  });

  // grafana/grafana#94298: what was deleted while its alert was open stays open.
  it("ends within a day, whatever remind_hours is, and is asked about once a day", async () => {
    const keys = { remind_hours: 168 };
    const hours = [0, 5, day, day + 1, 2 * day - 1, 2 * day, 2 * day + 1];
    const deleted = await told({ pipelineCode: refusal(404) }, hours, keys);
    const gone = /invoices was deleted, so its problem is over/;
    assertTexts(deleted.texts, [/failed/, nothing, gone, nothing, nothing, nothing, nothing]);
    for (const pipelineCode of [onGitHub, refusal(500)]) {
      const { texts, asked } = await told({ pipelineCode }, hours, keys);
      assertTexts(texts, [/failed/, ...Array(6).fill(nothing)]);
      assert.equal(asked.length, 2);
    }
  });

  it("is not asked about while it fails in each report", async () => {
    const { asked, service } = serviceWith({ pipelineCode: onGitHub });
    const hours = [0, day].map((at) => ({ at, service, runs: [ended(at, at - 0.2, red(at + 1))] }));
    assertTexts(await playHours({}, hours), [/failed/, /failed/]);
    assert.deepEqual(asked, []);
  });
});

describe("a problem of a branch that is not there any more", () => {
  it("ends without a message of its own, and is told with the next one", async () => {
    const hours = [0, day, day + 1, day + 2, day + 3];
    const { texts, asked } = await told({ pipelineCode: inRepos, hasBranch: false }, hours, {}, (at) =>
      at === day + 2 ? [other(at)] : [],
    );
    const both =
      /^.*\npayments .*failed.*\ninvoices, branch feature\/x was deleted, so its problem is over\.$/;
    assertTexts(texts, [/invoices .*failed/, nothing, nothing, both, nothing]);
    assert.deepEqual(asked, ["code", "branch"]);
  });

  it("ends after seven days without a run if nobody knows whether it is there, unless it is the default branch", async () => {
    const hours = [0, 6 * day, 7 * day - 1, 8 * day];
    const quiet = [/failed/, /failed/, nothing, nothing];
    for (const code of [{ pipelineCode: onGitHub }, { pipelineCode: inRepos, hasBranch: refusal(403) }])
      assertTexts((await told(code, hours)).texts, quiet);
    const lasting = [/failed/, /failed/, nothing, /failed/];
    const defaultBranch = "feature/x";
    for (const code of [
      { pipelineCode: { ...onGitHub, defaultBranch } },
      { pipelineCode: { ...onGitHub, defaultBranch: undefined } },
      { pipelineCode: inRepos, hasBranch: true },
    ])
      assertTexts((await told(code, hours)).texts, lasting);
  });

  it("lasts for two of the pauses between its runs, if it runs rarely and nobody knows whether it is there", async () => {
    const weekly = (at: number) => [7, 14, 21].map((days) => ended(at, -0.2 - days * day, red(100 + days)));
    const hours = [0, 6 * day, 8 * day, 15 * day];
    const { texts } = await told({ pipelineCode: onGitHub }, hours, {}, (at) => [
      ...weekly(at),
      ...(at === 15 * day ? [other(at)] : []),
    ]);
    const over = /\ninvoices, branch feature\/x has not run for 15 days, so its problem is over\.$/;
    assertTexts(texts, [/failed/, /failed/, /invoices .*failed/, over]);
  });

  it("is called a pull request where it is one, and a tag is not asked about", async () => {
    for (const [sourceBranch, end] of [
      ["refs/pull/12/merge", /\ninvoices, pull request 12 was deleted, so its problem is over\.$/],
      ["refs/tags/1.2.3", /^((?!invoices).)*$/s],
    ] as const) {
      const { asked, service } = serviceWith({ pipelineCode: inRepos, hasBranch: false });
      const record = { sourceBranch };
      const hours = [0, day - 0.3, day - 0.1].map((at) => ({
        ...{ at, service },
        runs: [...(at === day - 0.1 ? [other(at)] : []), ended(at, -0.2, red(1, { record }))],
      }));
      assertTexts(await playHours({}, hours), [/invoices .*failed/, nothing, end]);
      assert.equal(asked.includes("branch"), sourceBranch !== "refs/tags/1.2.3");
    }
  });

  it("is told again if its branch comes back and fails", async () => {
    const { service } = serviceWith({ pipelineCode: inRepos, hasBranch: false });
    const hours = [0, day, day + 1].map((at) => ({
      ...{ at, service },
      runs: [...(at > day ? [ended(at, day + 0.5, red(2))] : []), ended(at, -0.2, red(1))],
    }));
    assertTexts(await playHours({}, hours), [/failed/, nothing, /invoices .*20261120\.2.*failed/]);
  });

  it("is asked about for twenty problems of a report, those first that have not run for longest, and then for the others", async () => {
    const { asked, service } = serviceWith({ pipelineCode: refusal(404) });
    const runs = Array.from(
      { length: 25 },
      (_, index) => (at: number) =>
        ended(
          at,
          -0.02 - index / 100,
          red(index + 1, { pipeline: `job ${index}`, definitionId: 100 + index }),
        ),
    );
    const hours = [0, day, day + 1].map((at) => ({ at, service, runs: runs.map((of) => of(at)) }));
    const [, text = "", next = ""] = await playHours({}, hours);
    assert.match(text, /job 24 was deleted/);
    assert.match(text, /job 0 .*failed/);
    assert.match(next, /job 0 was deleted/);
    assert.equal(asked.length, 25);
  });
});
