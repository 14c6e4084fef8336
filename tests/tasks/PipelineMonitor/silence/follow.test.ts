import assert from "node:assert/strict";
import fc from "fast-check";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { KnownProblem } from "../../../../tasks/PipelineMonitor/issue/memory";
import { issueOfResult } from "../../../../tasks/PipelineMonitor/rules/issues";
import { endedKey, follow, type Happening } from "../../../../tasks/PipelineMonitor/silence/follow";
import { failedRun } from "../failed-run";

const begin = Date.UTC(2026, 10, 20) / 1000;
const hour = 3600;
const remindSeconds = 4 * hour;

/**
 * A step is a letter and perhaps a mark: `.` worked, `a` and `b` failed for a cause, `l` crossed a limit; `~` means
 * during a maintenance window, and `^` during a mute.
 */
function happening(id: number, [what = "", mark = ""]: string, at: number): Happening {
  const run = failedRun({ id, finishTime: at });
  const kind = what === "l" ? "limit" : "failure";
  const identity = { row: "row", key: what, kind, at } as const;
  const problem = { issue: issueOfResult(run), identity };
  return { at, run, isSilent: mark !== "", isMuted: mark === "^", ...(what === "." ? {} : { problem }) };
}

/** Makes reports, each of which knows what the last one did. */
function reporter() {
  let known: KnownProblem | undefined;
  const all = new Map<number, Happening>();
  return (now: number, texts: readonly string[], isReleased: boolean) => {
    const own = texts.map((text, index) =>
      happening(all.size + index + 1, text, now - 1000 + index * (1000 / texts.length)),
    );
    for (const one of own) all.set(one.run?.id ?? 0, one);
    const held = isReleased ? all.get(known?.held?.runId ?? 0) : undefined;
    const released = held === undefined ? [] : [{ ...held, isSilent: false, isMuted: false }];
    const happenings = [...released, ...own];
    const { problem, heldBack, recovery } = follow("row", known, happenings, { now, remindSeconds });
    known = problem;
    const told = happenings.filter((one) => one.problem && !one.isSilent && !heldBack.has(one.problem.issue));
    return { own, released, told, recovery };
  };
}

/** `!` in front of a step: its silence has ended. */
function told(...steps: readonly string[]): string[] {
  const report = reporter();
  return steps.map((step, index) => {
    const texts = step.match(/[.abl][~^]?/g) ?? [];
    const { told, recovery } = report(begin + index * hour, texts, step.startsWith("!"));
    const keys = told.map(({ problem }) => problem?.identity.key).join("");
    return recovery === undefined ? keys : `${keys} ${recovery.ended.kind} ends`.trim();
  });
}

/** `a > a`: an hourly report finds a failure and tells it. */
const stories: Readonly<Record<string, string>> = {
  "is told once, and its end": "a > a | a > | . > failure ends | . >",
  "is told with all its runs of one report": "aa > aa | aa >",
  "lasts while its pipeline does not run": "a > a | > | a > | . > failure ends",
  "is told again for another cause": "a > a | b > b | a > a | . > failure ends",
  "is told again when the reminder is due": "a > a | a > | a > | a > | a > a | a >",
  "is told with its end if it lasted for a moment": "a. > a failure ends | a > a",
  "is told again after its end, within one report": "a.a > aa | .a. > a failure ends",
  "ends by the name of what it was last": "l > l | a > a | l > l | . > limit ends",
  "is told after a maintenance window in which it began": "a~ > | a > a",
  "is not told if it began and ended in silence": "a~ > | .~ > | ! > | a^.^ > | !. >",
  "lasts through a maintenance window": "a > a | a~ > | a > | . > failure ends",
  "ends in silence, and that is told when silence ends": "a > a | .~ > | > | ! > failure ends | ! >",
  "ends in silence, and a later run shows it": "a > a | .^ > | . > failure ends | ! >",
  "ends and begins again in silence": "a > a | .~ > | a~ > | a > a | . > failure ends",
  "ends in silence, and whatever comes then is told": "a > a | .~ > | a > a | . > failure ends",
  "is told when a mute ends": "a^ > | a^ > | ! > a | !a > | !. > failure ends",
  "is told again when a mute ends": "a > a | a^ > | ! > a | a >",
  "is told when a mute and a maintenance window have ended": "a^ > | a~ > | ! > a | a >",
  "is replaced in a mute": "a > a | b^ > | ! > b | . > failure ends",
  "ended in a mute before another one began": "a > a | .^b^ > | ! > b | . > failure ends",
};

