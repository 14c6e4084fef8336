import assert from "node:assert/strict";
import { StepCancelled } from "../../../../shared/agent/task";
import type { Availability, Registrar, TimedAvailability } from "../../../../shared/registrar/registrar";
import { openReceiptFile } from "../../../../tasks/DomainRegister/registration/receipt-file";
import { register } from "../../../../tasks/DomainRegister/registration/register";
import type { Wanted } from "../../../../tasks/DomainRegister/registration/state";
import { sanitize } from "../../../sanitize";
import { temporaryFolder } from "../../../temporary-folder";
import { testClock } from "../../../test-clock";
import { available, wanted } from "../samples";
import { now } from "./buyer-stage";
import { contextWith } from "./context-stage";

describe("the prepared connection of a purchase", () => {
  const folder = temporaryFolder();

  /**
   * Runs a registration whose checks respond as given, the last one again and again. Returns what happened, in
   * order: "close" is noted only if something was prepared.
   */
  async function happenings(
    checks: readonly (Partial<Availability> | Error)[],
    changes: {
      wanted?: Partial<Wanted>;
      registrar?: Partial<Registrar>;
      needsQuote?: true;
      cancelled?: AbortSignal;
    } = {},
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
    const quote: Registrar["quote"] = async () => {
      happened.push("quote");
      const sentAt = { even: clock.now(), wall: clock.wallNow() };
      const locked = { ...available, token: "token", fees: [], agreements: [] };
      return { kind: "quoted", quote: locked, sentAt, tookMilliseconds: 0 };
    };
    await register(
      contextWith(openReceiptFile(folder(), "example.org", "test", sanitize), {
        clock,
        ...(changes.cancelled && { cancelled: changes.cancelled }),
        wanted: { waitMinutes: 1, ...changes.wanted },
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
          ...(changes.needsQuote && { quote }),
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
    const happened = await happenings([{}], { needsQuote: true });
    assert.equal(happened, "check prepare check quote purchase close");
  });

  it("is made again for a second quote, so that the purchase keeps its own", async () => {
    let quotes = 0;
    const quote: Registrar["quote"] = async () => {
      if (quotes++ === 0) return { kind: "refused", message: "403", status: 403 };
      const locked = { ...available, token: "token", fees: [], agreements: [] };
      return { kind: "quoted", quote: locked, sentAt: { even: now, wall: now }, tookMilliseconds: 0 };
    };
    assert.equal(
      await happenings([{}], { registrar: { quote } }),
      "check prepare check prepare purchase close",
    );
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
    assert.equal(await happenings([{}], { wanted: { dryRun: true } }), "check check");
  });
});
