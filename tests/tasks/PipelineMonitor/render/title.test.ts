import assert from "node:assert/strict";
import { plainText, renderParts } from "../../../../shared/chat/message";
import { utcZone } from "../../../../shared/text/zone";
import { explanationOf } from "../../../../tasks/PipelineMonitor/checks/causes/reason";
import { parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { type Issue, issueOf, type Note, recoveryNote } from "../../../../tasks/PipelineMonitor/issue/issue";
import { lastHour } from "../../../../tasks/PipelineMonitor/issue/window";
import { groupedBlocks } from "../../../../tasks/PipelineMonitor/render/block-groups";
import { blockOfNote } from "../../../../tasks/PipelineMonitor/render/blocks";
import { renderFooter, renderTitle } from "../../../../tasks/PipelineMonitor/render/title";
import { issueOfResult, issueOfRunCount, issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { goodConfig } from "../good-config";
import { projectReport } from "../report-stage";

const since = Date.UTC(2026, 10, 20, 19, 59);
const page = new URL("https://h/1");
const failed = (pipeline: string, changes: Partial<Issue> = {}): Issue => ({
  ...issueOfResult(failedRun({ pipeline })),
  ...changes,
});
const streak = { kind: "streak", nth: 4, since: { time: since, zone: utcZone }, orMore: false } as const;
const explained = (pipeline: string, line: string, group_causes = false) => {
  const issue = failed(pipeline);
  const reason = { cause: undefined, line, ending: "" };
  return { ...issue, explanation: explanationOf(reason, issue, { explain_failures: true, group_causes }) };
};
const waited = issueOfWait(failedRun({ pipeline: "site health" }), 900, 300);
const missed = issueOf(
  { code: "missed", rank: 1, severity: "failure", tally: "did not run" },
  { pipeline: "stock levels" },
  [{ words: "did not start at " }, { time: since, zone: utcZone }],
);
const recovery = (pipeline: string) =>
  recoveryNote(failedRun({ pipeline }), page, "works again after 3 failures");
const ended: Note = {
  ...{ parts: [{ words: "The mute of x ended." }], severity: "note", rank: 7 },
  tally: { thing: "mute", what: "ended" },
};

function titled(issues: readonly Issue[], notes: readonly Note[] = [], count = issues.length) {
  const blocks = [...groupedBlocks(issues, sanitize), ...notes.map(blockOfNote)];
  return plainText(renderTitle({ name: "Night Shift" }, blocks, notes, count), sanitize);
}

describe("the title of a message", () => {
  it("names the pipeline and the cause of a single problem, and how it compares", () => {
    const backup = explained("db_backup", "no space left on device");
    assert.equal(titled([backup]), "db_backup failed: no space left on device");
    const first = { ...backup, news: { kind: "first", successes: 211, orMore: false } } as const;
    assert.equal(titled([first]), "db_backup failed: no space left on device (first time in 212 runs)");
    assert.equal(
      titled([failed("invoices", { news: streak })]),
      "invoices failed (4th in a row since 19:59 UTC)",
    );
    assert.equal(titled([waited]), "site health waited 15 min to start, limit 5 min");
    assert.equal(
      titled([issueOfRunCount(7, 10)]),
      "Fewer runs than expected in the last hour (7, expected more than 10)",
    );
  });

  it("names the cause of a single group", () => {
    const group = ["nightly import", "price feed"].map((name) => explained(name, "no route", true));
    assert.equal(titled(group), "no route: 2 runs failed");
    const others = [...group, waited];
    const named = "Night Shift: 3 problems: 2 runs failed, site health waited 15 min to start, limit 5 min";
    assert.equal(titled(others), named);
    assert.equal(titled(others, [], 4), `${named}, and more`.replace("3 problems", "4 problems"));
  });

  it("is the project alone if there is nothing to tell", () => assert.equal(titled([]), "Night Shift"));

  it("counts several problems, and names the worst two", () => {
    const invoices = failed("invoices", { news: streak });
    assert.equal(
      titled([waited, invoices]),
      "Night Shift: 2 problems: invoices failing since 19:59 UTC, site health waited 15 min to start, limit 5 min",
    );
    assert.equal(
      titled([waited, missed, failed("price feed"), invoices]),
      "Night Shift: 4 problems: price feed failed, invoices failing since 19:59 UTC, and more",
    );
  });

  it("says what works again only if nothing is wrong", () => {
    assert.equal(titled([failed("a")], [recovery("b")]), "a failed");
    assert.equal(titled([], [recovery("b")]), "b works again after 3 failures");
    assert.equal(
      titled([], [recovery("b"), recovery("c")]),
      "Night Shift: 2 work again: b works again after 3 failures, c works again after 3 failures",
    );
    assert.equal(
      titled([], [recovery("b"), ended]),
      "Night Shift: 1 mute ended, 1 works again: b works again after 3 failures",
    );
    assert.equal(
      titled([], ["b", "c", "d"].map(recovery)),
      "Night Shift: 3 work again: b works again after 3 failures, c works again after 3 failures, and more",
    );
  });

  it("counts what else is to be known", () => {
    assert.equal(titled([], [ended]), "The mute of x ended");
    assert.equal(titled([], [ended, ended]), "Night Shift: 2 mutes ended");
    const unread: Note = {
      ...ended,
      severity: "failure",
      tally: { thing: "project", what: "could not be read" },
    };
    assert.equal(
      titled([failed("a")], [unread]),
      "Night Shift: 1 project could not be read, 1 problem: a failed",
    );
  });

  it("leaves out what only informs if something is wrong", () => {
    assert.equal(titled([failed("a")], [ended, ended]), "a failed");
  });

  it("says that there is more than it names, wherever the rest stands", () => {
    assert.match(titled([failed("a"), failed("b")]), /2 problems: a failed, b failed$/);
    assert.match(titled([failed("a"), failed("b")], [], 3), /3 problems: a failed, b failed, and more$/);
  });
});

describe("the last line of a message", () => {
  const until = Date.UTC(2026, 10, 20, 3, 19);
  const written = (
    runCount: number,
    projects: number,
    own: URL | undefined,
    config = projectReport().config,
  ) =>
    renderParts(
      renderFooter(
        Array.from({ length: projects }, () => ({ config, runCount, window: lastHour(until) })),
        [[{ words: "could not check history" }]],
        own,
      ),
      { name: String, link: (label, href) => `[${label}](${href})` },
      sanitize,
    );

  it("says what was checked, and what else is to be known, and links to the monitor's own run", () => {
    assert.equal(
      written(212, 1, page),
      "212 runs checked, 02:18–03:19 UTC · could not check history · [Timeline](https://h/1)",
    );
  });

  it("is in the zone of the configuration, and names it", () => {
    const config = parseConfig({ ...goodConfig, time_zone: "Asia/Kathmandu" }).config ?? assert.fail();
    assert.equal(
      written(2, 1, undefined, config),
      "2 runs checked, 08:03–09:04 UTC+5:45 (Asia/Kathmandu) · could not check history",
    );
  });

  it("ends without a link if the monitor has no run of its own", () => {
    assert.equal(
      written(1, 2, undefined),
      "2 runs of 2 projects checked, 02:18–03:19 UTC · could not check history",
    );
  });
});
