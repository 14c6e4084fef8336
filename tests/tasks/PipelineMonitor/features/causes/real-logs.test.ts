import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { readCauseLine } from "../../../../../tasks/PipelineMonitor/features/causes/cause-line";
import { logOf, realLogs } from "./real-logs";

describe("the line of a log that says why its step failed", () => {
  for (const log of realLogs)
    it(`is the one that a person would quote: ${log.from}`, async () => {
      const text = logOf(log);
      const { text: told, number = 0 } = (await readCauseLine(Readable.from([Buffer.from(text)]))) ?? {};
      assert.equal(told, log.told);
      assert.ok(text.split("\n")[number - 1]?.includes(log.told.replace(/ \(.*/, "")), `line ${number}`);
    });
});
