import type { LoopbackServer, ReceivedRequest, Reply, ServerIdentity } from "./loopback";

/** A domain as an embedded registrar knows it. */
export interface SandboxDomain {
  name: string;
  /** Whether it can be bought, by the service's time and the FULL checks of it so far, the present one included. */
  released: (now: number, checks: number) => boolean;
  /** Members of the availability answer that replace the usual ones; undefined takes one away. */
  answer?: (checks: number) => Record<string, unknown>;
  /** The first so many FULL checks of an unreleased domain say available, not definitive. */
  falsePositives?: number;
  price?: number;
}

/** How every embedded registrar can be set up. */
export interface EngineOptions<Domain = SandboxDomain> {
  domains: readonly Domain[];
  /** The service's time. */
  now?: () => number;
  /** Whether a FAST answer for an unreleased domain is wrong. */
  fastIsWrong?: boolean;
  /** Answers to questions about domains that the account holds. */
  ownership?: "answers" | "forbidden" | "missing";
  /** The status of a domain that the account holds. */
  ownedAs?: string;
  /** The status of a record that the account has of a domain that it does not hold; none without. */
  listedAs?: string | undefined;
  /** The service goes on saying available after it has sold a domain. */
  forgetsSales?: boolean;
  /** Serves over TLS. */
  identity?: ServerIdentity;
}

export interface Charge {
  domain: string;
  environment: string;
  by: string;
  at: number;
  total: number;
}

/** Replaces the order in the answer to a purchase that took effect. */
export interface AfterEffect {
  reply: Reply;
  times: number;
}

/** For a judge; `by` is the credential of the request. */
export interface Happening {
  /** An answer about another domain than was asked for tells nothing, and counts as not available. */
  kind: "available" | "notAvailable" | "purchase";
  by: string;
  domain: string;
  price: unknown;
  currency: unknown;
  period: unknown;
  definitive: unknown;
}

interface Books {
  charges: Charge[];
  /** Answers to purchases that have taken effect, which may be added while it runs; the order is what is kept for a key. */
  afterEffect: AfterEffect[];
  /** Every FULL availability answer and every purchase request, in order; replays by a key do not count. */
  history: Happening[];
  /** Requests that the description does not allow; a test expects none. */
  violations: string[];
}

/** An embedded registrar on loopback. */
export type RegistrarService = LoopbackServer & Books;

/** Creates the books of a registrar, and what all of them do alike. */
export function createEngine<Domain extends Pick<SandboxDomain, "name" | "released">>({
  domains,
  now = Date.now,
}: EngineOptions<Domain>) {
  const books: Books = { charges: [], afterEffect: [], history: [], violations: [] };
  const checks = new Map<string, number>();
  return {
    books,
    now,
    find: (name: string) => domains.find((candidate) => candidate.name === name),
    /** Counts a check if it is a thorough one, and returns how many there were. */
    countCheck(name: string, isThorough: boolean): number {
      const count = (checks.get(name) ?? 0) + (isThorough ? 1 : 0);
      checks.set(name, count);
      return count;
    },
    isReleased: ({ name, released }: Domain) => released(now(), checks.get(name) ?? 0),
    /** The reply to a purchase that has taken effect: the usual one, or what a test wants instead. */
    afterPurchase(usual: Reply): Reply {
      const instead = books.afterEffect.find(({ times }) => times > 0);
      if (instead === undefined) return usual;
      instead.times--;
      return instead.reply;
    },
    /** Notes what no request to a registrar may do. */
    inspect({ method, path, headers, nthOnConnection }: ReceivedRequest): void {
      if (nthOnConnection > 0) books.violations.push(`${path} came over a used connection`);
      if (headers.accept !== "application/json") books.violations.push(`accept ${headers.accept}`);
      if (method === "POST" && headers["content-type"] !== "application/json")
        books.violations.push("content-type is application/json");
    },
  };
}
