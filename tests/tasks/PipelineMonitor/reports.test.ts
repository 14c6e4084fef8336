import assert from "node:assert/strict";
import type { Note } from "../../../tasks/PipelineMonitor/issue/issue";
import type { Memory } from "../../../tasks/PipelineMonitor/issue/memory";
import type { Delivery } from "../../../tasks/PipelineMonitor/issue/report";
import { lastHour } from "../../../tasks/PipelineMonitor/issue/window";
import { deliver, deliveredToAll, findReports, memoryOfTarget } from "../../../tasks/PipelineMonitor/reports";
import { unreadNotes } from "../../../tasks/PipelineMonitor/silence/unread";
import { memoryContext, origin, projectReport, reportOn } from "./report-stage";
import { configWith, now } from "./silence/silence-stage";

const muted = { mute_until: "2026-11-21", max_proc_time: 900, min_proc_time: 30 };
const config = configWith({ notify: "changes" }, { a: muted });
const note = (changes: Partial<Note> = {}): Note => ({ parts: [], severity: "note", rank: 1, ...changes });
const memory: Memory = { projects: new Map(), othersUntil: now, unread: [], mutesUntil: now };
const chat = (id: string, takesAll: boolean, skipped: string[] = [], notes: Note[] = []) => ({
  target: {
    ...{ id, name: id, isMention: () => false, opensLogPages: false, takes: () => takesAll },
    ...{ form: "specification" as const, post: async () => {} },
  },
  last: { memory, startTime: undefined, skipped, notes, isUnknown: false },
});

describe("the reports of targets", () => {
  const window = lastHour(now * 1000);
  const whole = projectReport({ config, window, skipped: ["history"] });
  const hour = (...byTarget: (typeof whole)[]) => ({
    ...{ config, origin, unread: [config], isListed: true, views: [{ byTarget, whole }] },
    ...{ startedAt: now * 1000, ownPipeline: undefined },
  });

  it("have the notes about no pipeline where everything goes, and warn of past mutes once", () => {
    const context = memoryContext();
    const own = chat("own", true, ["memory"], [note({ key: "k" })]);
    const [first, second] = [
      projectReport({ config, window }),
      projectReport({ config, window, skipped: ["causes"] }),
    ];
    const reports = findReports([own, chat("A", false)], hour(first, second), context);
    const past = "configFile: the mute of a ended on 2026-11-21. Remove its mute_until and mute_reason.";
    assert.deepEqual(context.agent.warnings, [past]);
    const { notes, states } = unreadNotes(
      { config, projects: [], unread: [config], isListed: true },
      [],
      now,
    );
    const usual = { config, origin, unread: [config], isListed: true, mutes: [] };
    const found = {
      ...{ ...usual, projects: [first], notes: [...notes, note({ key: "k" })], unreadStates: states },
      skipped: ["memory"],
    };
    assert.deepEqual(
      reports.byTarget.map((one) => one.found),
      [found, { ...usual, projects: [second], notes: [], unreadStates: [], skipped: ["causes"] }],
    );
    assert.deepEqual(reports.whole, { ...found, projects: [whole], skipped: ["memory", "causes"] });
    const alone = findReports([own], hour(first), memoryContext());
    assert.equal(alone.whole, alone.byTarget[0]?.found);
  });

  it("are delivered if each that was needed is", () => {
    const of = (...all: Delivery[]) =>
      deliveredToAll(all.map((delivered) => ({ delivered, isTold: delivered === "sent" })));
    assert.equal(of("notNeeded", "sent"), "sent");
    assert.equal(of("sent", "testOnly"), "testOnly");
    assert.equal(of("testOnly", "failed", "sent"), "failed");
    assert.equal(of("notNeeded"), "notNeeded");
  });

  it("name their target if they are not delivered, unless it is the step's own webhook", async () => {
    const line = { parts: [], severity: "note", rank: 1 } as const;
    const message = { header: "", title: [], lines: [line], footer: [] };
    const warningOf = async (name: string) => {
      const context = memoryContext();
      const post = () => Promise.reject(new Error("503"));
      const found = await deliver(message, { name, post }, { testFlag: false }, context);
      assert.deepEqual(found, { delivered: "failed", isTold: false });
      return context.agent.warnings;
    };
    assert.deepEqual(await warningOf(""), ["The message was not delivered. 503"]);
    assert.deepEqual(await warningOf("A"), ["The message to A was not delivered. 503"]);
  });

  it("leave the memory of a target as it was if they were not delivered", async () => {
    const target = chat("A", true);
    const none = { memories: undefined, startTime: undefined, skipped: [], notes: [], isUnknown: false };
    const before = { ...memory, othersUntil: 7 };
    const known = { ...none, memories: { byTarget: new Map([["A", before]]) } };
    const [failed, alerts] = [{ delivered: "failed", isTold: false } as const, []];
    const report = reportOn([projectReport({ config, window })]);
    assert.equal(memoryOfTarget(target, known, report, failed), before);
    assert.equal(memoryOfTarget(target, none, report, failed), memory);
    assert.deepEqual(memoryOfTarget(target, known, report, { ...failed, alerts }), { ...before, alerts });
    const { othersUntil } = memoryOfTarget(target, known, report, { delivered: "sent", isTold: true });
    assert.notEqual(othersUntil, 7);
  });
});
