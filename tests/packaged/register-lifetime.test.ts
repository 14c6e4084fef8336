import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxRecord } from "../sandbox/rdap";
import { temporaryFolder } from "../temporary-folder";
import { isAvailability, isPurchase, type RegisterStage, withRegistrar } from "./register-stage";
import { useAgent } from "./use-agent";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The life of the domain: redemption, pending delete 30 days later, release in the drop hours of .org. */
const redemptionAt = Date.UTC(2026, 10, 20, 14, 10);
const pendingAt = redemptionAt + 30 * day;
const releasedAt = pendingAt + 5 * day;
/** Registrars notice at once, the record only later. */
const recordGoneAt = releasedAt + 20 * minute;

function recordAt(time: number): SandboxRecord | undefined {
  if (time >= recordGoneAt) return undefined;
  const expiresAt = redemptionAt - 10 * day;
  return time < pendingAt
    ? { status: ["redemption period", "pending delete"], expiresAt, changedAt: redemptionAt }
    : { status: ["pending delete"], expiresAt, changedAt: pendingAt };
}

/** What a run of the pipeline said, and what it asked for. */
interface Run {
  outcome: string | undefined;
  releaseLatest: string | undefined;
  checks: number;
  looks: number;
}

/** Runs the pipeline at a time. */
async function runAt(
  stage: RegisterStage,
  clockStartsAt: number,
  waitMinutes: number,
  clockShownIn: string,
): Promise<Run> {
  const { registrar, rdap } = stage;
  const count = () => [registrar.requests.filter(isAvailability).length, rdap.asked().records] as const;
  const [checks, looks] = count();
  const { outputs } = await stage.run({
    inputs: { pace: "record", waitMinutes: String(waitMinutes) },
    step: { clockStartsAt, clockShownIn },
  });
  const [allChecks, allLooks] = count();
  const { outcome, releaseLatest } = outputs;
  return { outcome, releaseLatest, checks: allChecks - checks, looks: allLooks - looks };
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

describe("packaged DomainRegister from redemption to purchase", () => {
  const agent = useAgent();
  const folder = temporaryFolder();

  it("waits five weeks with daily runs, then hourly ones, for few requests, and buys once", async () => {
    const clock = join(folder(), "clock");
    const now = () => Number(readFileSync(clock, "utf8"));
    const options = {
      registrar: { domains: [{ name: "example-to-buy.org", released: () => now() >= releasedAt }], now },
      inputs: { maxPrice: "any" },
      record: recordAt,
    };
    await withRegistrar(agent(), options, async (stage) => {
      const first = Date.UTC(2026, 10, 21, 6);
      const daily: Run[] = [];
      let at = first;
      // A run a day, until the day that the run before it named as the last one possible. Of the first four weeks,
      // every ninth day.
      for (; dayOf(at) !== daily.at(-1)?.releaseLatest; at += daily.length < 4 ? 9 * day : day)
        daily.push(await runAt(stage, at, 50, clock));
      const early = daily.slice(0, 6);
      assert.ok(early.every(({ outcome, checks, looks }) => outcome === "tooEarly" && checks + looks === 2));
      assert.deepEqual(
        daily.slice(6).map(({ outcome }) => outcome),
        Array(4).fill("notAvailable"),
      );

      // On that day a run every hour, until one buys, and one more.
      const hourly: Run[] = [];
      for (; hourly.at(-1)?.outcome !== "registered" && at < releasedAt + day; at += hour)
        hourly.push(await runAt(stage, at, 59, clock));
      hourly.push(await runAt(stage, at, 59, clock));

      const { charges, requests } = stage.registrar;
      const seconds = ((charges[0]?.at ?? 0) - releasedAt) / 1000;
      const checks = requests.filter(isAvailability).length;
      const figures = `${checks} checks, ${stage.rdap.asked().records} looks, bought after ${seconds} s`;
      assert.deepEqual(
        hourly.slice(-2).map(({ outcome }) => outcome),
        ["registered", "alreadyOwned"],
        figures,
      );
      assert.equal(charges.length, 1);
      assert.equal(requests.filter(isPurchase).length, 1);
      assert.ok(seconds >= 0 && seconds <= 35, figures);
      // A steady pace sends a check every 30 s for all that time.
      const steady = (releasedAt - first) / 30_000;
      assert.ok(checks < 0.05 * steady, figures);
      assert.ok(stage.rdap.asked().records < 0.05 * steady, figures);
    });
  });
});
