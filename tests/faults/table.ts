import { actingEndpoints } from "./acting-endpoints";
import type { Endpoint, Row } from "./endpoint";
import { entraEndpoints } from "./entra-endpoints";
import { isEntraRefusal } from "./entra-refusals";
import { type FaultName, faultNames } from "./faults";
import { isRegistrarFault } from "./gateway-pages";
import { hookEndpoints } from "./hook-endpoints";
import { keyedEndpoints } from "./keyed-endpoints";
import { monitorEndpoints } from "./monitor-endpoints";
import { ownerEndpoints } from "./owner-endpoints";
import { recordEndpoints, registerEndpoints } from "./register-endpoints";
import { targetEndpoints } from "./target-endpoints";
import { ticketEndpoints } from "./ticket-endpoints";

/** Every endpoint that the tasks ask, and what they make of every fault of it. */
export const endpoints: readonly Endpoint[] = [
  ...monitorEndpoints,
  ...ownerEndpoints,
  ...hookEndpoints,
  ...actingEndpoints,
  ...targetEndpoints,
  ...ticketEndpoints,
  ...entraEndpoints,
  ...registerEndpoints,
  ...keyedEndpoints,
  ...recordEndpoints,
];

/** One fault of one endpoint, and what it comes to. */
export interface Cell {
  endpoint: Endpoint;
  fault: FaultName;
  row: Row;
}

/**
 * The faults that an endpoint can have. Only a chat is asked again after it refuses what it was sent. Only a registrar's
 * own form is known.
 */
export function faultsAt({
  task,
  withoutToken = false,
  product,
  target,
  publicRecord,
}: Endpoint): readonly FaultName[] {
  const isChat = product !== undefined || target === "route";
  const isRegistrar = task === "DomainRegister" && publicRecord === undefined;
  return faultNames.filter(
    (name) =>
      (withoutToken || !isEntraRefusal(name)) &&
      (isChat || name !== "status 400, once") &&
      (isRegistrar || !isRegistrarFault(name)),
  );
}

/** The faults of a row, those that it names or all that no other row does. */
export function faultsOf(endpoint: Endpoint, { faults }: Row): readonly FaultName[] {
  if (faults !== "others")
    return faultNames.filter((name) => faults.includes(name) && !endpoint.notHere.includes(name));
  const named = new Set([
    ...endpoint.notHere,
    ...endpoint.rows.flatMap(({ faults }) => (faults === "others" ? [] : faults)),
  ]);
  return faultsAt(endpoint).filter((name) => !named.has(name));
}

/** The whole table, cell by cell. */
export const cells: readonly Cell[] = endpoints.flatMap((endpoint) =>
  endpoint.rows.flatMap((row) => faultsOf(endpoint, row).map((fault) => ({ endpoint, fault, row }))),
);
