import assert from "node:assert/strict";
import fc from "fast-check";
import { commonText } from "../../../../../tasks/PipelineMonitor/features/causes/suggest-known-issues";
import type { RunSketch } from "../../../../sandbox/runs";
import { useActions } from "../../actions/action-stage";

const failed = (id: number, pipeline: string, error: string): RunSketch => ({
  ...{
    id,
    pipeline,
    definitionId: pipeline.length * 1000 + pipeline.charCodeAt(0),
    result: "failed",
    finishedSecondsAgo: 3600 * id,
  },
  logs: ["1", "2", "3", "4", `##[error]${error}`],
});

describe("suggested known issues", () => {
  const onStage = useActions();

  async function suggested(runs: readonly RunSketch[], config: object = {}) {
    let lines: string[] = [];
    let logs = 0;
    await onStage({ runs, config }, async ({ act, service }) => {
      const { printed } = await act("suggest");
      const from = printed.findIndex((line) => line.startsWith("Failures that came back"));
      lines = from === -1 ? [] : printed.slice(from);
      logs = service.requests.filter(({ target }) => /\/logs\/5$/.test(target)).length;
    });
    return { lines, logs };
  }

  it("have the text that failures without a named cause share, as a part of the configuration", async () => {
    const runs = [
      failed(1, "invoices", "Ledger 4711 is locked by batch 12"),
      failed(2, "invoices", "Ledger 815 is locked by batch 9"),
      failed(3, "payments", "Assertion failed: 3"),
      failed(4, "payments", "No space left on device"),
      ...[5, 6].map((id) => failed(id, "stock", "No space left on device")),
    ];
    const { lines } = await suggested(runs);
    const unquoted = await suggested(runs, { quote_logs: false });
    assert.deepEqual(unquoted.lines, lines, "it prints in Azure DevOps");
    const end = lines.findIndex((line) => line.startsWith("]"));
    assert.deepEqual(lines.slice(1, 3), ["  is locked by batch: 2 runs of invoices", ""]);
    assert.deepEqual(JSON.parse(`{${lines.slice(3, end + 1).join("")}}`), {
      known_issues: [{ contains: "is locked by batch", name: "is locked by batch" }],
    });
  });

  it("are none for lines that say nothing, failures that differ, and those that have a name", async () => {
    const { lines, logs } = await suggested(
      [
        ...[1, 2].map((id) => failed(id, "a", "Bash exited with code '1'.")),
        ...[failed(3, "bb", "Refused"), failed(4, "bb", "Broken pipe")],
        ...[5, 6].map((id) => failed(id, "ccc", "Ledger is locked")),
        failed(7, "dddd", "Ledger is open"),
      ],
      { known_issues: [{ contains: "Ledger is locked", name: "ledger locked" }] },
    );
    assert.deepEqual(lines, []);
    assert.equal(logs, 6, "a single failure has not come back");
  });

  it("take the logs of three failures of a pipeline, of 20 pipelines", async () => {
    const runs = Array.from({ length: 25 }, (_, pipeline) =>
      [1, 2, 3, 4].map((nth) => failed(pipeline * 10 + nth, "p".repeat(pipeline + 1), "Ledger is locked")),
    ).flat();
    const { lines, logs } = await suggested(runs);
    assert.equal(logs, 60);
    assert.match(lines[1] ?? "", /^ {2}Ledger is locked: 60 runs of p, pp, /);
  });
});

describe("commonText", () => {
  it("is the longest text in both lines, without what a redaction replaced", () => {
    assert.equal(commonText("Ledger 4711 is locked", "Ledger 815 is locked"), "is locked");
    assert.equal(commonText("token *** was refused by a", "token *** was refused by b"), "was refused by");
    assert.equal(commonText("abc", "xyz"), "");
  });

  it("is in both lines, whatever they are", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, both, after) => {
        const common = commonText(before + both, both + after);
        assert.ok((before + both).includes(common) && (both + after).includes(common));
      }),
    );
  });
});
