// Needs: causes, digest
import assert from "node:assert/strict";
import { memoryPipeline, watch } from "../monitor-stage";

describe("the hits of known issues, report by report", () => {
  it("are remembered from report to report, on the page of each and in the digest", async () => {
    const failing = (id: number) => ({
      ...{ id, finishedSecondsAgo: 60, result: "failed" },
      logs: ["1", "2", "3", "4", "##[error]ORA-01653"],
    });
    const pipeline = memoryPipeline();
    const pages: string[] = [];
    const posts: string[] = [];
    for (const [hour, runs] of [
      [0, [failing(1)]],
      [1, [failing(2)]],
      [24, []],
    ] as const) {
      const { agent, posted } = await watch(runs, {
        ...pipeline(hour),
        keys: {
          ...{ run_ct_min: -1, window: "since_last_report", digest: "Sat 03:00" },
          known_issues: [{ contains: "ORA-01653", name: "tablespace full" }],
        },
      });
      pages.push(agent.summaries["Pipeline Monitor"] ?? "");
      posts.push(posted.join("\n"));
    }
    for (const [index, hits] of ["1 hit today, 1", "2 hits today, 2", "0 hits today, 2"].entries())
      assert.match(
        pages[index] ?? "",
        new RegExp(`\\*\\*Known issues\\*\\*\\n\\n- \\*\\*tablespace full\\*\\* had ${hits} in 7 days`),
      );
    assert.match(posts[2] ?? "", /^Known issues in 1, 7 and 28 days: tablespace full 2, 2, 2\.$/m);
  });
});
