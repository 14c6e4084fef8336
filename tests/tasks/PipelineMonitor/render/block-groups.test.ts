import assert from "node:assert/strict";
import fc from "fast-check";
import { type Phrase, plainText } from "../../../../shared/chat/message";
import { utcZone } from "../../../../shared/text/zone";
import type { Cause } from "../../../../tasks/PipelineMonitor/causes/cause";
import { type Issue, issueOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { missedCode } from "../../../../tasks/PipelineMonitor/issue/kind";
import { groupedBlocks } from "../../../../tasks/PipelineMonitor/render/block-groups";
import { issueOfRunTime, issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { didNotStart } from "../../../did-not-start";
import { sanitize } from "../../../sanitize";
import { failedRun, type RunChanges } from "../failed-run";
import { stuckIssue } from "../found-issues";
import { both, explained, failed, links, shown, since, unbound, withLinks } from "./blocks-stage";

const lost: Cause = { kind: "lostAgent", agent: "build-07" };

/** The title of each block on its own, and beside others. */
const titlesOf = (...issues: Issue[]) =>
  groupedBlocks(issues, sanitize).map(({ titles: [title], shortTitle }) =>
    [title?.phrase ?? [], shortTitle].map((parts) => plainText(parts, sanitize)),
  );

/** The issues of each block. */
const tellsOf = (...issues: Issue[]) => groupedBlocks(issues, sanitize).map(({ tells }) => tells);
const linkTo = (id: number) => `[${id}](https://h/${id})`;

describe("the blocks of several issues", () => {
  it("begin with what fails, then what was missed, is stuck, took long, waited, and will happen", () => {
    const about = (code: string, rank: number) =>
      issueOf({ code, rank, severity: "warning", tally: "" }, { pipeline: { name: code } }, [{ words: "x" }]);
    const issues = [
      failed(1, "a"),
      about(missedCode, 1),
      issueOfRunTime(failedRun(), 1834, { minProcSeconds: 30, maxProcSeconds: 900 }),
      issueOfWait(failedRun({ pipeline: "waited" }), 900, 300),
      about("near limit", 5),
    ];
    assert.deepEqual(tellsOf(...[...issues].reverse()).flat(), issues);
  });

  it("are one for all runs of a cause, which names each run", () => {
    const names = ["nightly import", "price feed", "price feed", "nightly import"];
    const alert = { owner: "Ops", mention: "", runbook: undefined, importance: "high" } as const;
    const issues = names.map((name, index) => explained(failed(700 + index, name), lost, "We stopped"));
    const owned = issues.map((issue) => ({ ...issue, alert }));
    assert.match(shown(...owned)[0] ?? "", /^🚨 .* · Ops$/s);
    const [{ severity, rank, urgency, tells } = assert.fail()] = groupedBlocks(owned, sanitize);
    assert.deepEqual([severity, rank, urgency, tells], ["failure", -11, "high", owned]);
    const title = "Agent build-07 lost: 4 runs failed (nightly import, price feed)";
    assert.deepEqual(titlesOf(...issues), [[title, "agent build-07 lost"]]);
    assert.deepEqual(shown(...issues), [
      "🔴 **Agent build-07 lost**: 4 runs failed\n" +
        `nightly import ×2 (${linkTo(700)}, ${linkTo(703)}) · price feed ×2 (${linkTo(701)}, ${linkTo(702)})\n[Log](https://h/l/700)`,
    ]);
    const others = issues.map((issue) => explained(issue, unbound));
    assert.deepEqual(tellsOf(...issues, ...others), [issues, others]);
    const unnamed = ["a", "b"].map((name, id) =>
      explained(failed(id, name), undefined, "refused", { ...both, explains: false }),
    );
    const text = `🔴 **2 runs failed**\n\`refused\`\na (${linkTo(0)}) · b (${linkTo(1)})\n[Log](https://h/l/0)`;
    assert.deepEqual(shown(...unnamed), [text]);
  });

  it("say since when, and what is to be known of a log", () => {
    const run = (id: number, pipeline: string, minute: number, note: string): Issue => ({
      ...explained(failed(id, pipeline), lost),
      failedAt: { time: since + 60_000 * minute, zone: utcZone },
      links: { runPage: undefined, log: undefined, note },
    });
    assert.deepEqual(shown(run(1, "a", 1, ""), run(2, "b", 0, "no log")), [
      "🔴 **Agent build-07 lost**: 2 runs failed since 19:59 UTC\n" + "a ([1]) · b ([2]: no log)",
    ]);
  });

  it("are one for all stuck runs", () => {
    const now = since / 1000;
    const stuck = (id: number, pipeline: string, times: RunChanges) => {
      const run = failedRun({ id, buildNumber: String(id), pipeline, status: "inProgress", result: "" });
      return withLinks(stuckIssue(failedRun({ ...run, finishTime: undefined, ...times }), now), id);
    };
    const running = stuck(1, "nightly import", { startTime: now - 3900 });
    const queued = stuck(2, "site health", { queueTime: now - 1320, startTime: undefined });
    const [first, second] = [
      `**nightly import** ${linkTo(1)} running`,
      `**site health** ${linkTo(2)} queued`,
    ];
    assert.deepEqual(shown(running, queued), [
      `🟠 ${first} for 1 h 5 min (limit 15 min) · ${second} for 22 min (limit 5 min)`,
    ]);
    const title = "2 runs stuck: nightly import, site health";
    assert.deepEqual(titlesOf(running, queued), [[title, "2 runs stuck"]]);
    type Alert = NonNullable<Issue["alert"]>;
    const alert: Alert = { owner: "Ops", mention: "", runbook: undefined, importance: "normal" };
    const blocks = (one: Alert, other?: Alert) =>
      tellsOf({ ...running, alert: one }, { ...queued, ...(other && { alert: other }) }).length;
    assert.deepEqual([blocks(alert, { ...alert }), blocks({ ...alert, owner: "" })], [1, 1]);
    const runbook = new URL("https://wiki/a");
    for (const changes of [{ owner: "" }, { runbook }, { importance: "high" }] as const)
      assert.equal(blocks(alert, { ...alert, ...changes }), 2);
  });

  it("list each owner and runbook of a cause once, and count those without room", () => {
    const owned = (id: number, owner: string, wiki = ""): Issue => ({
      ...explained(failed(id, `p${id}`), undefined, "no such host"),
      alert: {
        ...{ owner, mention: "", importance: "normal" },
        runbook: wiki === "" ? undefined : new URL(`https://wiki/${wiki}`),
      } as const,
    });
    const last = (...issues: Issue[]) => shown(...issues).map((block) => block.split("\n").at(-1));
    const [log, a, b] = ["[Log](https://h/l/1)", "https://wiki/a", "https://wiki/b"];
    const three = [owned(1, "Ops", "a"), owned(2, "Billing", "a"), owned(3, "Ops")];
    assert.deepEqual(last(...three), [`${log} · [Runbook](${a}) · Ops · Billing`]);
    const two = [owned(1, "", "a"), owned(2, "Ops", "b")];
    assert.deepEqual(last(...two), [`${log} · [Runbook of p1](${a}) · [Runbook of p2](${b}) · Ops`]);
    const seven = [1, 2, 3, 4, 5, 6, 7].map((id) => owned(id, `o${id}`));
    assert.deepEqual(last(...seven), [`${log} · o1 · o2 · o3 · o4 · o5 · and 2 more owners`]);
  });

  it("begin with the cause that most pipelines share", () => {
    const alone = [8, 9].map((id) => explained(failed(id, `p${id}`), undefined, `alone ${id}`));
    const few = [6, 7].map((id) => explained(failed(id, `p${id}`), undefined, "few"));
    const many = [1, 2, 3, 4].map((id) => explained(failed(id, `p${id}`), undefined, "many"));
    assert.deepEqual(
      tellsOf(...alone, ...few, ...many),
      [many, alone[0], alone[1], few].map((one) => [one ?? []].flat()),
    );
    // Beneath a title that has only a part of it, the cause stays.
    const causeBeneath = (line: string) =>
      groupedBlocks(
        [1, 2, 3].map((id) => explained(failed(id, `p${id}`), undefined, line)),
        sanitize,
      ).map(({ titles: [title] }) => title?.cause);
    assert.deepEqual([causeBeneath("many"), causeBeneath("m".repeat(80))], [[[]], [undefined]]);
  });

  it("are one for the schedule of a pipeline", () => {
    const issue = (code: string, rank: number, words: Phrase, more: Partial<Issue> = {}) =>
      issueOf(
        { code, rank, severity: "failure", tally: "" },
        { pipeline: { name: "stock levels" } },
        words,
        more,
      );
    const plural = didNotStart;
    const missed = (minute: number) => {
      const at = since / 1000 + 60 * minute;
      const text = [{ words: `${didNotStart} at ` }, { time: at * 1000, zone: utcZone }];
      return issue(missedCode, 1, text, { at, plural });
    };
    const near = issue("nearLimit", 5, [{ words: "will reach 1,000 runs" }]);
    const both = [missed(0), missed(10), near];
    const rest = "19:59 to 20:09 UTC. It will reach 1,000 runs";
    assert.deepEqual(shown(...both), [`🔴 **stock levels** ${didNotStart} 2 times, ${rest}`]);
    const title = `stock levels ${didNotStart} 2 times`;
    assert.deepEqual(titlesOf(...both), [[`${title}, ${rest}`, title]]);
    const many = shown(...Array.from({ length: 50 }, (_, minute) => missed(minute)));
    assert.deepEqual(many, [`🔴 **stock levels** ${didNotStart} 50 times, 19:59 to 20:48 UTC`]);
  });

  it("are one for each way in which the runs of a pipeline end, and one for the limits that they cross", () => {
    const run = (id: number) => failedRun({ id, buildNumber: String(id), pipeline: "a", finishTime: id });
    const limits = { minProcSeconds: 30, maxProcSeconds: 900 };
    const crossed = [
      withLinks(issueOfWait(run(1), 900, 300), 1),
      ...[2, 3].map((id) => withLinks(issueOfRunTime(run(id), 12, limits), id)),
    ];
    const canceled = { result: "canceled", finishTime: 8 };
    const issues = [
      explained(failed(8, "a", canceled), { kind: "cancelled", isCertain: false }),
      explained(failed(7, "a", { ...canceled, finishTime: 7 }), undefined, "refused"),
      ...[6, 5].map((id) =>
        explained(failed(id, "a", { finishTime: id }), undefined, id === 6 ? "refused" : "full"),
      ),
      failed(9, "", { finishTime: 9 }),
      failed(10, "", { finishTime: 9 }),
      ...crossed,
    ];
    const withLog = (id: number) => `${linkTo(id)} · [Log](https://h/l/${id})`;
    assert.deepEqual(shown(...issues), [
      `🔴 **a** failed 2 times\n\`refused\`: ${withLog(6)}\n\`full\`: ${withLog(5)}`,
      ...[9, 10].map((id) => `🔴 **A run of an unknown pipeline** failed\n${links(id)}`),
      `🔴 **a** was canceled 2 times\n\`refused\`: ${withLog(7)}\nUnknown cause: ${withLog(8)}`,
      "🟠 **a** finished too fast 2 times (last: ran 12 s, at least 30 s expected). It was queued for 15 min, limit 5 min\n" +
        `Finished too fast: ${linkTo(2)}, ${withLog(3)}\nWaited too long: ${withLog(1)}`,
    ]);
  });

  it("are as urgent as the worst of them", () => {
    const near = issueOf(
      { code: "near", rank: 5, severity: "warning", tally: "" },
      { pipeline: { name: "a" } },
      [],
    );
    const group = [near, { ...near, code: "missed", rank: 1 }];
    assert.deepEqual(
      groupedBlocks(group, sanitize).map(({ rank }) => rank),
      [1],
    );
    const lead = { ...explained(failed(1, "a"), unbound), isLeading: true };
    const leading = [lead, explained(failed(2, "b"), unbound)].map((issue, id) => ({
      ...issue,
      explanation: { ...(issue.explanation ?? assert.fail()), isLeading: id === 0 },
    }));
    assert.deepEqual(
      groupedBlocks(leading, sanitize).map(({ rank }) => rank),
      [-1],
    );
  });

  it("part a large group into blocks that have room in every chat", () => {
    const group = Array.from({ length: 60 }, (_, id) => explained(failed(id + 1, `pipeline ${id}`), lost));
    const blocks = groupedBlocks(group, sanitize);
    assert.deepEqual(
      blocks.map(({ tells, parts }) => [tells.length, plainText(parts, sanitize)]),
      [
        [19, "Agent build-07 lost: 60 runs failed, 1 to 19"],
        [18, "Agent build-07 lost: 60 runs failed, 20 to 37"],
        [18, "Agent build-07 lost: 60 runs failed, 38 to 55"],
        [5, "Agent build-07 lost: 60 runs failed, 56 to 60"],
      ],
    );
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
