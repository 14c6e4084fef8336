import assert from "node:assert/strict";
import type { Subject } from "../../../../shared/subject";
import { readBranchEnd } from "../../../../tasks/PipelineMonitor/ledger/gone";
import { memoryContext } from "../report-stage";
import { day, inRepos, serviceWith } from "./gone-stage";
import { hour } from "./ledger-stage";

describe("readBranchEnd", () => {
  const pipeline = { id: 7, name: "invoices" };
  const week = 7 * day * hour;
  const { signal } = new AbortController();
  const end = (hasBranch: boolean | Error, about: Partial<Subject> & { idle?: number; pause?: number }) => {
    const { idle: idleSeconds = 0, pause: pauseSeconds = 0, ...subject } = about;
    const given = { pipeline, branch: "refs/heads/x", ...subject, idleSeconds, pauseSeconds };
    const service = memoryContext({ service: serviceWith({ hasBranch }).service() }).service;
    return readBranchEnd(inRepos, given, service, signal);
  };

  it("is a note that a message counts as a closed problem, and tells beside something else only", async () => {
    const { tally, severity, urgency } = (await end(false, {})) ?? {};
    const expected = [{ thing: "problem", what: "closed" }, "note", "info"];
    assert.deepEqual([tally, severity, urgency], expected);
  });

  it("is none of a run whose branch is unknown, or whose default branch is", async () => {
    for (const branch of ["", undefined]) assert.equal(await end(false, { branch, idle: week }), undefined);
    const about = { pipeline, branch: "x", idleSeconds: week };
    const { service } = memoryContext();
    const code = { ...inRepos, defaultBranch: undefined };
    assert.equal(await readBranchEnd(code, about, service, signal), undefined);
  });

  it("comes after seven days without a run, or two of its pauses, where nobody knows", async () => {
    const isOver = async (idle: number, pause = 0) =>
      (await end(new Error("403"), { idle, pause })) !== undefined;
    assert.deepEqual([await isOver(week - 1), await isOver(week)], [false, true]);
    assert.deepEqual([await isOver(week, week / 2), await isOver(week, week / 2 + 1)], [true, false]);
  });

  it("is none of a step that is canceled while it asks", async () => {
    const service = memoryContext({ service: serviceWith({ hasBranch: new Error("a reset") }).service() });
    const about = { pipeline, branch: "x", idleSeconds: 2 * week };
    await assert.rejects(readBranchEnd(inRepos, about, service.service, AbortSignal.abort()), /abort/i);
  });
});
