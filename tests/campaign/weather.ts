import fc from "fast-check";
import { isEntraRefusal } from "../faults/entra-refusals";
import { ofLists } from "../faults/fault-sets";
import { type FaultName, faultNames, faults } from "../faults/faults";
import type { Elsewhere } from "../faults/service-fault";
import type { Fault, ReceivedRequest, Reply } from "../sandbox/loopback";

/** Random services spoil some requests of a kind by a fault, and time passes. */
export interface Weather {
  /** The request that it begins with, counted from 1, and how many it strikes. */
  first: number;
  times: number;
  fault: FaultName;
}

/** Faults that take too much real time here, or that only lists or an identity without a token can have. */
const unfit: readonly FaultName[] = ["endless body", ...ofLists, ...faultNames.filter(isEntraRefusal)];
const hanging = faultNames.filter((name) => /hang|101|drip/.test(name));
const light = faultNames.filter(
  (name) => !unfit.includes(name) && !hanging.includes(name) && faults[name].detour === undefined,
);

/** A fault that can strike one request among others; those that take real time are rare. */
export const anyFault: fc.Arbitrary<FaultName> = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...light) },
  { weight: 1, arbitrary: fc.constantFrom(...hanging) },
);

/** Refusals of a credential or a request that has been accepted before. */
const refusals: readonly FaultName[] = ["status 401", "status 403", "status 404", "status 422"];

/** Some faults among the first requests of a kind. */
export const anyWeather: fc.Arbitrary<Weather[]> = fc.array(
  fc.record({
    first: fc.integer({ min: 1, max: 8 }),
    times: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(1000)),
    fault: fc.oneof(
      { weight: 5, arbitrary: anyFault },
      { weight: 1, arbitrary: fc.constantFrom(...refusals) },
    ),
  }),
  { maxLength: 2 },
);

/** How answers make time pass: seconds for each piece that arrives, a jump of the machine's date, and a slow disk. */
export interface Passing {
  seconds: number;
  jumpSeconds: number;
  /** How long each file takes to reach the disk from then on. */
  diskSeconds: number;
}

export const anyPassing: fc.Arbitrary<Passing[]> = fc.array(
  fc.record({
    seconds: fc.constantFrom(0, 0, 0.2, 5, 25),
    jumpSeconds: fc.constantFrom(0, 0, 0, -7200, 3600, -1),
    diskSeconds: fc.constantFrom(0, 0, 0, 1, 6),
  }),
  { maxLength: 4 },
);

/** A healthy answer as it comes when time passes in a certain way. */
export function passing(
  reply: Reply,
  { seconds, jumpSeconds, diskSeconds }: Passing = { seconds: 0, jumpSeconds: 0, diskSeconds: 0 },
): Reply {
  const headers = {
    "x-sandbox-seconds": String(seconds),
    "x-sandbox-jump-seconds": String(jumpSeconds),
    "x-sandbox-disk-seconds": String(diskSeconds),
  };
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/** The faults of a kind of requests as a loopback server takes them. `noted` gets each spoiled reply. */
export function striking(
  weather: readonly Weather[],
  isMeant: (request: ReceivedRequest) => boolean,
  elsewhere: Elsewhere,
  noted: (reply: Reply) => Reply = (reply) => reply,
): Fault {
  let count = 0;
  let struck: FaultName | undefined;
  return {
    when(request) {
      if (!isMeant(request)) return false;
      count++;
      struck = weather.find(({ first, times }) => count >= first && count < first + times)?.fault;
      return struck !== undefined;
    },
    reply(request, healthy) {
      const spoil = struck && faults[struck].reply;
      return spoil ? noted(spoil(request, healthy, elsewhere)) : healthy();
    },
  };
}
