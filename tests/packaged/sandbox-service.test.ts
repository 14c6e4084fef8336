import assert from "node:assert/strict";
import { runMonitor } from "./extras-stage";
import { buildAuth, now, oneFailure, withStage } from "./monitor-stage";
import { useAgent } from "./use-agent";

describe("the simulated build service", () => {
  const agent = useAgent();

  it("shows the tags and attachments of a run while it lasts", () =>
    withStage(agent(), { runs: oneFailure }, async (service, chat) => {
      const shown: unknown[] = [];
      const { put } = service;
      service.put = (run, project) => {
        const { status, tags = [] } = run.record;
        const types = new Set(run.attachments?.map(({ type }) => type));
        shown.push([status, tags, types.has("pipeline-keeper.report")]);
        put(run, project);
      };
      const { tags } = await runMonitor(agent(), service, chat, { id: 900, startedAt: now });
      assert.deepEqual(
        [shown[0], shown.at(-1)],
        [
          ["inProgress", [], false],
          ["completed", tags, true],
        ],
      );
      assert.deepEqual(shown.at(-2), ["inProgress", tags, true]);
    }));

  it("has no timeline of a run that could not begin (204), and knows no run that was deleted (404)", () =>
    withStage(
      agent(),
      {
        runs: [
          { id: 1, timeline: "none" },
          { id: 2, timeline: "unknown" },
        ],
      },
      async ({ address }) => {
        const read = async (path: string) => {
          const url = new URL(`contoso/Night%20Shift/_apis/build/builds/${path}?api-version=7.1`, address);
          const headers = { authorization: `Basic ${buildAuth}`, accept: "application/json" };
          const response = await fetch(url, { headers });
          return [response.status, (await response.text()) === ""];
        };
        assert.deepEqual(await read("1/timeline"), [204, true]);
        assert.deepEqual(await read("2/timeline"), [404, false]);
        assert.deepEqual(await read("3"), [404, false]);
      },
    ));
});