describe("a problem", () => {
  for (const [name, story] of Object.entries(stories))
    it(name, () => {
      const steps = story.split(" | ").map((step) => step.split(">").map((text) => text.trim()));
      const expected = steps.map(([, text]) => text);
      assert.deepEqual(told(...steps.map(([found = ""]) => found)), expected);
    });

  const rule = { now: begin, remindSeconds };
  it("counts as the last of its second: its end is told with the next run", () => {
    const [works, fails] = [happening(2, ".", begin - 60), happening(1, "a", begin - 60)];
    const { problem: known } = follow("row", undefined, [happening(3, "a", begin - 600)], rule);
    for (const before of [undefined, known])
      for (const happenings of [
        [works, fails],
        [fails, works],
      ]) {
        const now = begin + 60;
        const { problem, recovery, heldBack } = follow("row", before, happenings, { now, remindSeconds });
        assert.deepEqual([problem?.key, recovery, heldBack.size], ["a", undefined, 0]);
      }
  });

  it("is not touched by an older run that reached the list late, which is told beside it", () => {
    const { problem } = follow("row", undefined, [happening(1, "a", begin - 600)], rule);
    for (const late of ["a", "b", "."]) {
      const now = begin + hour;
      const after = follow("row", problem, [happening(2, late, begin - 700)], { now, remindSeconds });
      assert.deepEqual([after.problem, after.heldBack.size, after.recovery], [problem, 0, undefined]);
    }
  });

  it("does not end with an older run than its last one, which reached the list late or is of its second", () => {
    const problems = [happening(1, "a", begin - 600), happening(2, "a", begin - 60)];
    const { problem: known } = follow("row", undefined, problems, rule);
    const endedAt = (at: number) =>
      follow("row", known, [happening(3, ".", at)], { now: begin + hour, remindSeconds }).recovery;
    assert.deepEqual([begin - 300, begin - 60].map(endedAt), [undefined, undefined]);
    assert.equal(endedAt(begin - 59)?.run.id, 3);
    const late = follow("row", known, [happening(3, "a", begin - 300)], { now: begin + hour, remindSeconds });
    assert.equal(late.problem?.lastSeen, begin - 60);
  });

  it("holds the run or pipeline to look at again when silence ends", () => {
    const { problem: known } = follow("row", undefined, [happening(1, "a", begin - 600)], rule);
    const times = { since: begin - 60, lastSeen: begin - 60, reportedAt: 0 };
    const ended = { row: "row", key: endedKey, kind: "failure", ...times, wasTold: true };
    const { pipeline } = failedRun();
    assert.deepEqual(follow("row", known, [happening(2, ".^", begin - 60)], rule), {
      ...{ problem: { ...ended, held: { runId: 2, pipeline } }, heldBack: new Map(), recovery: undefined },
    });
    const missed = { ...happening(3, "a^", begin - 60), run: undefined };
    const issue: Issue = { ...issueOfResult(failedRun()), about: { pipeline: "price feed" } };
    const problem = { issue, identity: missed.problem?.identity ?? assert.fail() };
    assert.deepEqual(follow("row", undefined, [{ ...missed, problem }], rule).problem, {
      ...{ row: "row", key: "a", kind: "failure", ...times, wasTold: false },
      held: { runId: undefined, pipeline: "price feed" },
    });
  });

  it("is news if a message has told another one since, of a run that it does not list again as a problem", () => {
    const { problem } = follow("row", undefined, [happening(1, "a", begin - 600)], rule);
    const dealtWith = { ...happening(2, ".", begin - 300), wasDealtWith: true };
    const next = { now: begin + hour, remindSeconds };
    const { recovery, heldBack } = follow("row", problem, [dealtWith, happening(3, "a", begin + 600)], next);
    assert.deepEqual([recovery, heldBack.size], [undefined, 0]);
    assert.equal(follow("row", problem, [dealtWith], next).recovery, undefined);
  });

  it("is news after one of the same second that a message told before it, when it could not be told", () => {
    const told: KnownProblem = {
      ...{ row: "row", key: "b", kind: "failure", since: begin - 300, lastSeen: begin - 300 },
      ...{ reportedAt: 0, wasTold: true },
    };
    const late = happening(1, "a", begin - 300);
    const dealtWith = { ...happening(2, ".", begin - 300), wasDealtWith: true };
    const { problem } = follow("row", told, [dealtWith, late], rule);
    const next = { now: begin + hour, remindSeconds };
    assert.equal(follow("row", problem, [happening(3, "a", begin + 600)], next).heldBack.size, 0);
  });

  it("may be repeated a few minutes early, by a monitor that starts early", () => {
    const { problem } = follow("row", undefined, [happening(1, "a", begin - 600)], rule);
    const isHeldBack = (seconds: number) =>
      follow("row", problem, [happening(2, "a", begin)], { now: begin + seconds, remindSeconds }).heldBack
        .size;
    assert.deepEqual([remindSeconds - 301, remindSeconds - 300].map(isHeldBack), [1, 0]);
  });
});

