import assert from "node:assert/strict";
import { judgeEnding } from "../sandbox/ending";
import type { ReceivedRequest, Reply } from "../sandbox/loopback";
import { everyExtra } from "./extras-stage";
import { perform } from "./monitor-stage";
import { useAgent } from "./use-agent";

/** Promised in tests/faults/README.md for a gigantic list. */
const [maxSeconds, maxMegabytes] = [250, 400];
/** JSON in shapes that take the most memory, as it arrives or once it is parsed. */
interface Shape {
  before: string;
  piece: (index: number) => string;
  behind: string;
}

const shapes = {
  "empty lists": { before: '{"value":[', piece: () => "[],".repeat(10_000), behind: "0]}" },
  members: { before: "{", piece: (index) => `"${index}":0,`, behind: '"value":[]}' },
  "a text of wide characters": { before: '{"value":["', piece: () => "ü".repeat(10_000), behind: '"]}' },
  runs: {
    before: '{"value":[',
    piece: (index) => `{"id":${index},"reason":["${"x".repeat(1500)}","${"y".repeat(1500)}"]},`,
    behind: "{}]}",
  },
} satisfies Record<string, Shape>;

/** The pieces of a body in such a shape. */
function* bodyOf({ before, piece, behind }: Shape, megabytes: number): Generator<Buffer> {
  yield Buffer.from(before);
  for (let sent = 0, index = 0; sent < megabytes * 2 ** 20; ) {
    let text = "";
    while (text.length < 32 * 1024) text += piece(index++);
    const bytes = Buffer.from(text);
    sent += bytes.length;
    yield bytes;
  }
  yield Buffer.from(behind);
}

/** A body whose last blanks drip, so that eight of them have arrived in between. */
async function* dripping(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces.slice(0, -1);
  for (let blank = 0; blank < 12; blank++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    yield Buffer.from(" ");
  }
  yield* pieces.slice(-1);
}

/** Where such a body strikes, and in which shapes: nearly as large as is read there at most, or more. */
const cases: [string, (request: ReceivedRequest) => boolean, number, (keyof typeof shapes)[]][] = [
  ["log lists", ({ path }) => path.endsWith("/logs"), 3.8, ["members"]],
  ["timelines", ({ path }) => path.endsWith("/timeline"), 24, ["empty lists"]],
  ["histories", ({ query }) => query.get("queryOrder") === "finishTimeDescending", 23, ["runs"]],
  [
    "the list of runs",
    ({ path, query }) => path.endsWith("/builds") && query.size === 2,
    23,
    ["a text of wide characters"],
  ],
];

describe("packaged PipelineMonitor, when a service sends several gigantic bodies at once", () => {
  const agent = useAgent();

  for (const [endpoint, when, megabytes, names] of cases)
    for (const name of names)
      it(`keeps within its memory and time: ${endpoint} of ${megabytes} MB, ${name}`, async () => {
        const headers = { "content-type": "application/json" };
        // Made before, so that eight at once arrive as fast as the task can take them.
        const pieces = [...bodyOf(shapes[name], megabytes)];
        const reply = (): Reply => ({
          status: 200,
          headers,
          body: endpoint === "histories" ? dripping(pieces) : pieces,
        });
        const { chat, service, ...step } = await perform(agent(), {
          runs: Array.from({ length: endpoint === "histories" ? 8 : 16 }, (_, index) => ({
            id: index + 1,
            result: "failed",
            definitionId: 100 + index,
            pipeline: `nightly ${index}`,
            logs: ["1", "2", "3", "4", "all is well", "long\nlonger"],
          })),
          config: everyExtra,
          arrange: ({ faults }) => void faults.push({ when, reply }),
        });
        assert.ok(service.requests.some(when), "nothing gigantic was asked for");
        judgeEnding(step, maxSeconds, maxMegabytes);
        assert.ok(chat.requests.length <= 1);
      });
});
