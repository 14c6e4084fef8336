import type { AvailabilityCall, PurchaseTerms } from "../../../shared/registrar/registrar";

/** A signal that never fires. */
export const never = new AbortController().signal;

/** Terms of a purchase that does not hurry. */
export const anyTime: PurchaseTerms = { connectSeconds: 10, isWanted: () => true };

/** A thorough check that is sent once. */
export const fullCheckOf = (domain: string): AvailabilityCall => ({
  ...{ domain, checkType: "FULL", purpose: "other", retry: "never", signal: never },
});
