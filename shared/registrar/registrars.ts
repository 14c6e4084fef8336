import { createGodaddy, godaddyTraits } from "./godaddy/client";
import { createGodaddyV3, godaddyV3Traits } from "./godaddy-v3/client";
import { createPorkbun, porkbunTraits } from "./porkbun/client";
import type { Registrar, RegistrarName, RegistrarTraits } from "./registrar";
import type { RegistrarAccess } from "./requests";

export const registrars: Record<
  RegistrarName,
  {
    /** One for each environment; undefined if it has no such environment. */
    baseUrls: { production: string; test: string | undefined };
    /** The kinds of credentials that it takes, the usual one first. */
    credentials: readonly ["keyAndSecret" | "token", ...("keyAndSecret" | "token")[]];
    /** `isItsOwn` tells whether the URL is one of `baseUrls`. */
    traits(isItsOwn: boolean): RegistrarTraits;
    create(access: RegistrarAccess, traits: RegistrarTraits): Registrar;
  }
> = {
  godaddy: {
    baseUrls: { production: "https://api.godaddy.com", test: "https://api.ote-godaddy.com" },
    credentials: ["keyAndSecret", "token"],
    traits: godaddyTraits,
    create: createGodaddy,
  },
  godaddyV3: {
    baseUrls: { production: "https://api.godaddy.com", test: undefined },
    credentials: ["token"],
    traits: () => godaddyV3Traits,
    create: createGodaddyV3,
  },
  porkbun: {
    // Keys of the sandbox work on the same host.
    baseUrls: {
      production: "https://api.porkbun.com/api/json/v3",
      test: "https://api.porkbun.com/api/json/v3",
    },
    credentials: ["keyAndSecret"],
    traits: () => porkbunTraits,
    create: createPorkbun,
  },
};
