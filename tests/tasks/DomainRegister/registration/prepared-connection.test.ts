import assert from "node:assert/strict";
import { StepCancelled } from "../../../../shared/agent/task";
import type { Availability, Registrar, TimedAvailability } from "../../../../shared/registrar/registrar";
import { openReceiptFile } from "../../../../tasks/DomainRegister/registration/receipt-file";
import { register } from "../../../../tasks/DomainRegister/registration/register";
import { sanitize } from "../../../sanitize";
import { temporaryFolder } from "../../../temporary-folder";
import { testClock } from "../../../test-clock";
import { available, rules } from "../samples";
import { now } from "./buyer-stage";
import { registerParts } from "./register-stage";

describe("the prepared connection of a purchase", () => {
  const folder = temporaryFolder();

  /**
   * Runs a registration whose checks respond as given, the last one again and again. Returns what happened, in
   * order: "close" is noted only if something was prepared.
   */
  async function happenings(
    checks: readonly (Partial<Availability> | Error)[],
    changes: { rules?: object; registrar?: Partial<Registrar>; cancelled?: AbortSignal } = {},
  ): Promise<string> {
    const clock = testClock({ startsAt: now, passes: () => true });
    const happened: string[] = [];
    let isPrepared = false;
    let count = 0;
    const availability = async (): Promise<TimedAvailability> => {
      happened.push("check");
      const result = checks[Math.min(count++, checks.length - 1)];
      if (result instanceof Error) throw result;
      const sentAt = { even: clock.now(), wall: clock.wallNow() };
      return { availability: { ...available, ...result }, sentAt, tookMilliseconds: 0, restSeconds: 0 };
    };
    await register(
      registerParts(openReceiptFile(folder(), "example.org", "test", sanitize), {
        waitMinutes: 1,
        clock,
        ...(changes.cancelled && { cancelled: changes.cancelled }),
        rules: { pollSeconds: 30, ...changes.rules },
        registrar: {
          availability,
          prepare() {
            isPrepared = true;
            happened.push("prepare");
          },
          closePrepared() {
            if (isPrepared) happened.push("close");
            isPrepared = false;
          },
          async quote() {
            happened.push("quote");
            const quote = { ...available, token: "token", fees: [], agreements: [] };
            const sentAt = { even: clock.now(), wall: clock.wallNow() };
            return { kind: "quoted", quote, sentAt, tookMilliseconds: 0 };
          },
          async purchase() {
            happened.push("purchase");
            return { kind: "bought", order: {} };
          },
          ...changes.registrar,
        },
      }),
    );
    return happened.join(" ");
  }
  const no = { available: false };

  it("begins with the confirming check, and is closed after the purchase if that did not use it", async () => {
    assert.equal(await happenings([no, {}]), "check check prepare check purchase close");
  });

  it("is kept for a quote and the purchase after it", async () => {
    const happened = await happenings([{}], { rules: { needsQuote: true } });
    assert.equal(happened, "check prepare check quote purchase close");
  });

  it("is closed before the next check when the domain is not available, or not at that price", async () => {
    assert.match(await happenings([{}, no]), /^check prepare check close check/);
    const limit = { ...rules.limit, maxPrice: 5n };
    assert.match(
      await happenings([{ price: 5 }, { price: 6 }, no], { rules: { limit } }),
      /^check prepare check close check/,
    );
  });

  it("is closed when the step is cancelled while it confirms", async () => {
    const controller = new AbortController();
    const cancelled = new StepCancelled();
    let checks = 0;
    const availability = async () => {
      if (++checks === 2) {
        controller.abort(cancelled);
        throw cancelled;
      }
      return {
        availability: available,
        sentAt: { even: now, wall: now },
        tookMilliseconds: 0,
        restSeconds: 0,
      };
    };
    const happened = await happenings([], { registrar: { availability }, cancelled: controller.signal });
    assert.equal(happened, "prepare close");
  });

  it("is not made in a dry run", async () => {
    assert.equal(await happenings([{}], { rules: { dryRun: true } }), "check check");
  });
});
