import assert from "node:assert/strict";
import { HttpError } from "../../../shared/http/errors";
import type { Ownership } from "../../../shared/registrar/registrar";
import { json, type Reply } from "../../sandbox/loopback";
import { fullCheckOf, never, roomyBudget } from "./client-stage";
import { callsOf, describeRegistrars, kindOf } from "./contract-stage";

describeRegistrars("as any registrar", (subject) => {
  const { stage, domain, wish, secret, error, refusals, busy, record } = subject;
  const calls = (registrar = stage.registrar) => Object.entries(callsOf(registrar, subject));

  it("rejects every call with the signal's reason when it is aborted", async () => {
    stage.instead({ ending: "hang" });
    for (const [, call] of calls()) {
      const cancellation = new AbortController();
      const asked = stage.sandbox.requests.length;
      const calling = assert.rejects(call(cancellation.signal), { message: "cancelled" });
      await stage.arrived(asked);
      cancellation.abort(new Error("cancelled"));
      await calling;
    }
  });

  it("shows its secret in no result and no error, even if the service repeats it", async () => {
    const roomy = stage.connect({ budget: roomyBudget });
    for (const status of [200, 400, 403, 409, 422, 500]) {
      stage.instead(error(status, secret, `Bad secret ${secret}`));
      for (const [called, call] of calls(roomy)) {
        const said = await call(never).catch(({ message }: Error) => message);
        assert.ok(!JSON.stringify(said).includes(secret), `${called}: ${JSON.stringify(said)}`);
      }
    }
  });

  it("counts requests by purpose: a purchase at once, others when it is their turn, those for advice not at all", async () => {
    const counted: string[] = [];
    const count = (purpose: string) => counted.push(`${purpose} after ${stage.sandbox.requests.length}`);
    const budget = {
      ...roomyBudget,
      take: async (purpose: string) => void count(purpose),
      tryTake: (purpose: string) => 0 * count(`${purpose}, now`),
    };
    stage.instead(refusals[0] ?? assert.fail());
    for (const [called, call] of calls(stage.connect({ budget }))) {
      counted.length = 0;
      const { length: before } = stage.sandbox.requests;
      await call(never).catch(() => undefined);
      const purposes: Record<string, string> = {
        ...{ availability: "confirmation", quote: "confirmation", purchase: "purchase, now" },
      };
      const expected = called === "funds" ? [] : [`${purposes[called] ?? "other"} after ${before}`];
      assert.deepEqual(counted, expected, called);
      assert.equal(stage.sandbox.requests.length, before + (called === "funds" ? 2 : 1), called);
    }
  });

  it("pauses before the limit that the registrar's headers tell is reached", async () => {
    const checkWith = async (limit: Record<string, string>) => {
      const before = stage.clock.now();
      const { sandbox } = stage;
      sandbox.faults.length = 0;
      const spoiled = (_: unknown, healthy: () => Reply) => {
        const reply = healthy();
        return { ...reply, headers: { ...reply.headers, ...limit } };
      };
      sandbox.faults.push({ when: () => true, reply: spoiled });
      await stage.check().catch(() => undefined);
      return (stage.clock.now() - before) / 1000;
    };
    await checkWith({ "ratelimit-limit": "60", "ratelimit-remaining": "2", "ratelimit-reset": "7" });
    assert.equal(await checkWith({ ratelimit: '"default";r=2;t=8' }), 7);
    assert.equal(await checkWith({ "ratelimit-remaining": "3", "ratelimit-reset": "9" }), 8);
    assert.ok((await checkWith({})) < 7);
  });

  it("knows the registrar's time by its last response, a refusal too", async () => {
    assert.equal(stage.registrar.now(), undefined);
    const [later, earlier] = ["Fri, 20 Nov 2026 03:19:00 GMT", "Fri, 20 Nov 2026 02:00:00 GMT"];
    for (const date of [later, "now", earlier]) {
      const reply = error(404, "NOT_FOUND", "No.");
      stage.instead({ ...reply, headers: { ...reply.headers, date } });
      await stage.registrar.ownership(domain, never);
      const time = Date.parse(date === "now" ? later : date);
      assert.ok(Math.abs((stage.registrar.now() ?? 0) - time) < 10_000, date);
    }
  });

  it("has limitations that are sentences which name it", () => {
    for (const limitation of stage.registrar.traits.limitations)
      assert.match(limitation, new RegExp(`^${subject.name}('s)? .+\\.$`));
  });

  it("measures how long a check took, without the wait for its turn", async () => {
    const delayed = (_: unknown, healthy: () => Reply) => {
      stage.clock.advance(300);
      return healthy();
    };
    stage.sandbox.faults.push({ when: () => true, reply: delayed });
    const begun = stage.clock.now();
    const take = async () => stage.clock.advance(5000);
    const { availability } = stage.connect({ budget: { ...roomyBudget, take } });
    const { tookMilliseconds, sentAt } = await availability(fullCheckOf(domain));
    assert.deepEqual([tookMilliseconds, sentAt.even - begun], [300, 5000]);
  });

  it("takes nothing for an availability that is none", async () => {
    const others = ["<html>", `{"x":"${"x".repeat(2_000_000)}"}`].map((body) => ({ status: 200, body }));
    const noRecords = [json([]), json(null), json("yes"), json({}), { ...json({}), status: 202 }];
    for (const reply of [...noRecords, ...others]) {
      stage.instead(reply);
      await assert.rejects(stage.check(), HttpError);
    }
  });

  it("knows the pause that the registrar asks for, and still buys at once", async () => {
    stage.instead({ ...busy, headers: { ...busy.headers, "retry-after": "15" } });
    await assert.rejects(stage.check(), HttpError);
    assert.equal(stage.registrar.pauseSeconds(), 15);
    const before = stage.clock.now();
    stage.instead({ status: 503 });
    assert.equal(await kindOf(stage.buy()), "unknown");
    assert.equal(stage.clock.now(), before);
  });

  it("buys over the connections that it has prepared, one for each request, and closes what is left", async () => {
    const { registrar, sandbox } = stage;
    const wanted = registrar.quote === undefined ? 1 : 2;
    const haveUnused = async (count: number) => {
      for (let turn = 0; sandbox.unused.size !== count && turn < 10_000; turn++)
        await new Promise(setImmediate);
      assert.equal(sandbox.unused.size, count);
    };
    registrar.prepare();
    await haveUnused(wanted);
    await registrar.quote?.(wish, never);
    await stage.buy();
    assert.equal(sandbox.unused.size, 0);
    registrar.prepare();
    await haveUnused(wanted);
    registrar.closePrepared();
    await haveUnused(0);
  });

  it("closes all connections on `dispose`", async () => {
    await stage.check();
    stage.registrar.dispose();
    assert.equal(await stage.sandbox.connections(), 0);
  });

  describe("owning a domain", () => {
    const cases: [string, Reply, Ownership["kind"]][] = [
      ["an active record", record(domain, "ACTIVE"), "owned"],
      ["a record that is not active", record(domain, "PENDING"), "listed"],
      ["a record without a status", record(domain, undefined), "listed"],
      ["a record that names it with a final dot", record(`${domain}.`.toUpperCase(), "ACTIVE"), "owned"],
      ["another domain's record", record("other.org", "ACTIVE"), "unprovable"],
      ["no record", json({}), "unprovable"],
      ["a text", json("yes"), "unprovable"],
      ["a list", json([{ domain, status: "ACTIVE" }]), "unprovable"],
      ["404, which disproves nothing", error(404, "NOT_FOUND", "No."), "notOwned"],
      ["404 that is not the registrar's", { status: 404 }, "unprovable"],
      ["403", error(403, "DENIED", "No."), "unprovable"],
      ["500", error(500, "BROKEN", "No."), "unprovable"],
      ["a reset", { ending: "reset" }, "unprovable"],
    ];
    for (const [what, reply, kind] of cases)
      it(`is ${kind} after ${what}`, async () => {
        stage.instead(reply);
        assert.equal(await kindOf(stage.registrar.ownership(domain, never)), kind);
      });

    it("is asked again after a temporary problem", async () => {
      stage.sandbox.faults.push(
        { when: () => true, times: 1, reply: { status: 503 } },
        { when: () => true, times: 1, reply: record(domain, "ACTIVE") },
      );
      assert.deepEqual(await stage.registrar.ownership(domain, never), { kind: "owned" });
    });
  });

  it("throws when the credential is refused, instead of judging the domain or the request", async () => {
    stage.instead(error(401, "UNABLE_TO_AUTHENTICATE", "No."));
    await assert.rejects(stage.registrar.ownership(domain, never), /not valid/);
    await assert.rejects(stage.registrar.validate(wish, never), /not valid/);
  });

  it("cannot validate if the service fails, is busy or is not understood", async () => {
    for (const reply of [
      ...[{ status: 500 }, { status: 503 }, { status: 202, body: "{}" }],
      ...[error(429, "TOO_MANY", "No."), { status: 200, body: "<html>" }],
    ]) {
      stage.instead(reply);
      assert.equal(await kindOf(stage.registrar.validate(wish, never)), "unclear", JSON.stringify(reply));
    }
  });
});
