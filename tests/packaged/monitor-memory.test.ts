import assert from "node:assert/strict";
import { judgeEnding } from "../sandbox/ending";
import type { ReceivedRequest, Reply } from "../sandbox/loopback";
import { everyExtra } from "./extras-stage";
import { perform, useAgent } from "./monitor-stage";

/** What FAULTS.md promises where a list is gigantic. */
const [maxSeconds, maxMegabytes] = [250, 400];
const size = 23 * 2 ** 20;

/** JSON of nearly the size that a list of runs may have, in shapes that take the most memory once they are read. */
const shapes: Record<string, { before: string; piece: (index: number) => string; behind: string }> = {
  "empty lists": { before: '{"value":[', piece: () => "[],".repeat(10_000), behind: "0]}" },
  "empty objects": { before: '{"value":[', piece: () => "{},".repeat(10_000), behind: "0]}" },
  "members of different names": { before: "{", piece: (index) => `"${index}":0,`, behind: '"value":[]}' },
  "a text of wide characters": { before: '{"value":["', piece: () => "ü".repeat(10_000), behind: '"]}' },
  "logs with long members": {
    before: '{"value":[',
    piece: (index) => `{"id":${index},"lineCount":9,"url":"${"ü".repeat(1400)}"},`,
    behind: "{}]}",
  },
  "steps with errors": {
    before: '{"records":[',
    piece: (index) =>
      `{"result":"failed","issues":[{"type":"error","message":"${index}${"x".repeat(400)}"}]},`,
    behind: "{}]}",
  },
};

/** A body in such a shape, made while it is sent. */
function* bodyOf({ before, piece, behind }: (typeof shapes)[string]): Generator<Buffer> {
  yield Buffer.from(before);
  for (let sent = 0, index = 0; sent < size; ) {
    let text = "";
    while (text.length < 64 * 1024) text += piece(index++);
    const bytes = Buffer.from(text);
    sent += bytes.length;
    yield bytes;
  }
  yield Buffer.from(behind);
}

const endpoints: Record<string, (request: ReceivedRequest) => boolean> = {
  "log lists": ({ path }) => path.endsWith("/logs"),
  timelines: ({ path }) => path.endsWith("/timeline"),
  histories: ({ query }) => query.get("queryOrder") === "finishTimeDescending",
  "the list of runs": ({ path, query }) => path.endsWith("/builds") && query.size === 2,
};

describe("packaged PipelineMonitor, when a service sends gigantic JSON", () => {
  const agent = useAgent();

  for (const [endpoint, when] of Object.entries(endpoints))
    for (const [shape, body] of Object.entries(shapes))
      it(`takes no more memory and time than it may: ${endpoint} of sixteen runs, ${shape}`, async () => {
        const headers = { "content-type": "application/json" };
        const reply = (): Reply => ({ status: 200, headers, body: bodyOf(body) });
        const { chat, ...step } = await perform(agent(), {
          runs: Array.from({ length: 16 }, (_, index) => ({
            id: index + 1,
            result: "failed",
            definitionId: 100 + index,
            pipeline: `nightly ${index}`,
            logs: ["1", "2", "3", "4", "all is well", "long\nlonger"],
          })),
          config: everyExtra,
          arrange: ({ faults }) => void faults.push({ when, reply }),
        });
        if (process.env["SHOW"])
          console.log(
            endpoint,
            shape,
            (step.testimony?.maxResidentBytes ?? 0) / 2 ** 20,
            step.testimony?.seconds,
          );
        else judgeEnding(step, maxSeconds, maxMegabytes);
        assert.equal(chat.requests.length, endpoint === "the list of runs" ? 0 : 1);
      }).timeout(60_000);
});
