import { json, type ReceivedRequest, type Reply } from "./loopback";
import type { createEngine, EngineOptions, Happening, SandboxDomain } from "./registrar-engine";

/** An amount as the API writes it. */
export interface SandboxMoney {
  currencyCode: string;
  value: number;
}

/** A fee beside the price of a premium name. */
export interface SandboxFee {
  type: string;
  fee: SandboxMoney;
}

/** The `price` of its domains is in the currency's smallest unit, 1199 without. Any other domain is of an unsupported TLD. */
export interface GodaddyV3Options extends EngineOptions {
  /** USD without. */
  currency?: string;
  fees?: readonly SandboxFee[];
  /** The agreements that a quote asks for: API_DPA without. */
  agreements?: readonly string[];
  /** How often a registration is asked for before it ends. With 0, the purchase itself is answered with the end. */
  polls?: number;
  /** The error with which registrations end; without, they complete. */
  failsWith?: { name: string; message: string };
  /** Whether the registration itself has the error, too, and not the operation alone. */
  namesError?: boolean;
}

export interface ServiceState extends ReturnType<typeof createEngine<SandboxDomain>> {
  options: GodaddyV3Options;
  /** The accounts of domains that are bought, or about to be. */
  sold: Map<string, string>;
  /** So many next orders are charged, and then the service forgets their keys, with their quotes. */
  lostStores: { times: number };
}

/** Whether a domain can be bought now. */
export function isAvailable({ options, sold, isReleased }: ServiceState, domain: SandboxDomain): boolean {
  const isSold = sold.has(domain.name) && options.forgetsSales !== true;
  return !isSold && isReleased(domain);
}

/** Fees are not included. */
export function priceOf({ options }: ServiceState, domain: SandboxDomain | undefined): SandboxMoney {
  return { currencyCode: options.currency ?? "USD", value: domain?.price ?? 1199 };
}

/** An error body of the API. */
export function error(status: number, name: string, message: string): Reply {
  const correlationId = "9f1c2e7a-4b3d-4e8f-a1c2-3d4e5f6a7b8c";
  return { ...json({ name, correlationId, message, details: [] }), status };
}

export function happening(
  state: ServiceState,
  request: ReceivedRequest,
  domain: SandboxDomain,
): Omit<Happening, "kind"> {
  const { value, currencyCode } = priceOf(state, domain);
  const fees = (state.options.fees ?? []).reduce((sum, { fee }) => sum + fee.value, 0);
  const by = request.headers.authorization ?? "";
  const offer = { price: value + fees, currency: currencyCode, period: 1, definitive: true };
  return { by, domain: domain.name, ...offer };
}

/** The members of a body that the real service refuses or ignores. */
export function unforeseen(body: object, foreseen: readonly string[]): string[] {
  return Object.keys(body)
    .filter((member) => !foreseen.includes(member))
    .map((member) => `${member} was sent`);
}
