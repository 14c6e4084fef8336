import assert from "node:assert/strict";
import { atMost } from "../../../tab/host/limits";

/** Works that end when they are told to. */
function works(count: number) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const begin = (index: number) => async () => {
    begun.push(index);
    await new Promise<void>((resolve, reject) => {
      ends[index] = index === 0 ? () => reject(new Error("failed")) : resolve;
    });
    return index;
  };
  return {
    begun,
    end: (index: number) => ends[index]?.(),
    all: Array.from({ length: count }, (_, i) => begin(i)),
  };
}

describe("requests at the same time", () => {
  it("are at most so many, in their order, whether one fails or not", async () => {
    const { begun, end, all } = works(5);
    const inTurn = atMost(2);
    const results = all.map((work) => inTurn(work).catch(() => "failed"));
    const settled = async (index: number) => {
      end(index);
      await results[index];
      await new Promise(setImmediate);
    };
    await new Promise(setImmediate);
    assert.deepEqual(begun, [0, 1]);
    await settled(0);
    assert.deepEqual(begun, [0, 1, 2]);
    for (const index of [1, 2, 3]) await settled(index);
    assert.deepEqual(begun, [0, 1, 2, 3, 4]);
    end(4);
    assert.deepEqual(await Promise.all(results), ["failed", 1, 2, 3, 4]);
  });
});
