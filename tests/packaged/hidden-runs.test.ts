import assert from "node:assert/strict";
import { failed, failing, header, report } from "./extras-stage";
import { perform } from "./monitor-stage";
import { useAgent } from "./use-agent";

/** Gateways can hide runs from the monitor, and so can the filters of its own configuration. */
describe("packaged PipelineMonitor, runs that something hides", () => {
  const agent = useAgent();
  const version = "&api-version=7.1-preview.7";

  /** Removes the header that names the next page. */
  const stripped = { "x-ms-continuationtoken": "" };

  it("sees all of a list behind a gateway that strips the continuation token", async () => {
    const runs = Array.from({ length: 12 }, (_, index) => ({
      id: index + 1,
      finishedSecondsAgo: 60 + index * 10,
      ...(index === 11 ? { result: "failed", logs: ["x"] } : {}),
    }));
    const { outputs, service } = await perform(agent(), {
      runs,
      config: { url_params: `&%24top=5${version}` },
      service: { pageSize: 5 },
      arrange: ({ faults }) =>
        faults.push({
          when: () => true,
          reply: (_, healthy) => ({
            ...healthy(),
            headers: { "content-type": "application/json", ...stripped },
          }),
        }),
    });
    assert.deepEqual([outputs["runCount"], outputs["issueCount"]], ["12", "1"]);
    const times = service.requests
      .filter(({ path }) => path.endsWith("/builds"))
      .map(({ query }) => query.get("maxTime"));
    assert.deepEqual(times, [null, "2026-11-20T03:17:21Z", "2026-11-20T03:16:41Z"]);
  });

  it("calls no run missed that only a filter of url_params hides", async () => {
    const config = {
      url_params: `&definitions=8&reasonFilter=manual${version}`,
      pipelines: {
        default: { max_proc_time: 900, min_proc_time: 30 },
        "nightly import": { schedule: "0 3 * * *" },
      },
    };
    const ran = { id: 1, definitionId: 7, runSeconds: 60, queuedSeconds: 0, finishedSecondsAgo: 18 * 60 };
    const other = failing(2, ["x"], {
      ...{ definitionId: 8, pipeline: "price feed", record: { reason: "manual" } },
    });
    const { lines, requests } = await report(agent(), [ran, other], config);
    assert.deepEqual(lines, [header, failed(2, 5).replace("nightly import", "price feed")]);
    assert.deepEqual(
      requests.filter((request) => request.includes("statusFilter=all")),
      [`?minTime=2026-11-20T02:59:00Z&statusFilter=all&queryOrder=queueTimeDescending${version}`],
    );
  });
});
