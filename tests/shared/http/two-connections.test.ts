import assert from "node:assert/strict";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { createPreparedConnection } from "../../../shared/http/prepared-connections";
import { testClock } from "../../test-clock";

/** A connection in memory that a test makes, or lets fail. */
interface Begun {
  socket: Socket;
  signal: AbortSignal;
  make: () => void;
  fail: () => void;
}

describe("the two connections of a prepared one", () => {
  function prepare() {
    const clock = testClock();
    const begun: Begun[] = [];
    const connection = createPreparedConnection(
      (signal) =>
        new Promise((resolve, reject) => {
          const socket = Object.assign(new Socket(), { connecting: true });
          signal.addEventListener("abort", () => socket.destroy());
          const fail = () => reject(new Error("refused"));
          begun.push({ socket, signal, make: () => resolve(socket), fail });
        }),
      clock,
    );
    const at = (index: number) => begun[index] ?? assert.fail(`connection ${index} is not begun`);
    return { clock, begun, connection, at };
  }

  it("are one if that is made within a second", async () => {
    const { clock, begun, connection, at } = prepare();
    clock.advance(999);
    at(0).make();
    await setImmediate();
    clock.advance(60_000);
    assert.equal(await connection.take(), at(0).socket);
    assert.deepEqual([begun.length, clock.pending()], [1, 0]);
  });

  it("are one if that fails within a second: the request makes its own then", async () => {
    const { clock, begun, connection, at } = prepare();
    const taken = connection.take();
    at(0).fail();
    assert.equal(await taken, undefined);
    clock.advance(60_000);
    assert.deepEqual([begun.length, clock.pending()], [1, 0]);
  });

  it("are two at most", () => {
    const { clock, begun } = prepare();
    clock.advance(60_000);
    clock.advance(60_000);
    assert.equal(begun.length, 2);
  });

  for (const failed of [0, 1])
    it(`are used alike: ${1 - failed} if ${failed} fails`, async () => {
      const { clock, connection, at } = prepare();
      clock.advance(1000);
      at(failed).fail();
      const taken = connection.take();
      await setImmediate();
      at(1 - failed).make();
      assert.equal(await taken, at(1 - failed).socket);
    });

  it("are used once, even if both are made in the same moment", async () => {
    for (const index of [0, 1]) {
      const { clock, connection, at } = prepare();
      clock.advance(1000);
      const [sooner, later] = [at(index), at(1 - index)];
      sooner.make();
      later.make();
      assert.equal(await connection.take(), sooner.socket);
      assert.deepEqual([sooner.socket.destroyed, later.socket.destroyed], [false, true]);
      connection.close();
      assert.equal(sooner.socket.destroyed, false, "it belongs to its request");
      assert.equal(await connection.take(), undefined);
    }
  });

  it("end with the wait for them, whatever becomes of them", async () => {
    const { clock, connection, at } = prepare();
    clock.advance(1000);
    const taken = connection.take();
    connection.close();
    at(0).make();
    at(1).fail();
    assert.equal(await taken, undefined);
    assert.deepEqual([at(0).signal.aborted, at(1).signal.aborted, clock.pending()], [true, true, 0]);
  });

  it("leave nothing if both fail", async () => {
    const { clock, connection, at } = prepare();
    clock.advance(1000);
    at(0).fail();
    at(1).fail();
    assert.equal(await connection.take(), undefined);
    assert.equal(clock.pending(), 0);
  });
});
