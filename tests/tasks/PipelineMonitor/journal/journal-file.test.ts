import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Run } from "../../../../shared/azure-devops/records";
import { readNights } from "../../../../shared/journal/night";
import { emptyJournal, type PipelineJournal, type ProjectJournal } from "../../../../shared/journal/schema";
import { projectIdOf } from "../../../../shared/project";
import { createSanitizer } from "../../../../shared/text/sanitize";
import { utcZone } from "../../../../shared/text/zone";
import type { Config } from "../../../../tasks/PipelineMonitor/config/parse";
import { parseJournal, renderJournal } from "../../../../tasks/PipelineMonitor/journal/journal-file";
import { noteRuns } from "../../../../tasks/PipelineMonitor/journal/note";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { projectReport } from "../report-stage";

const hour = 3600;

/** Some weeks of a project: each pipeline runs every so often, a few seconds late, for minutes, and fails now and then. */
function madeRuns(
  pipelines: number,
  {
    everySeconds,
    weeks,
    until,
    branches = 1,
  }: { everySeconds: number; weeks: number; until: number; branches?: number },
): Run[] {
  let lastId = 1000;
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: Math.floor((weeks * 7 * 24 * hour) / everySeconds) }, (_, back) =>
    Array.from({ length: pipelines }, (_, index): Run => {
      const queueTime = until - 2 * hour - back * everySeconds - index * 7 + Math.floor(random() * 3);
      lastId += 1 + Math.floor(random() * 9);
      const startTime = queueTime + Math.floor(random() * 40);
      return failedRun({
        ...{
          id: lastId,
          pipeline: `pipeline ${index} of the night`,
          definitionId: index,
        },
        result: random() < 0.05 ? "failed" : "succeeded",
        branch: `refs/heads/${["main", "develop", "release/7", "hotfix"][Math.floor(random() * branches)]}`,
        ...{ queueTime, startTime, finishTime: startTime + 200 + Math.floor(random() * 600) },
        ...{ reason: "schedule", commit: `${Math.floor(back / 20)}`.padStart(40, "a") },
      });
    }),
  ).flat();
}

function journalOf(runs: readonly Run[], config: Config, since: number): ProjectJournal {
  return noteRuns({ ...emptyJournal, since, isFilled: true }, runs, config);
}

const now = Date.UTC(2026, 10, 20, 3, 19) / 1000;
const week = 7 * 24 * 3600;
const project = projectIdOf("0123456789abcdef");
const { config } = projectReport();

const written = (journal: ProjectJournal, run = "812", clean = sanitize) =>
  renderJournal(new Map([[project, journal]]), { run, now, zone: utcZone }, clean);
const parse = (text: string, run = "812") => parseJournal(JSON.parse(text), run, now)?.get(project);
const readBack = (text: string) => parse(text) ?? assert.fail("it is unknown");

/** A text that cannot be compressed. */
function shake256(seed: number, bytes: number): string {
  return createHash("shake256", { outputLength: bytes }).update(String(seed)).digest("base64");
}

/** As JSON has them, the last 60 of each branch. */
function runsOf({ branches }: PipelineJournal): unknown {
  const named = branches.map(({ branch, runs }) => [branch, JSON.parse(JSON.stringify(runs.slice(-60)))]);
  return Object.fromEntries(named);
}

const [aRun = assert.fail()] = madeRuns(1, { everySeconds: week, weeks: 2, until: now });

