import assert from "node:assert/strict";
import fc from "fast-check";
import type { Run } from "../../../../shared/azure-devops/records";
import { wholeMarkdownWriting } from "../../../../shared/chat/markdown";
import { renderLine } from "../../../../shared/chat/message";
import { utcZone } from "../../../../shared/text/zone";
import type { Cause } from "../../../../tasks/PipelineMonitor/checks/causes/cause";
import { explanationOf } from "../../../../tasks/PipelineMonitor/checks/causes/reason";
import { checkUnfinished } from "../../../../tasks/PipelineMonitor/checks/unfinished-runs";
import { parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { type Issue, issueOf, missedCode } from "../../../../tasks/PipelineMonitor/issue/issue";
import { groupedBlocks } from "../../../../tasks/PipelineMonitor/render/block-groups";
import { sentenceOf } from "../../../../tasks/PipelineMonitor/render/blocks";
import {
  issueOfRecord,
  issueOfResult,
  issueOfRunTime,
  issueOfWait,
} from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { goodConfig } from "../good-config";

const since = Date.UTC(2026, 10, 20, 19, 59);
const lost: Cause = { kind: "lostAgent", agent: "build-07" };
const unbound: Cause = { kind: "undefinedVariable", variable: "SMTP_HOST" };
const both = { explain_failures: true, group_causes: true };

const withLinks = (issue: Issue, id: number): Issue => ({
  ...issue,
  links: { runPage: new URL(`https://h/${id}`), log: new URL(`https://h/l/${id}`), note: "" },
});
const failed = (id: number, pipeline: string, changes: Partial<Run> = {}) =>
  withLinks(issueOfResult(failedRun({ id, buildNumber: String(id), pipeline, ...changes })), id);
const explained = (issue: Issue, cause: Cause | undefined, line = "", keys = both): Issue => ({
  ...issue,
  explanation: explanationOf({ cause, line, ending: "" }, issue, keys),
});

const shown = (...issues: Issue[]) =>
  groupedBlocks(issues, sanitize).map((block) => renderLine(block, wholeMarkdownWriting, sanitize));
const links = (id: number) => `[Run ${id}](https://h/${id}) · [Log](https://h/l/${id})`;

describe("the block of an issue", () => {
  it("says who has the problem, the verdict with one unit, and the links by what they open", () => {
    const run = failedRun({ id: 1, buildNumber: "1" });
    const limits = { minProcSeconds: 30, maxProcSeconds: 900 };
    assert.deepEqual(
      [
        failed(1, "invoices"),
        failed(1, "invoices", { result: "canceled" }),
        withLinks(issueOfRunTime(run, 1834, limits), 1),
        withLinks(issueOfRunTime(run, 12, limits), 1),
        withLinks(issueOfWait(run, 900, 300), 1),
      ].flatMap((issue) => shown(issue)),
      [
        `🔴 **invoices** failed\n${links(1)}`,
        `🔴 **invoices** was canceled\n${links(1)}`,
        `🟠 **nightly import** ran 30 min 34 s, limit 15 min\n${links(1)}`,
        `🟠 **nightly import** finished too fast: ran 12 s, at least 30 s expected\n${links(1)}`,
        `🟠 **nightly import** waited 15 min to start, limit 5 min\n${links(1)}`,
      ],
    );
  });

  it("says status and result only if they have no word of their own", () => {
    assert.match(
      shown(failed(1, "a", { result: "odd" }))[0] ?? "",
      /did not succeed \(status completed, result odd\)/,
    );
  });

  it("names what is known of a run whose record cannot be read", () => {
    const record = { id: 8, buildNumber: "", pipeline: undefined, problem: "buildNumber: missing" };
    const issue = withLinks(issueOfRecord(record), 8);
    assert.equal(
      shown({ ...issue, links: { ...issue.links, log: undefined } })[0],
      "🔴 **A run of an unknown pipeline** could not be checked: its record is not readable (buildNumber: missing)\n" +
        "[Run 8](https://h/8)",
    );
  });

  it("compares a failure with the runs before it", () => {
    const news = { kind: "streak", nth: 4, since: { time: since, zone: utcZone }, orMore: false } as const;
    assert.match(
      shown({ ...failed(1, "a"), news })[0] ?? "",
      /\*\*a\*\* failed, 4th in a row since 19:59 UTC\n/,
    );
    const first = { kind: "first", successes: 211, orMore: true } as const;
    assert.match(
      shown({ ...failed(1, "a"), news: first })[0] ?? "",
      /failed, first time in at least 212 runs\n/,
    );
  });

  it("shows the cause as code, and its name", () => {
    const line = "SMTP_HOST: unbound variable";
    assert.equal(
      shown(explained(failed(1, "a"), unbound, line))[0],
      `🔴 **a** failed\n\`${line}\` (variable SMTP\\_HOST not defined)\n${links(1)}`,
    );
    assert.match(shown(explained(failed(1, "a"), { kind: "timeOut" }))[0] ?? "", /failed\ntime-out\n/);
  });

  it("leaves out the name of a cause that its line says", () => {
    const full = explained(failed(1, "a"), { kind: "noSpace" }, "No space left on device");
    assert.equal(shown(full)[0], `🔴 **a** failed\n\`No space left on device\`\n${links(1)}`);
  });

  it("leaves out an empty cause", () => {
    assert.equal(shown(explained(failed(1, "a"), undefined, " \u200b"))[0], `🔴 **a** failed\n${links(1)}`);
  });

  it("ends with the runbook and the owner, and with what is to be known of the log", () => {
    const issue = failed(1, "a");
    const alert = {
      owner: "Ops",
      mention: "",
      runbook: new URL("https://wiki/a"),
      importance: "high",
    } as const;
    assert.equal(
      shown({ ...issue, alert, links: { ...issue.links, note: "1 of its logs could not be read" } })[0],
      `🚨 **a** failed\n${links(1)} · 1 of its logs could not be read · [Runbook](https://wiki/a) · Ops`,
    );
  });

  it("says the same in the tab, without the pipeline", () => {
    const news = { kind: "streak", nth: 4, since: { time: since, zone: utcZone }, orMore: false } as const;
    const issue = { ...explained(failed(1, "a"), unbound, "no such host"), news };
    assert.deepEqual(
      sentenceOf(issue).map((part) => ("words" in part ? part.words : "name" in part ? part.name : "19:59")),
      [
        "failed",
        ", ",
        "4th in a row since ",
        "19:59",
        ": ",
        "no such host",
        " (",
        "variable ",
        "SMTP_HOST",
        " not defined",
        ")",
        ".",
      ],
    );
  });
});

describe("the blocks of several issues", () => {
  it("begin with what fails, then what was missed, is stuck, took long, waited, and will happen", () => {
    const kind = (code: string, rank: number) => ({ code, rank, severity: "warning", tally: "" }) as const;
    const about = (code: string, rank: number) =>
      issueOf(kind(code, rank), { pipeline: code }, [{ words: "x" }]);
    const run = failedRun();
    const issues = [
      about("near limit", 5),
      issueOfWait(run, 900, 300),
      issueOfRunTime(run, 1834, { minProcSeconds: 30, maxProcSeconds: 900 }),
      about(missedCode, 1),
      failed(1, "a"),
    ];
    assert.deepEqual(
      groupedBlocks(issues, sanitize).flatMap(({ tells }) => tells),
      [4, 3, 2, 1, 0].map((index) => issues[index]),
    );
  });

  it("are one for all runs of a cause, which names each run", () => {
    const runs = [
      [700, "nightly import"],
      [701, "price feed"],
      [702, "price feed"],
      [703, "nightly import"],
    ] as const;
    const run = (id: number) => `[${id}](https://h/${id})`;
    assert.deepEqual(shown(...runs.map(([id, name]) => explained(failed(id, name), lost, "We stopped"))), [
      "🔴 **Agent build-07 lost**: 4 runs failed\n" +
        `nightly import ×2 (${run(700)}, ${run(703)}) · price feed ×2 (${run(701)}, ${run(702)})`,
    ]);
    assert.deepEqual(
      shown(
        ...[1, 2].map((id) =>
          explained(failed(id, "a"), undefined, "refused", { ...both, explain_failures: false }),
        ),
      ),
      [`🔴 **2 runs failed**\n\`refused\`\na ×2 (${run(1)}, ${run(2)})`],
    );
  });

  it("are one for all stuck runs", () => {
    const config = parseConfig(goodConfig).config ?? assert.fail();
    const now = since / 1000;
    const stuck = (id: number, pipeline: string, times: Partial<Run>) => {
      const run = failedRun({ id, buildNumber: String(id), pipeline, status: "inProgress", result: "" });
      const issue = checkUnfinished({ run: { ...run, finishTime: undefined, ...times } }, config, now);
      return withLinks(issue ?? assert.fail(), id);
    };
    const running = stuck(1, "nightly import", { startTime: now - 3900 });
    const queued = stuck(2, "site health", { queueTime: now - 1320, startTime: undefined });
    const [one = "", ...more] = shown(running, queued);
    assert.match(
      one,
      /^🟠 \*\*nightly import\*\* running for 1 h 5 min \(limit .*\) · \*\*site health\*\* queued for 22 min \(limit /,
    );
    assert.match(
      one,
      /\nnightly import \(\[1\]\(https:\/\/h\/1\)\) · site health \(\[2\]\(https:\/\/h\/2\)\)$/,
    );
    assert.deepEqual(more, []);
  });

  it("are one for the schedule of a pipeline", () => {
    const kind = (code: string, rank: number) => ({ code, rank, severity: "failure", tally: "" }) as const;
    const missed = (minute: number) => {
      const at = since / 1000 + 60 * minute;
      const sentence = [{ words: "did not start at " }, { time: at * 1000, zone: utcZone }];
      return issueOf(kind(missedCode, 1), { pipeline: "stock levels" }, [], { at, sentence });
    };
    const near = issueOf(kind("nearLimit", 5), { pipeline: "stock levels" }, [
      { words: "will reach 1,000 runs" },
    ]);
    assert.deepEqual(shown(missed(0), missed(10), near), [
      "🔴 **stock levels** did not start at 19:59 UTC, 20:09 UTC. It will reach 1,000 runs",
    ]);
    const many = shown(...Array.from({ length: 50 }, (_, minute) => missed(minute)));
    const counts = many.map((text) => text.match(/\d\d:\d\d UTC/g)?.length);
    assert.deepEqual(counts, [24, 24, 2]);
  });

  it("part a large group into blocks that have room in every chat", () => {
    const group = Array.from({ length: 60 }, (_, id) => explained(failed(id + 1, `pipeline ${id}`), lost));
    const blocks = groupedBlocks(group, sanitize);
    assert.ok(blocks.length > 2 && blocks.length < 12, String(blocks.length));
    assert.match(shown(...group)[1] ?? "", /\*\*Agent build-07 lost\*\*: 60 runs failed, \d+ to \d+\n/);
  });

  it("tell each issue once, whatever the causes are", () => {
    const cause = fc.option(fc.constantFrom<Cause>(lost, unbound, { kind: "timeOut" }), { nil: undefined });
    const line = fc.constantFrom("", "refused", "Bash exited with code '1'.");
    fc.assert(
      fc.property(fc.array(fc.tuple(cause, line), { maxLength: 40 }), (causes) => {
        const issues = causes.map(([why, told], id) => explained(failed(id, "a"), why, told));
        const told = groupedBlocks(issues, sanitize).flatMap(({ tells }) => tells);
        assert.deepEqual([told.length, new Set(told)], [issues.length, new Set(issues)]);
      }),
    );
  });
});
