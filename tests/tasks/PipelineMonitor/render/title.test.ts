import assert from "node:assert/strict";
import { type Line, renderParts } from "../../../../shared/chat/message";
import { parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { type Issue, issueOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { lastHour } from "../../../../tasks/PipelineMonitor/issue/window";
import { renderFooter, renderTitle } from "../../../../tasks/PipelineMonitor/render/title";
import {
  issueOfResult,
  issueOfRunCount,
  issueOfRunTime,
  issueOfWait,
} from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { goodConfig } from "../good-config";
import { projectReport } from "../report-stage";

const ended = (result: string) => issueOfResult(failedRun({ result }));
const failed = ended("failed");
const tooFew = issueOfRunCount(7, 10);
const ran = (runSeconds: number) =>
  issueOfRunTime(failedRun(), runSeconds, { minProcSeconds: 30, maxProcSeconds: 900 });
const waited = issueOfWait(failedRun(), 900, 300);
const missed = issueOf(
  { code: "missed", rank: 0, severity: "failure", tally: "did not run" },
  ...([{ pipeline: "price feed" }, []] as const),
);
const recovery: Line = { parts: [], severity: "recovery", rank: 5, issueCount: 0, recoveryCount: 1 };

function titleOf(issues: readonly Issue[], notes: readonly Line[] = [], project = "Night Shift") {
  return renderTitle({ name: project }, issues, notes);
}

function titled(...parts: Parameters<typeof titleOf>) {
  const text = titleOf(...parts).map((part) => ("words" in part ? part.words : part.name));
  return text.join("");
}

describe("renderTitle", () => {
  it("counts the issues of each kind", () => {
    assert.equal(titled([failed, ended("canceled"), failed]), "Night Shift: 2 failed, 1 canceled");
    assert.equal(titled([missed]), "Night Shift: 1 did not run");
  });

  it("puts the most severe first, and else keeps the order of the message", () => {
    assert.equal(
      titled([waited, ran(1000), failed]),
      "Night Shift: 1 failed, 1 ran too long, 1 waited too long",
    );
    assert.equal(titled([ended("canceled"), failed]), "Night Shift: 1 canceled, 1 failed");
    assert.equal(titled([waited, missed]), "Night Shift: 1 did not run, 1 waited too long");
  });

  it("says of too few runs that they are, without a number", () => {
    assert.equal(titled([tooFew]), "Night Shift: too few runs");
    assert.equal(titled([failed, failed, tooFew]), "Night Shift: too few runs, 2 failed");
  });

  it("names three kinds at most, and counts the issues of all others together", () => {
    const three = [tooFew, failed, ended("canceled")];
    assert.equal(titled(three), "Night Shift: too few runs, 1 failed, 1 canceled");
    assert.equal(
      titled([waited, ran(1), ...three, waited]),
      "Night Shift: too few runs, 1 failed, 1 canceled and 3 more",
    );
  });

  it("says at the end how many pipelines work again, beside issues and alone", () => {
    assert.equal(titled([failed], [recovery]), "Night Shift: 1 failed, 1 works again");
    assert.equal(titled([], [recovery]), "Night Shift: 1 works again");
    const note: Line = { parts: [], severity: "note", rank: 0 };
    assert.equal(titled([], [recovery, note, recovery]), "Night Shift: 2 work again");
    const kinds = [failed, ended("canceled"), ran(1), waited];
    assert.equal(
      titled(kinds, [recovery, recovery]),
      "Night Shift: 1 failed, 1 canceled, 1 finished too fast and 1 more, 2 work again",
    );
  });

  it("leaves the order of the issues as it is", () => {
    const issues = [waited, failed];
    renderTitle({ name: "p" }, issues, []);
    assert.deepEqual(issues, [waited, failed]);
  });

  it("keeps the project a name, which each product writes in its own way", () => {
    assert.deepEqual(titleOf([failed], [], "<!here>"), [{ name: "<!here>" }, { words: ": 1 failed" }]);
  });
});

describe("renderFooter", () => {
  const until = Date.UTC(2026, 10, 20, 3, 19);
  const ownRun = new URL("https://h/p/_build/results?buildId=900");
  const written = (runCount: number, own: URL | undefined, config = projectReport().config) =>
    renderParts(
      renderFooter([{ config, runCount, window: lastHour(until) }], own),
      { name: String, link: (label, href) => `[${label}](${href})` },
      sanitize,
    );

  it("says what was checked, and links to the monitor's own run", () => {
    assert.equal(
      written(212, ownRun),
      "Checked 212 runs that finished from 2026-11-20 02:18 UTC to 03:19 UTC. [Monitor run](https://h/p/_build/results?buildId=900)",
    );
  });

  it("ends without a link where the monitor has no run of its own", () => {
    assert.equal(
      written(1, undefined),
      "Checked 1 run that finished from 2026-11-20 02:18 UTC to 03:19 UTC.",
    );
  });

  it("gives both times in the zone of the configuration, and its name", () => {
    const config = parseConfig({ ...goodConfig, time_zone: "Asia/Kathmandu" }).config ?? assert.fail();
    assert.equal(
      written(2, undefined, config),
      "Checked 2 runs that finished from 2026-11-20 08:03 UTC+5:45 to 09:04 UTC+5:45 (Asia/Kathmandu).",
    );
  });
});
