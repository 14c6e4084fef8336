import assert from "node:assert/strict";
import * as v from "valibot";
import { evidenceSchema } from "../../tasks/PipelineMonitor/features/evidence/schema";
import { hostilePieces } from "../hostile-text";
import { ofOwnPipeline } from "./extras-stage";
import { perform, type StageOptions } from "./monitor-stage";
import { useAgent } from "./use-agent";

/** The lines of the last group of a log, and those after it. */
function lastGroupOf(log: readonly string[]) {
  const [start, end] = ["##[group]", "##[endgroup]"].map((command) =>
    log.findLastIndex((line) => line.startsWith(command)),
  );
  assert.ok(start !== undefined && end !== undefined && start < end);
  return { title: log[start], lines: log.slice(start + 1, end), after: log.slice(end + 1) };
}

describe("the evidence in the log of the packaged task", () => {
  const agent = useAgent();
  const inPipeline: StageOptions["step"] = (service) => ({ variables: ofOwnPipeline(service, 900) });

  it("is the last group, a line of JSON for each problem, whatever the service says", async () => {
    const names = hostilePieces.filter((piece) => piece.trim() !== "");
    const runs = names.map((name, id) => ({
      ...{ id: id + 1, definitionId: id + 1, pipeline: `${name} ${id}`, result: "failed" },
      logs: [`##[error]${name.replaceAll(/[\r\n]/g, " ")} broke`],
    }));
    const { log, outputs, result } = await perform(agent(), {
      runs,
      config: { explain_failures: true },
      step: inPipeline,
    });
    const { title, lines, after } = lastGroupOf(log);
    assert.match(title ?? "", /Evidence for assistants/);
    const [project, ...problems] = lines.map((line) => v.parse(evidenceSchema, JSON.parse(line)));
    assert.ok(project?.kind === "project");
    assert.deepEqual([project.problems, problems.length], [outputs["issueCount"], names.length]);
    assert.deepEqual(
      problems.filter((one) => one.kind !== "problem" || one.run === undefined || one.log !== "1"),
      [],
    );
    assert.deepEqual([result, after.length], ["Succeeded", 1]);
  });

  it("is one line if all is well", async () => {
    const { log } = await perform(agent(), { runs: [{ id: 1 }], step: inPipeline });
    assert.equal(lastGroupOf(log).lines.length, 1);
  });
});