/** A report of the property: what happened, and whether its moment is in a mute or in a maintenance window. */
const anyReport = fc.record({
  pause: fc.constantFrom(hour, hour, 2 * hour, 5 * hour),
  isMuted: fc.boolean(),
  isQuiet: fc.boolean(),
  texts: fc.array(fc.constantFrom("a", "a", "b", "l", ".", "a~", "a~", ".~"), { maxLength: 4 }),
});

describe("what happens to a pipeline", () => {
  it("is told when it changes, not before the reminder if not, and at its end", () => {
    const reports = fc.array(anyReport, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(reports, (planned) => {
        const report = reporter();
        /** All that has happened, in order, and when it was told. */
        const past: { key: string; isMuted: boolean; isHidden: boolean; toldAt: number }[] = [];
        let [now, owesEnd] = [begin, false];
        for (const { pause, isMuted, isQuiet, texts } of planned) {
          now += pause;
          const isReleased = !isMuted && !isQuiet;
          const before = past.at(-1);
          const marked = isMuted ? texts.map(([what]) => `${what}^`) : texts;
          const { own, told, recovery } = report(now, marked, isReleased);
          for (const one of own)
            past.push({
              ...{ key: one.problem?.identity.key ?? "", isMuted, isHidden: one.isSilent },
              toldAt: told.includes(one) ? now : 0,
            });
          for (const [index, { key, isHidden, toldAt }] of past.entries()) {
            if (index < past.length - own.length || key === "" || isHidden) continue;
            // The problem as it lasted until then: no run without it or with another.
            const start = past.findLastIndex((one, at) => at < index && one.key !== key) + 1;
            const same = past.slice(start, index);
            const isRecent = (at: number) => at > 0 && at < now && now < at + remindSeconds - 300;
            const last = same.findLastIndex((one) => isRecent(one.toldAt));
            const isKnown = last !== -1 && !same.slice(last + 1).some((one) => one.isMuted);
            if (toldAt === 0) assert.ok(isKnown, `${key} is held back`);
            else assert.ok(!isKnown, `${key} is repeated`);
          }
          const lasting = past.slice(0, past.length - own.length);
          const since = lasting.findLastIndex(({ key, toldAt }) => key !== before?.key || toldAt > 0);
          const wasMuted = lasting.slice(since + 1).some((one) => one.isMuted);
          if (isReleased && wasMuted && before !== undefined && before.key !== "") {
            assert.equal(told[0]?.problem?.identity.key, before.key, "a mute has ended");
            before.toldAt = now;
          }
          owesEnd ||= told.length > 0;
          // The runs that work, as the last ones: it is over if one of them is seen, or silence has ended since.
          const works = past.slice(past.findLastIndex(({ key }) => key !== "") + 1);
          const isSilenceOver = isReleased && before !== undefined && works.includes(before);
          const isOver = isSilenceOver || works.some(({ isHidden }) => !isHidden);
          assert.equal(recovery !== undefined, owesEnd && isOver);
          if (isOver) owesEnd = false;
        }
      }),
      { numRuns: 1000, includeErrorInReport: true },
    );
  });
});
