import assert from "node:assert/strict";
import { allFinishedWell } from "../../../../../tasks/PipelineMonitor/render/lines";
import { useActions } from "../../actions/action-stage";

describe("action explain", () => {
  const onStage = useActions();

  it("says of an hour without issues if a check was skipped", async () => {
    await onStage({ runs: [{ id: 1 }], config: { check_unfinished: true } }, async ({ act, service }) => {
      service.faults.push({ when: ({ query }) => query.has("statusFilter"), reply: { status: 404 } });
      assert.equal((await act("explain")).printed.at(-1), allFinishedWell);
    });
  });
});