describe("the attachment of a journal", () => {
  const runs = madeRuns(5, { everySeconds: 3600, weeks: 3, until: now, branches: 3 });
  const journal = journalOf(runs, config, now - 4 * week);

  it("is read back as it was written, but for hours and days that are too old", () => {
    const pattern = { slots: [1, 4], since: 2 };
    const learned = { proofs: [5, 9], gaps: [7], missed: [3], isStopped: true, pattern };
    const schedules = [undefined, "refs/heads/b"].map((branch) => ({ branch, times: [2, 4], ...learned }));
    const pipelines = [...journal.pipelines].map(([key, one]) => [key, { ...one, schedules }] as const);
    const read = readBack(written({ ...journal, pipelines: new Map(pipelines) }));
    assert.deepEqual([read.since, read.isFilled, read.gaps], [journal.since, true, []]);
    for (const [key, one] of journal.pipelines) {
      const after = read.pipelines.get(key) ?? assert.fail();
      assert.deepEqual(runsOf(after), runsOf(one));
      assert.deepEqual(after.days, one.days);
      assert.deepEqual(
        after.schedules.map((schedule) => ({ branch: undefined, ...schedule })),
        schedules,
      );
      assert.ok(after.hours.size > 160);
      for (const [hour, cell] of after.hours) assert.deepEqual(cell, one.hours.get(hour));
    }
    assert.equal(written(read), written(readBack(written(read))));
  });

  it("names the project and the owners for the hub, redacted like everything else", async () => {
    const named = new Map([[project, { ...journal, name: "Night s3cret", url: "https://a.example/b" }]]);
    const ownerOf = (pipeline: string) => (pipeline.startsWith("pipeline 1 ") ? "Team s3cret" : "");
    const facts = { run: "7", now, zone: utcZone, ownerOf };
    const hide = createSanitizer((line) => line.replace("s3cret", "***"));
    const inflate = async (deflated: string) => inflateRawSync(Buffer.from(deflated, "base64")).toString();
    const [night] = await readNights(JSON.parse(renderJournal(named, facts, hide)), inflate, async () => {});
    assert.deepEqual([night?.name, night?.url], ["Night ***", "https://a.example/b"]);
    const owned = night?.pipelines.filter(({ owner }) => owner !== undefined);
    const owners = owned?.map(({ pipeline, owner }) => `${pipeline.name}: ${owner}`);
    assert.deepEqual(owners, ["pipeline 1 of the night: Team ***"]);
  });

  it("takes at most 1.5 KB for a pipeline with one branch, and 500 KB for 200 pipelines of many", () => {
    const one = journalOf(madeRuns(20, { everySeconds: 3600, weeks: 4, until: now }), config, now - 4 * week);
    assert.ok(written(one).length < 20 * 1500, `${written(one).length / 20}`);
    const many = madeRuns(200, { everySeconds: 6 * 3600, weeks: 4, until: now, branches: 4 });
    const text = written(journalOf(many, config, now - 4 * week));
    assert.ok(text.length < 500_000, `${text.length}`);
    assert.equal(readBack(text).pipelines.size, 200);
  });

  it("has runs of every pipeline, however often and unpunctually they run", () => {
    const often = madeRuns(6, { everySeconds: 300, weeks: 2, until: now }).map((run, index) => ({
      ...run,
      queueTime: (run.queueTime ?? 0) + ((index * 7919) % 90),
    }));
    const { pipelines } = readBack(written(journalOf(often, config, now - 4 * week)));
    assert.equal(pipelines.size, 6);
    for (const { branches } of pipelines.values()) assert.ok((branches[0]?.runs.length ?? 0) >= 30);
  });

  it("has the ten branches that ran most in the last week, however many runs older ones have", () => {
    const runs = Array.from({ length: 12 }, (_, index) => {
      const [count, ago] = index === 11 ? [2, 60] : [9, 2 * week];
      return Array.from({ length: count }, (_, place) => ({
        ...aRun,
        ...{ id: 100 * index + place, branch: `refs/heads/${index}`, finishTime: now - ago - place },
      }));
    }).flat();
    const [one] = readBack(written(journalOf(runs, config, now - 4 * week))).pipelines.values();
    assert.equal(one?.branches.length, 10);
    assert.equal(one?.branches[0]?.branch, "refs/heads/11");
  });

  it("leaves out the pipelines that ran longest ago if there are too many", () => {
    const many = Array.from({ length: 1100 }, (_, index) => ({
      ...{ ...aRun, id: index + 1, finishTime: now - index },
      pipeline: { id: index, name: shake256(index, 3000) },
    }));
    const text = written(journalOf(many.reverse(), config, now - week));
    assert.ok(text.length <= 3 * 2 ** 20 + 100, `${text.length}`);
    const ids = [...readBack(text).pipelines.values()].map(({ pipeline }) => pipeline.id);
    assert.ok(ids.length > 100 && ids.length < 1100);
    assert.ok(ids.every((id, index) => id === index));
  });

  it("has no text that was not sanitized", () => {
    const secret = "hunter2hunter2";
    const names = {
      pipeline: { id: 7, name: `a ${secret}`, folder: `\\${secret}` },
      branch: `refs/heads/${secret}`,
    };
    const run = { ...aRun, ...names, reason: secret, result: secret, status: secret };
    const redact = createSanitizer((text) => text.replaceAll(secret, "***"));
    const { pipelines } = readBack(written(journalOf([run], config, now), "812", redact));
    assert.doesNotMatch(JSON.stringify([...pipelines]), /hunter2/);
  });

  it("says what nobody watched in the last four weeks", () => {
    const gap = [now - 10 * 3600, now - 5 * 3600] as const;
    const old = [now - 40 * 24 * 3600, now - 30 * 24 * 3600] as const;
    const read = readBack(written({ ...journal, gaps: [old, gap], since: now - 2 * 24 * 3600 }));
    assert.deepEqual([read.gaps, read.since], [[gap], now - 2 * 24 * 3600]);
    const { since } = readBack(written({ ...journal, since: Number.POSITIVE_INFINITY }));
    assert.equal(since, undefined);
  });

  it("is unknown if it is of another run, cut, of another form or no journal at all", () => {
    const text = written(journal);
    assert.equal(parse(text, "813"), undefined);
    assert.equal(parseJournal(JSON.parse(text), "812", now - 60), undefined, "an earlier attempt");
    const envelope: { deflated: string } = JSON.parse(text);
    const cut = { deflated: envelope.deflated.slice(0, -40) };
    const content = inflateRawSync(Buffer.from(envelope.deflated, "base64")).toString();
    const spoilt = [/("times":\[\[)\d+/, /("runs":\[)\d+/, /("startTime":\[)\d+/].map((first) => {
      const other = content.replace(first, '$1"x"');
      assert.notEqual(other, content);
      return { deflated: deflateRawSync(other).toString("base64") };
    });
    const changed = [...spoilt, cut, { version: 2 }, { deflated: "e30=" }].map((one) => ({
      ...envelope,
      ...one,
    }));
    for (const foreign of [...changed, [], null, "x"])
      assert.equal(parseJournal(foreign, "812", now), undefined);
  });
});
