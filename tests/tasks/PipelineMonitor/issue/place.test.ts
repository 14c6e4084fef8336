import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import type { Subject } from "../../../../shared/subject";
import { type Issue, withAside } from "../../../../tasks/PipelineMonitor/issue/issue";
import { projectFingerprint, projectOf } from "../../../../tasks/PipelineMonitor/issue/ledger";
import { namePart, withNames } from "../../../../tasks/PipelineMonitor/issue/names";
import { recoveryNote } from "../../../../tasks/PipelineMonitor/issue/note";
import {
  type Family,
  isOfRuns,
  isScheduledIn,
  learnsSchedules,
  missedBy,
  missedKey,
  missedKeys,
  overdueKeys,
  placeOf,
  runsKey,
  stuckKey,
  waitingKey,
} from "../../../../tasks/PipelineMonitor/issue/place";
import { unsilenced } from "../../../../tasks/PipelineMonitor/issue/silenced";
import { subjectOf } from "../../../../tasks/PipelineMonitor/issue/subject";
import { issueOfRecord, issueOfResult, issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { failedRun } from "../failed-run";
import { configWith, failure, missedRun, nearLimit, now, stuckRun, tooFew } from "../ledger/ledger-stage";
import { reasons } from "../silences";

const pipeline = { id: 7, name: "a", folder: "\\F" };
const main = "refs/heads/main";

const runs = ["a", "renamed"].flatMap((name) =>
  [7, 8].flatMap((definitionId) =>
    [main, "refs/heads/b"].flatMap((branch) =>
      [1, 2].map((id) => failedRun({ id, pipeline: name, definitionId, branch, finishTime: now })),
    ),
  ),
);

/** A problem of each kind, how many of it two pipelines with two branches and two runs have, and its key. */
const kinds: readonly [Family, number, (run: Run) => Issue, ((subject: Subject) => string)?][] = [
  ["failure", 4, issueOfResult, runsKey],
  ["limit", 4, (run) => issueOfWait({ ...run, result: "succeeded" }, 2, 1), runsKey],
  ["missed", 4, ({ pipeline, branch }) => ({ ...missedRun(now), about: { pipeline, branch } }), missedKey],
  ["state", 4, ({ pipeline, branch }) => ({ ...nearLimit, about: { pipeline, branch } })],
  ["stuck", 2, (run) => stuckRun({ ...run, finishTime: undefined }), stuckKey],
  ["state", 2, (run) => issueOfResult({ ...run, finishTime: undefined })],
  ["state", 2, ({ id, pipeline }) => issueOfRecord({ id, buildNumber: "1", pipeline, problem: "x" })],
  ["state", 1, () => tooFew],
];

describe("the place of a problem", () => {
  it("is that of its pipeline and branch, its run or the project, by ids and never by names", () => {
    const keys = kinds.map(([family, count, issueOfRun, keyOf]) => {
      const all = runs.map((run) => {
        const place = placeOf(issueOfRun(run), now);
        assert.equal(place.family, family);
        assert.deepEqual(placeOf(structuredClone(issueOfRun(run)), now + 3600), place, "an hour later");
        if (keyOf !== undefined) assert.equal(place.key, keyOf(subjectOf(run)));
        return place.key;
      });
      assert.equal(new Set(all).size, count, family);
      return new Set(all);
    });
    const sum = keys.reduce((total, { size }) => total + size, 0);
    const all = new Set(keys.flatMap((some) => [...some]));
    assert.equal(all.size, sum - 4, "failures and limits of a branch are one problem, and no others");
  });

  it("of what has no id is that of its name, and nobody's if that is unknown, too", () => {
    const [composed, decomposed] = ["caf\u00e9", "cafe\u0301"].map((name) => ({ pipeline: { name } }));
    assert.equal(missedKey(composed ?? {}), missedKey(decomposed ?? {}));
    assert.notEqual(missedKey({ pipeline: { name: "7" } }), missedKey({ pipeline: { name: "a", id: 7 } }));
    const ofNone = { pipeline: { name: "" } };
    assert.deepEqual([missedKey({}), runsKey({})], [missedKey(ofNone), runsKey(ofNone)]);
    assert.deepEqual([missedKeys({}), overdueKeys({})], [missedKeys(ofNone), overdueKeys(ofNone)]);
  });

  it("of a record without an id is another in each report", () => {
    const nameless = (problem: string, at = now) =>
      placeOf(issueOfRecord({ id: undefined, buildNumber: "", pipeline: undefined, problem }), at);
    const places = [nameless("x"), nameless("y"), nameless("x", now + 3600)];
    assert.ok(places.every(({ family }) => family === "once"));
    assert.equal(new Set(places.map(({ key }) => key)).size, 3);
  });

  it("is news if its kind, result, identity or cause changes, and if it is another tag", () => {
    const newsOf = (issue: Issue) => Object.values(placeOf(issue, now)).slice(2).join(" ");
    const changes = [{}, { code: "x" }, { identity: "x" }, { identity: "y" }];
    const [failed, unfinished] = [failure({ branch: main }), failure({ finishTime: undefined })];
    const all = [
      ...[failed, nearLimit].flatMap((issue) => changes.map((change) => ({ ...issue, ...change }))),
      ...[failure({ result: "canceled" }), failure({ branch: "refs/tags/v1" })],
      ...[failure({}, "y"), { ...failed, explanation: undefined }, failure({ branch: "refs/tags/v2" })],
      ...[unfinished, failure({ finishTime: undefined, status: "inProgress" })],
    ];
    assert.equal(new Set(all.map(newsOf)).size, all.length);
    assert.equal(newsOf(failure({ id: 5, pipeline: "b", branch: "b", finishTime: 5 })), newsOf(failed));
  });

  it("lasts until a run does better, if it is one of runs", () => {
    const ofRuns = kinds.flatMap(([family]) => (isOfRuns(family) ? [family] : []));
    assert.deepEqual(ofRuns, ["failure", "limit", "missed"]);
  });
});

describe("the keys of a pipeline's problems", () => {
  it("tell branches apart, and include those of schedules and deadlines that know only its name or path", () => {
    const keys = missedKeys({ pipeline, branch: main });
    assert.equal(new Set(keys).size, 6);
    for (const known of [{ name: "a" }, { name: "a", folder: "\\F" }, pipeline])
      for (const branch of [undefined, main])
        assert.ok(keys.includes(missedKey({ pipeline: known, branch })));
    assert.ok(!keys.includes(missedKey({ pipeline, branch: "refs/heads/b" })));
    assert.equal(overdueKeys({ pipeline, branch: main }).length, 3);
    assert.ok(!overdueKeys({ pipeline }).some((key) => keys.includes(key)));
    assert.equal(missedKeys({ pipeline: { name: "a" } }).length, 1, "a name has one key");
  });
});

describe("a run that waits for a person", () => {
  it("waits anew if it is another run, or another time", () => {
    const waits = [
      [1, 5],
      [2, 5],
      [1, 6],
    ] as const;
    assert.equal(new Set(waits.map(([run, since]) => waitingKey({ run }, since))).size, 3);
    assert.equal(waitingKey({ run: 1, pipeline }, 5), waitingKey({ run: 1 }, 5));
  });
});

describe("the schedules of a pipeline", () => {
  const window = { window: "since_last_report" };
  const schedule = [{ cron: "0 3 * * *", branch: "main" }];
  const learning = { d: { schedule }, "b*": { schedule: "auto" } };

  it("are those that are given for its branch, if that is known, or learned", () => {
    const config = configWith(window, { a: { schedule }, ...learning });
    const isScheduled = (name: string, branch?: string) =>
      isScheduledIn(config, { pipeline: { name }, branch });
    const all = [isScheduled("a", main), isScheduled("a"), isScheduled("b1"), isScheduled("b2", main)];
    assert.deepEqual(all, [true, true, true, true]);
    assert.deepEqual([isScheduled("a", "refs/heads/b"), isScheduled("c", main)], [false, false]);
  });

  it("are learned if an entry says so", () => {
    const configs = [{}, { a: { schedule } }, { a: { schedule }, ...learning }];
    const learns = configs.map((entries) => learnsSchedules(configWith(window, entries)));
    assert.deepEqual(learns, [false, false, true]);
  });
});

describe("what missed its run", () => {
  it("is the pipeline of an issue of that kind, and nothing of another", () => {
    assert.deepEqual(missedBy(missedRun(now, "a")), { pipeline: { name: "a" } });
    for (const other of [nearLimit, tooFew, failure()]) assert.equal(missedBy(other), undefined);
  });
});

describe("what is said besides", () => {
  it("follows the figures of an issue, and its sentence if it has one", () => {
    const [aside, figures, sentence] = ["x", "1", "y"].map((words) => [{ words }]);
    assert.ok(aside && figures && sentence);
    const plain = withAside({ ...nearLimit, figures: [] }, aside);
    assert.deepEqual([plain.figures, plain.sentence], [aside, undefined]);
    const whole = withAside({ ...failure(), saysFigures: true, figures, sentence }, aside);
    const behind = [{ words: "; " }, ...aside];
    assert.deepEqual(
      [whole.figures, whole.sentence, whole.saysFigures],
      [[...figures, ...behind], [...sentence, ...behind], false],
    );
  });
});

describe("the names of a line", () => {
  it("are those of its subjects, and keep their style", () => {
    const named = { ...namePart({ pipeline }), style: "strong" as const };
    const [name, words] = withNames([named, { words: " failed" }], () => "F\\a");
    assert.deepEqual([name, words], [{ ...named, name: "F\\a" }, { words: " failed" }]);
  });
});

describe("the key of a project", () => {
  it("is its id or, if that is unknown, its address, however it is spelled", () => {
    const keyOf = (address: string, projectId?: string) =>
      projectFingerprint({ project: new URL(address), projectId });
    assert.equal(keyOf("https://dev.azure.com/o/p"), keyOf("https://dev.azure.com/O/P/"));
    assert.notEqual(keyOf("https://dev.azure.com/o/p"), keyOf("https://dev.azure.com/o/q"));
    assert.equal(keyOf("https://dev.azure.com/o/p", "1"), keyOf("https://dev.azure.com/o/q", "1"));
    const config = { project: new URL("https://dev.azure.com/o/p"), projectName: "p" };
    assert.deepEqual(projectOf(config), { id: keyOf("https://dev.azure.com/o/p"), name: "p" });
  });
});

describe("the note of a recovery", () => {
  it("says at which attempt a run did better, if it was run again", () => {
    const says = [undefined, 1, 2].map((attempt) => {
      const run = failedRun(attempt === undefined ? {} : { attempt });
      const { says: sentence, severity } = recoveryNote(run, new URL("https://h/"), "works again");
      assert.equal(severity, "recovery");
      return sentence;
    });
    const once = [{ words: " works again" }];
    assert.deepEqual(says, [once, once, [{ words: " works again, at the 2nd attempt" }]]);
  });
});

describe("what is silenced", () => {
  it("is left out of what a message has", () => {
    const loud = { silenced: undefined };
    assert.deepEqual(unsilenced([loud, { silenced: { by: reasons.mute, why: [] } }]), [loud]);
  });
});
