import assert from "node:assert/strict";
import { StepCancelled } from "../../../../shared/agent/task";
import { momentOf } from "../../../../shared/clock";
import type { Availability, Registrar } from "../../../../shared/registrar/registrar";
import { testClock } from "../../../test-clock";
import { quote as quoted, wanted } from "../samples";
import { type Changes, now } from "./context-stage";
import { respond, useRegistration } from "./register-stage";

describe("the prepared connection of a purchase", () => {
  const { run } = useRegistration();
  const clock = testClock({ startsAt: now, passes: () => true });

  /**
   * Runs a registration whose checks respond as given, the last one again and again. Returns what happened, in
   * order: "close" is noted only if something was prepared.
   */
  async function happenings(
    checks: readonly Partial<Availability>[],
    { registrar, ...changes }: Changes = {},
  ): Promise<string> {
    const happened: string[] = [];
    let isPrepared = false;
    let count = 0;
    await run(
      {
        async availability() {
          happened.push("check");
          return respond(clock, checks[Math.min(count++, checks.length - 1)]);
        },
        prepare() {
          isPrepared = true;
          happened.push("prepare");
        },
        closePrepared() {
          if (isPrepared) happened.push("close");
          isPrepared = false;
        },
        async purchase() {
          happened.push("purchase");
          return { kind: "bought", order: {} };
        },
        ...registrar,
      },
      { ...changes, clock, wanted: { waitMinutes: 1, ...changes.wanted } },
    );
    return happened.join(" ");
  }
  const quote: Registrar["quote"] = async () => ({
    ...{ kind: "quoted", quote: quoted, sentAt: momentOf(clock), tookMilliseconds: 0 },
  });
  const no = { available: false };

  it("begins with the confirming check, and is closed after the purchase if that did not use it", async () => {
    assert.equal(await happenings([no, {}]), "check check prepare check purchase close");
  });

  it("is kept for a quote and the purchase after it", async () => {
    const happened = await happenings([{}], { registrar: { quote } });
    assert.equal(happened, "check prepare check purchase close");
  });

  it("is made again for a second quote, so that the purchase keeps its own", async () => {
    let quotes = 0;
    const second: Registrar["quote"] = async (...request) =>
      quotes++ === 0 ? { kind: "refused", message: "403", status: 403 } : quote(...request);
    const happened = await happenings([{}], { registrar: { quote: second } });
    assert.equal(happened, "check prepare check prepare purchase close");
  });

  it("is closed before the next check when the domain is not available, or not at that price", async () => {
    assert.match(await happenings([{}, no]), /^check prepare check close check/);
    const limit = { ...wanted.limit, maxPrice: 5n };
    assert.match(
      await happenings([{ price: 5 }, { price: 6 }, no], { wanted: { limit } }),
      /^check prepare check close check/,
    );
  });

  it("is closed when the step is cancelled while it confirms", async () => {
    const controller = new AbortController();
    let checks = 0;
    const availability = async () => {
      if (++checks === 2) controller.abort(new StepCancelled());
      controller.signal.throwIfAborted();
      return respond(clock);
    };
    const happened = await happenings([], { registrar: { availability }, cancelled: controller.signal });
    assert.equal(happened, "prepare close");
  });

  it("is not made in a dry run", async () => {
    assert.equal(await happenings([{}], { wanted: { dryRun: true } }), "check check");
  });
});
