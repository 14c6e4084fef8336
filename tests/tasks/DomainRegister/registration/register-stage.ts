import type { Clock } from "../../../../shared/clock";
import type { Registrar } from "../../../../shared/registrar/registrar";
import type { Context } from "../../../../tasks/DomainRegister/registration/context";
import { register } from "../../../../tasks/DomainRegister/registration/register";
import type { Wanted } from "../../../../tasks/DomainRegister/registration/state";
import { memoryAgent } from "../../../memory-agent";
import { temporaryFolder } from "../../../temporary-folder";
import { testClock } from "../../../test-clock";
import { wanted } from "../samples";
import { contextWith, receiptIn } from "./context-stage";

export const available = { available: true, definitive: true, price: 5, currency: "USD", period: 1 };
export const timed = {
  availability: available,
  ...{ sentAt: { even: 0, wall: 0 }, tookMilliseconds: 0, restSeconds: 0 },
};
export const taken = { ...timed, availability: { ...available, available: false } };

/** Sets stages for every test of the `describe` that calls this; those of a test share a folder of receipts. */
export function useRegistration() {
  const folder = temporaryFolder();
  return { folder, run };

  /** Registers an available domain with a registrar in memory, and counts the purchases. */
  async function run(
    registrar: Partial<Registrar>,
    cancelled = new AbortController().signal,
    {
      clock = testClock({ passes: () => true }),
      readRecord,
      ...changed
    }: Partial<Wanted> & { clock?: Clock; readRecord?: Context["readRecord"] } = {},
  ) {
    let purchases = 0;
    const agent = memoryAgent();
    const result = await register(
      contextWith(receiptIn(folder()), {
        wanted: { waitMinutes: 10, ...changed, limit: { ...wanted.limit, maxPrice: 5n } },
        registrar: {
          availability: async () => ({ ...timed, sentAt: { even: clock.now(), wall: clock.wallNow() } }),
          purchase: async () => {
            purchases++;
            return { kind: "bought", order: {} };
          },
          ...registrar,
        },
        ...{ agent, clock, cancelled },
        ...(readRecord && { readRecord }),
      }),
    );
    return { end: result.end, purchases, printed: agent.printed, warnings: agent.warnings };
  }
}
