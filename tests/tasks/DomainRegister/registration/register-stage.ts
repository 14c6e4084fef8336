import { type Clock, momentOf } from "../../../../shared/clock";
import type { Availability, Registrar } from "../../../../shared/registrar/registrar";
import { register } from "../../../../tasks/DomainRegister/registration/register";
import { memoryAgent } from "../../../memory-agent";
import { temporaryFolder } from "../../../temporary-folder";
import { response } from "../samples";
import { type Changes, contextWith, receiptIn } from "./context-stage";

/** A response of this moment, by default that the domain is available. */
export const respond = (
  clock: Clock,
  more: Partial<Availability> = {},
): Awaited<ReturnType<Registrar["availability"]>> => ({ ...response(more), sentAt: momentOf(clock) });

/** An event to wait for. */
export function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

/** Sets stages for every test of the `describe` that calls this; those of a test share a folder of receipts. */
export function useRegistration() {
  const folder = temporaryFolder();
  const file = () => receiptIn(folder());
  return { file, run };

  /** Registers a domain at a registrar in memory, which sells it at once, and counts the purchases. */
  async function run(registrar: Partial<Registrar> = {}, changes: Omit<Changes, "registrar" | "agent"> = {}) {
    let purchases = 0;
    const purchase: Registrar["purchase"] = async () => {
      purchases++;
      return { kind: "bought", order: {} };
    };
    const agent = memoryAgent();
    const wanted = { waitMinutes: 10, ...changes.wanted };
    const { end } = await register(
      contextWith(file(), { ...changes, agent, wanted, registrar: { purchase, ...registrar } }),
    );
    const outcomes = () =>
      file()
        .read()
        ?.attempts.map(({ outcome }) => outcome);
    return { end, purchases, outcomes, printed: agent.printed, warnings: agent.warnings };
  }
}
