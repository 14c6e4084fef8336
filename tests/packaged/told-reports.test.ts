import assert from "node:assert/strict";
import { report } from "./extras-stage";
import { toldRecords } from "./told-records";
import { toldReports } from "./told-reports";
import { useAgent } from "./use-agent";

describe("packaged PipelineMonitor, what people reported", () => {
  const agent = useAgent();
  const reports = [...toldReports, ...toldRecords];
  let lines: string[] = [];

  before(async () => {
    const runs = reports.map(({ run }, index) => ({
      ...run,
      ...{ id: index + 1, definitionId: index + 1, pipeline: `pipeline ${index + 1}` },
    }));
    ({ lines } = await report(agent(), runs, { explain_failures: true }));
  });

  for (const [index, { from, of, told }] of reports.entries())
    it(`tells ${from}: ${of}`, () => {
      const own = lines.filter((line) => line.includes(`buildId=${index + 1})`));
      assert.equal(own.length, told === undefined ? 0 : 1);
      if (told !== undefined) assert.match(own[0] ?? "", told);
    });
});
