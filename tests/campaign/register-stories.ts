import fc from "fast-check";
import { recordLies } from "./register-record";
import type { PurchaseFate, RegisterScript } from "./register-script";
import { anyAgent, anyFate, anyWildScript, briefPauses } from "./register-script";
import type { RegistrarName } from "./register-service";

/** No trouble, but perhaps a public record that lies, and a registrar that wants one pause before it buys. */
const anyCalmScript = fc
  .tuple(anyWildScript, fc.option(fc.constantFrom(...recordLies), { nil: undefined, freq: 2 }))
  .map(
    ([script, record]): RegisterScript => ({
      ...script,
      ...{ oddChecks: [], priceChange: undefined, fee: "none", failsWith: undefined, passing: [], record },
      ...{ weather: { check: [], quote: [], follow: [], owned: [], other: [] }, paceSeconds: 30 },
      purchases: script.purchases.filter((fate) => isBriefPause(fate, script.registrar)).slice(0, 1),
      agents: script.agents.map((agent) => ({
        ...agent,
        ...{ companion: undefined, dryRun: false, refusedConnections: [], ending: "undisturbed" as const },
        ...{ wish: "the same", fullAfterFiles: undefined, isRefused: false, isUnfilled: false },
      })),
    }),
  );

/** Purchases that meet trouble in otherwise good weather, so that runs get as far as that. */
const anyBuyingScript = anyWildScript.map(
  (script): RegisterScript => ({
    ...{ ...script, oddChecks: [], passing: [], record: undefined },
    fee: script.fee === "not accepted" ? "none" : script.fee,
    weather: { ...script.weather, check: [], quote: [] },
    agents: script.agents.map((agent) => ({ ...agent, dryRun: false })),
  }),
);

/** How many tries one step makes at most to find out how a purchase ended. */
const triesOfStep = 15;

/** The first run leaves a purchase open, and the second one finds it: by another credential, with an edited receipt … */
const anyOpenScript = fc
  .tuple(anyBuyingScript, anyAgent)
  .chain(([script, second]) => {
    const times = fc.integer({ min: 1, max: triesOfStep });
    return fc.tuple(fc.constant(script), fc.constant(second), anyFate(script.registrar), times);
  })
  .map(([script, second, fate, times]): RegisterScript => {
    const agents = script.agents.slice(0, 1).map((first) => ({
      ...first,
      ...{
        companion: undefined,
        refusedConnections: [],
        wish: "the same" as const,
        isRefused: false,
        isUnfilled: false,
      },
    }));
    return {
      ...script,
      ...{ priceChange: undefined, fee: "none", failsWith: undefined },
      purchases: Array<PurchaseFate>(times).fill(fate),
      agents: [...agents, { ...second, dryRun: false }],
    };
  });

/** Random registrars and agents: wild, wild at the purchase only, with a purchase left open, and calm. */
export const anyRegisterScript = fc.oneof(
  { weight: 3, arbitrary: anyWildScript },
  { weight: 4, arbitrary: anyBuyingScript },
  { weight: 4, arbitrary: anyOpenScript },
  { weight: 2, arbitrary: anyCalmScript },
);

/** Whether nothing stands in the way of the first step, so that it has to buy. */
export function isCalm({ agents: [first], ...script }: RegisterScript): boolean {
  const troubles = [...Object.values(script.weather), script.oddChecks, script.passing];
  const isPlain = script.fee === "none" && script.priceChange === undefined && script.failsWith === undefined;
  const isUndisturbed =
    first?.ending === "undisturbed" && first.companion === undefined && first.fullAfterFiles === undefined;
  // A first year's price is no price for two years.
  if (script.registrar === "godaddy" && script.years > 1 && !script.offersPeriod) return false;
  if (
    !isPlain ||
    !isUndisturbed ||
    first.dryRun ||
    first.isRefused ||
    first.isUnfilled ||
    first.wish !== "the same"
  )
    return false;
  const hasOnePause =
    script.purchases.length <= 1 && script.purchases.every((fate) => isBriefPause(fate, script.registrar));
  const isQuiet = [...troubles, first.refusedConnections].every(({ length }) => length === 0);
  return hasOnePause && isQuiet && script.paceSeconds >= 10;
}

/** Whether a purchase with a key meets no more than a short pause, after which the same request buys or shows what was bought. */
function isBriefPause(fate: PurchaseFate, registrar: RegistrarName): boolean {
  if (registrar === "godaddy" || typeof fate !== "object" || !("fault" in fate)) return false;
  return briefPauses.includes(fate.fault) && fate.effect !== "lost";
}
