import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { messageLine } from "../../../../tasks/PipelineMonitor/render/lines";
import { issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { inOrder } from "../../../../tasks/PipelineMonitor/silence/marks";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { projectReport } from "../report-stage";
import { configWith, failure, idsOf, now, silenced, tooFew } from "./silence-stage";

const codesOf = (issues: readonly Issue[]) => issues.map(({ code }) => code);
const text = (issue: Issue) => plainText(messageLine(issue).parts, sanitize);

describe("silence", () => {
  it("leaves everything as it is without the keys", () => {
    const issues = [failure({ id: 1 }), tooFew, failure({ id: 2, pipeline: "price feed" })];
    const result = silenced({ issues });
    assert.deepEqual([result.silent, result.alarmCount], [[], 3]);
    assert.deepEqual(result.reported.map(text), issues.map(text));
  });

  it("keeps muted pipelines out of the message until the minute at which the mute ends", () => {
    const config = configWith(
      {},
      { "nightly *": { mute_until: "2026-11-22T03:20Z", mute_reason: "moving" } },
    );
    const issues = [failure({ id: 1 }), failure({ id: 2, pipeline: "price feed" })];
    const { reported, silent, alarmCount, silencedCount } = silenced({ config, issues });
    assert.deepEqual([idsOf(reported), alarmCount, silencedCount], [[2], 1, 1]);
    assert.match(
      plainText(silent[0]?.silenced?.why ?? [], sanitize),
      /^Muted until 2026-11-22 03:20 UTC \(moving\)\.$/,
    );
    assert.deepEqual(idsOf(silenced({ config, issues, now: now + 60 }).reported), [1, 2]);
  });

  it("keeps out what happened in a maintenance window: by its own time, not that of the report", () => {
    const config = configWith({ quiet: [{ schedule: "0 2 * * Sun", hours: 1, pipelines: ["nightly *"] }] });
    const at = (time: string) => Date.parse(`2026-11-22T${time}Z`) / 1000;
    const issues = [
      failure({ id: 1, finishTime: at("01:59:59") }),
      failure({ id: 2, finishTime: at("02:00:00") }),
      failure({ id: 3, finishTime: at("02:59:59") }),
      failure({ id: 4, finishTime: at("03:00:00") }),
      failure({ id: 5, finishTime: at("02:30:00"), pipeline: "price feed" }),
      tooFew,
    ];
    const { reported, silent } = silenced({ config, issues });
    assert.deepEqual(idsOf(reported), [1, 4, 5]);
    assert.ok(
      codesOf(reported).includes(tooFew.code),
      "a window for some pipelines does not silence the count of runs",
    );
    const { by, why = [] } = silent[0]?.silenced ?? {};
    assert.deepEqual(
      [by, plainText(why, sanitize)],
      ["maintenance", "In the maintenance window that began at 2026-11-22 02:00 UTC."],
    );
  });

  it("keeps a failure below its threshold out of the message, before a mute, and tells one without a count", () => {
    const keys = { notify: "changes", history: 20 };
    const entries = { "nightly *": { after_failures: 3, mute_until: "2026-12-01" } };
    const config = configWith(keys, { ...entries, "price *": { after_failures: 2 } });
    const counted = (id: number, failuresInRow: number | undefined, pipeline = "price feed") => ({
      ...failure({ id, pipeline, definitionId: id }),
      failuresInRow,
    });
    const waited = {
      ...issueOfWait(failedRun({ id: 6, pipeline: "price feed" }), 900, 300),
      failuresInRow: 1,
    };
    const issues = [
      counted(1, 1),
      counted(2, 2),
      counted(3, undefined),
      counted(4, 2, "nightly import"),
      waited,
    ];
    const { reported, silent, silencedCount } = silenced({ config, issues });
    assert.deepEqual([idsOf(reported), idsOf(silent), silencedCount], [[2, 3, 6], [1, 4], 2]);
    assert.deepEqual(
      silent.map(({ silenced }) => plainText(silenced?.why ?? [], sanitize)),
      ["Failure 1 of 2 in a row.", "Failure 2 of 3 in a row."],
    );
  });

  it("takes mutes and windows in the time zone of the configuration", () => {
    const at = (time: string) => Date.parse(`2026-11-22T${time}Z`) / 1000;
    const keys = {
      time_zone: "Asia/Kolkata",
      quiet: [{ schedule: "30 7 * * Sun", hours: 1, pipelines: ["quiet"] }],
    };
    const config = configWith(keys, { muted: { mute_until: "2026-11-22T08:50" } });
    const quiet = ["01:59:59", "02:00:00", "02:59:59", "03:00:00"].map((time, index) =>
      failure({ id: index + 1, pipeline: "quiet", finishTime: at(time) }),
    );
    const issues = [...quiet, failure({ id: 5, pipeline: "muted" })];
    const end = at("03:20:00");
    assert.deepEqual(idsOf(silenced({ config, issues, now: end - 1 }).reported), [1, 4]);
    assert.deepEqual(idsOf(silenced({ config, issues, now: end }).reported), [1, 4, 5]);
  });

  it("silences everything with a window for all pipelines, the count of runs too as long as its hour has a part of it", () => {
    const config = configWith({ quiet: [{ schedule: "0 0 * * *", hours: 3 }] });
    const issues = [tooFew, failure({ finishTime: now - 1800 })];
    assert.deepEqual(silenced({ config, issues }).reported, []);
    // Its hour begins an hour and 30 seconds before the report.
    const at = (seconds: number) =>
      codesOf(silenced({ config, issues: [tooFew], now: now + seconds }).reported);
    assert.deepEqual([at(2489), at(2490)], [[], [tooFew.code]]);
  });

  it("puts important pipelines first, those that only inform last, beyond alarm, and what is silenced below", () => {
    const config = configWith({}, { high: { severity: "high" }, info: { severity: "info" } });
    const issues = ["info", "normal", "high"].map((pipeline, id) => failure({ id, pipeline }));
    const { reported, alarmCount } = silenced({ config, issues });
    assert.deepEqual([idsOf(reported), alarmCount], [[2, 1, 0], 2]);
    const lines = reported.map(messageLine);
    assert.deepEqual(
      lines.map(({ urgency }) => urgency),
      ["high", undefined, "info"],
    );
    assert.deepEqual(
      lines.map(({ rank }) => rank),
      [...lines.map(({ rank }) => rank)].sort((one, other) => one - other),
    );
    const reasons = ["hours", "threshold", "mute", "maintenance", "known"] as const;
    const silent = reasons.map((by): Issue => ({ ...failure(), silenced: { by, why: [] } }));
    const all = [...reported, ...silent];
    assert.deepEqual(inOrder(projectReport({ issues: [...all].reverse() })).issues, all);
  });

  it("names owner and runbook behind an issue, and inherits them from the default", () => {
    const config = configWith(
      {},
      {
        default: { max_proc_time: 900, min_proc_time: 30, owner: "Operations" },
        "nightly import": { runbook: "https://wiki.example/nightly" },
      },
    );
    const [issue = failure()] = silenced({ config, issues: [failure()] }).reported;
    assert.match(text(issue), /\. run Owner: Operations\. runbook$/);
    const link = messageLine(issue).parts.at(-1) ?? { words: "" };
    assert.equal("url" in link ? link.url.href : "", "https://wiki.example/nightly");
  });

  it("mentions owners that are mentions, and nobody for what only informs", () => {
    const config = configWith(
      {},
      {
        a: { owner: "@ops" },
        b: { owner: "@ops" },
        c: { owner: "Ops" },
        d: { owner: "@ops", severity: "info" },
      },
    );
    const issues = ["a", "b", "c", "d"].map((pipeline, id) => failure({ id, pipeline }));
    const { reported } = silenced({ config, issues, isMention: (owner) => owner.startsWith("@") });
    assert.deepEqual(
      reported.map(({ alert }) => alert?.mention),
      ["@ops", "@ops", "", ""],
    );
    assert.deepEqual(
      reported.map((issue) => /Owner: .*\./.exec(text(issue))?.[0]),
      [undefined, undefined, "Owner: Ops.", undefined],
    );
  });

  it("lets only issues share a line that share owner, runbook and severity", () => {
    const config = configWith(
      {},
      {
        ...{ a: { owner: "A" }, b: { owner: "B" } },
        ...{ c: { runbook: "https://wiki.example/c" }, d: { severity: "info" } },
      },
    );
    const causes = [
      "noSpace a",
      "noSpace a",
      "noMemory a",
      "noSpace b",
      "noSpace c",
      "noSpace e",
      "noSpace d",
    ];
    const issues = causes.map((text, id) => {
      const [key = "", pipeline = ""] = text.split(" ");
      const explanation = { sentence: [], line: "", name: [], group: { key, title: [] } };
      return { ...failure({ id, pipeline }), explanation };
    });
    const keys = silenced({ config, issues }).reported.map(({ explanation }) => explanation?.group?.key);
    assert.deepEqual(
      keys.map((key) => keys.indexOf(key)),
      [0, 0, 2, 3, 4, 5, 6],
    );
  });
});
