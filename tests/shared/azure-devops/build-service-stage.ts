import assert from "node:assert/strict";
import type { BuildService } from "../../../shared/azure-devops/client";
import { createBuildService } from "../../../shared/azure-devops/client";
import type { RunRecord } from "../../../shared/azure-devops/records";
import { urlBelow } from "../../../shared/http/url";
import { noNetworkSettings } from "../../memory-agent";
import {
  type BuildServiceOptions,
  type SandboxBuildService,
  startBuildService,
} from "../../sandbox/build-service";
import type { Fault } from "../../sandbox/loopback";
import { type RunSketch, sketchRun } from "../../sandbox/runs";
import { type TestClock, testClock } from "../../test-clock";

/** The time of the clock and of the sandbox's runs. */
export const now = Date.UTC(2026, 10, 20, 3, 19, 0);
export const never = new AbortController().signal;

/** A build service on loopback in pages of two runs, its client and a clock, new for each test. */
export function buildServiceStage(
  sketches: readonly RunSketch[],
  optionsOf: () => Partial<BuildServiceOptions> = () => ({}),
) {
  let sandbox: SandboxBuildService;
  let service: BuildService;
  let clock: TestClock;
  const connect = (address: URL) =>
    clientOf(urlBelow(address, [sandbox.organization, sandbox.project]), { clock });
  const stage = {
    get sandbox() {
      return sandbox;
    },
    get service() {
      return service;
    },
    get clock() {
      return clock;
    },
    /** Makes `service` a client of another server. */
    connectTo(address: URL) {
      service.dispose();
      service = connect(address);
    },
    /** Reads the last hour and 30 seconds, all pages. */
    runs: () => allOf(service.runsSince(new Date(now - 3_630_000), never)),
    /** Replaces the reply to every request. */
    instead: (reply: Fault["reply"]) => void sandbox.faults.splice(0, 1, { when: () => true, reply }),
    /** Adds the reply to one request; called again, to the request after that. */
    next: (reply: Fault["reply"]) => void sandbox.faults.push({ when: () => true, times: 1, reply }),
  };
  beforeEach(async () => {
    const runs = sketches.map((sketch) => sketchRun(now, sketch));
    sandbox = await startBuildService({ runs, authorizations: ["Basic Onh5"], pageSize: 2, ...optionsOf() });
    clock = patientClock();
    service = connect(sandbox.address);
  });
  afterEach(async () => {
    service.dispose();
    assert.deepEqual(sandbox.violations, []);
    await sandbox.close();
  });
  return stage;
}

export const clientOf = (
  project: URL,
  changes: Partial<Parameters<typeof createBuildService>[0]> = {},
): BuildService =>
  createBuildService({
    partlyIsSuccess: false,
    ...{ project, listParameters: "&api-version=7.1-preview.7", network: noNetworkSettings },
    ...{ authorization: async () => "Basic Onh5", credentialAdvice: "Make a new token." },
    ...{ clock: patientClock(), ...changes },
  });

/** Skips pauses, but not deadlines of 60 s or more. */
const patientClock = () => testClock({ startsAt: now, passes: (milliseconds) => milliseconds < 60_000 });

/** Five runs that finished within the last hour. */
export const fiveRuns: RunSketch[] = Array.from({ length: 5 }, (_, index) => ({
  id: index + 1,
  finishedSecondsAgo: 100 + index,
}));

export async function allOf(pages: AsyncIterable<RunRecord[]>): Promise<RunRecord[]> {
  const all: RunRecord[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}
