import assert from "node:assert/strict";
import { atMost } from "../../../tab/host/limits";

describe("requests at the same time", () => {
  it("are at most so many, in their order, whether one fails or not", async () => {
    const [begun, ends]: [number[], (() => void)[]] = [[], []];
    const inTurn = atMost(2);
    const results = [0, 1, 2, 3, 4].map((index) =>
      inTurn(
        () =>
          new Promise<number>((resolve, reject) => {
            begun.push(index);
            ends[index] = () => (index === 0 ? reject(new Error("failed")) : resolve(index));
          }),
      ).catch(() => "failed"),
    );
    const end = async (index: number) => {
      ends[index]?.();
      await results[index];
      await new Promise(setImmediate);
      return begun.length;
    };
    await new Promise(setImmediate);
    assert.deepEqual(begun, [0, 1]);
    assert.deepEqual([await end(0), await end(1), await end(2), await end(3)], [3, 4, 5, 5]);
    await end(4);
    assert.deepEqual(
      [begun, await Promise.all(results)],
      [
        [0, 1, 2, 3, 4],
        ["failed", 1, 2, 3, 4],
      ],
    );
  });
});
