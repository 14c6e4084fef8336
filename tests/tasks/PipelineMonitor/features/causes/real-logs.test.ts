import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { causeSearch } from "../../../../../tasks/PipelineMonitor/causes/cause-search";
import { reasonIn } from "../../../../../tasks/PipelineMonitor/causes/reason-in";
import { readFailedLog } from "../../../../../tasks/PipelineMonitor/features/causes/failed-log";
import { logOf, realLogs } from "./real-logs";

describe("the line of a log that says why its step failed", () => {
  for (const log of realLogs)
    it(`is the one that a person would quote: ${log.from}`, async () => {
      const text = logOf(log);
      const search = causeSearch([], (line) => line);
      const lines = await readFailedLog(Readable.from([Buffer.from(text)]), search);
      const { message = "", place = "", number = 0 } = reasonIn(lines) ?? {};
      assert.equal(place === "" ? message : `${message} (${place})`, log.told);
      assert.ok(text.split("\n")[number - 1]?.includes(message), `line ${number}`);
    });
});
