import type { Sanitized } from "../text/sanitize";

/** A problem for which somebody is paged. All texts are sanitized. */
export interface Alert {
  /** The same for the same problem: an alert that is open is not opened twice. */
  key: string;
  title: Sanitized;
  severity: "high" | "normal" | "info";
  /** In milliseconds since 1970. */
  at: number;
  /** The subject, such as a project. */
  source: Sanitized;
  details: Readonly<Record<string, Sanitized>>;
  links: readonly { label: string; href: Sanitized }[];
}

/** Which account alerts are for. */
export interface PagingAccount {
  /** The credential. */
  key: string;
  /** The variable that holds it, as advice says it. */
  setIn: string;
  /** Where the account is, for a service with several sites. */
  region: "us" | "eu";
  /** The part of the URL that names the source of alerts; empty for a service without one. */
  source: string;
}

/** A request to a paging service, without the members that all of them share. */
export interface PagingRequest {
  url: URL;
  headers: Record<string, string>;
  body: unknown;
}

/** A service that pages people. It joins alerts by their key, so both requests may be repeated. */
export interface PagingService {
  /** The name of the product. */
  product: string;
  /** Whether alerts need the name of their source. */
  needsSource?: boolean;
  /** Matches the message of a refused credential, for a service that has no status for that. */
  refusesKey?: RegExp;
  /** Whether each region has its own host. */
  hasRegions?: boolean;
  open(alert: Alert, account: PagingAccount): PagingRequest;
  /** Closes an alert. Without an open one, nothing happens. */
  close(key: string, account: PagingAccount): PagingRequest;
  /** For a JSON response with status 202. */
  confirms(response: unknown): boolean;
}

export function linkLines({ links }: Alert): string[] {
  return links.map(({ label, href }) => `${label}: ${href}`);
}
