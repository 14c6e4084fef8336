import assert from "node:assert/strict";
import { codeowners } from "../../../../../tasks/PipelineMonitor/features/codeowners/codeowners";
import { changes, memoryPipeline, watch } from "../../monitor-stage";
import { refusal } from "../../refusal";
import { runs, sources } from "./codeowners-stage";

/** An hour: which of the runs fail in it, and how the service answers. */
interface Hour {
  at: number;
  failing?: readonly number[];
  status?: number;
  objectId?: string;
  text?: string;
}

describe("a CODEOWNERS file", () => {
  const play = async (hours: readonly Hour[]) => {
    const pipeline = memoryPipeline();
    const asked: string[] = [];
    const owners: string[] = [];
    for (const { at, failing = [0], status, objectId = "a1", text = "# Ours\n* @contoso/ops\n" } of hours) {
      const { posted } = await watch(
        runs.flatMap((run, index) => (failing.includes(index) ? [{ ...run, id: 10 * at + index }] : [])),
        {
          ...pipeline(at),
          features: [codeowners],
          keys: { ...changes, owners: "codeowners", remind_hours: 1 },
          service: () => ({
            async pipelineSources(ids) {
              asked.push(`${at}: sources of ${ids.join()}`);
              return sources.filter(({ definitionId }) => ids.includes(definitionId));
            },
            async repositoryFile(_, path) {
              asked.push(`${at}: ${path}`);
              if (status !== undefined) throw refusal(status);
              return path === "CODEOWNERS" ? { text, objectId } : undefined;
            },
            async objectIdOf(_, path) {
              asked.push(`${at}: id of ${path}`);
              return path === "CODEOWNERS" ? objectId : undefined;
            },
          }),
        },
      );
      owners.push([...posted.join().matchAll(/Owner: ([\w/]+)/g)].map(([, owner]) => owner).join());
    }
    return { asked, owners };
  };
  const read = [".github/CODEOWNERS", "CODEOWNERS"];
  const readAt = (at: number) => read.map((path) => `${at}: ${path}`);
  const idsAt = (at: number) => read.map((path) => `${at}: id of ${path}`);

  it("is read once a day for all pipelines of its repository, and again in the next hour if it could not be", async () => {
    const { asked, owners } = await play([
      { at: 0, status: 503 },
      { at: 1 },
      { at: 2, failing: [0, 1] },
      { at: 24, failing: [1] },
    ]);
    assert.deepEqual(asked, [
      ...["0: sources of 7", "0: .github/CODEOWNERS"],
      ...["1: sources of 7", ...readAt(1)],
      "2: sources of 8",
    ]);
    assert.deepEqual(owners, ["", "contoso/ops", "contoso/ops,contoso/ops", "contoso/ops,contoso/ops"]);
  });

  it("is not read again as long as it has the same object id", async () => {
    const { asked, owners } = await play([
      { at: 0 },
      { at: 25, text: "* @unread" },
      { at: 50, text: "* @new", objectId: "b2" },
    ]);
    assert.deepEqual(asked, [
      ...["0: sources of 7", ...readAt(0)],
      ...["25: sources of 7", ...idsAt(25)],
      ...["50: sources of 7", ...idsAt(50), "50: CODEOWNERS"],
    ]);
    assert.deepEqual(owners, ["contoso/ops", "contoso/ops", "new"]);
  });

  it("is read again after a day if nobody knows its object id", async () => {
    const { asked } = await play([
      { at: 0, objectId: "" },
      { at: 2, failing: [0, 1], objectId: "" },
      { at: 25, objectId: "" },
    ]);
    assert.deepEqual(asked, [
      ...["0: sources of 7", ...readAt(0)],
      "2: sources of 8",
      ...["25: sources of 7", ...readAt(25)],
    ]);
  });

  it("that is large is kept by no report, but its owners are", async () => {
    const text = `${"# long\n".repeat(20_000)}* @contoso/ops`;
    const { asked } = await play([
      { at: 0, text },
      { at: 1, text },
      { at: 2, failing: [0, 1], text },
    ]);
    assert.deepEqual(asked, [...["0: sources of 7", ...readAt(0)], ...["2: sources of 8", ...readAt(2)]]);
  });
});
