import { minorUnits } from "../money";
import type { Registrar, RegistrarTraits } from "../registrar";
import type { RegistrarSettings } from "../requests";

export const godaddyV3Traits: RegistrarTraits = {
  name: "godaddyV3",
  unit: minorUnits,
  isUnitKnown: true,
  requestFile: "consent",
  purchaseKeyHours: 24,
  needsQuote: true,
  saysDefinitive: true,
  validatesEarly: true,
  limitations: [],
};

export function createGodaddyV3(_settings: RegistrarSettings): Registrar {
  throw new Error("to be written");
}
