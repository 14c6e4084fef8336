import { refusal } from "../sandbox/entra";
import { json, type Reply } from "../sandbox/loopback";
import type { ServiceFault } from "./service-fault";

const refused = (words: string, reply: Reply): ServiceFault => ({ words, reply: () => reply });
const byEntra = (code: string) => refused(`returned 400 Bad Request (${code}: no…)`, refusal(code, "no"));
const byAzureDevOps = (status: number, words: string, code: string) =>
  refused(`returned ${status} ${words} (${code}: no)`, { ...json({ message: `${code}: no` }), status });

/** How Microsoft Entra and Azure DevOps refuse a workload identity. */
export const entraRefusals = {
  "wrong issuer (AADSTS700211)": byEntra("AADSTS700211"),
  "expired id token (AADSTS700024)": byEntra("AADSTS700024"),
  "multitenant application (AADSTS70052)": byEntra("AADSTS70052"),
  "blocked by the tenant (AADSTS53003)": byEntra("AADSTS53003"),
  "no user of the organization (TF401444)": byAzureDevOps(401, "Unauthorized", "TF401444"),
  "no member of the project (VS800075)": byAzureDevOps(404, "Not Found", "VS800075"),
} as const satisfies Record<string, ServiceFault>;

export type EntraRefusal = keyof typeof entraRefusals;

export function isEntraRefusal(fault: string): fault is EntraRefusal {
  return fault in entraRefusals;
}
