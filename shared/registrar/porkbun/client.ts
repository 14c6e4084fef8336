import { minorUnits } from "../money";
import type { Registrar, RegistrarTraits } from "../registrar";
import type { RegistrarSettings } from "../requests";

export const porkbunTraits: RegistrarTraits = {
  name: "porkbun",
  unit: minorUnits,
  isUnitKnown: true,
  requestFile: "optional",
  purchaseKeyHours: 24,
  needsQuote: false,
  saysDefinitive: false,
  validatesEarly: false,
  limitations: [],
};

export function createPorkbun(_settings: RegistrarSettings): Registrar {
  throw new Error("to be written");
}

export function isSandboxKey(key: string): boolean {
  return key.startsWith("pk1_sb_");
}
