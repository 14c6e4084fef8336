/** The first half of a body. */
export const half = (body: Buffer) => body.subarray(0, Math.floor(body.length / 2));

/** Pieces without end. */
export function* endless(piece: Buffer): Generator<Buffer> {
  for (;;) yield piece;
}

/** One byte at a time, each of which takes ten seconds to arrive. */
export async function* dripping(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; ; at = (at + 1) % Math.max(1, body.length)) {
    yield Buffer.from(body.subarray(at, at + 1).toString() || " ");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A list of so many records, made while it is sent. */
export function* records(count: number, record: (id: number) => unknown): Generator<Buffer> {
  yield Buffer.from(`{"count":${count},"value":[`);
  const perPiece = 1000;
  for (let from = 1; from <= count; from += perPiece) {
    const piece = Array.from({ length: perPiece }, (_, index) => JSON.stringify(record(from + index)));
    yield Buffer.from(`${from === 1 ? "" : ","}${piece.join(",")}`);
  }
  yield Buffer.from("]}");
}

/** The record of a run on which all is well. */
export function healthyRun(id: number): unknown {
  const time = (minute: number) => `2026-11-20T03:${minute}:00.1234567Z`;
  return {
    id: 1000 + id,
    buildNumber: `20261120.${id}`,
    status: "completed",
    result: "succeeded",
    queueTime: time(10),
    startTime: time(10),
    finishTime: time(15),
    definition: { id: 7, name: "nightly import" },
    reason: "schedule, with members that nobody reads: ".padEnd(300, "x"),
  };
}
