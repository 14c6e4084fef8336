import assert from "node:assert/strict";
import type { StepResult } from "../sandbox/agent";
import { json, type Reply } from "../sandbox/loopback";
import { domain, now, type RegisterStageOptions, reportOf, withRegistrar } from "./register-stage";
import { useAgent } from "./use-agent";

const day = 24 * 3600 * 1000;
const expiresAt = now - 40 * day;

const stagesOf = (step: StepResult) => reportOf(step).stages?.map(({ name }) => name);
const messages = ({ issues }: StepResult) => issues.map(({ message }) => message);

describe("packaged DomainRegister, check of the public record", () => {
  const agent = useAgent();
  const check = (options: RegisterStageOptions = {}, reply?: Reply) =>
    withRegistrar(agent(), options, async (stage) => {
      if (reply !== undefined) stage.rdap.faults.push({ when: () => true, reply });
      const inputs = { action: "check", maxPrice: "", requestFile: "", ...options.inputs };
      const step = await stage.run({ inputs });
      return { ...step, asked: stage.rdap.asked() };
    });
  const inRedemption = () => ({ status: ["redemption period"], expiresAt, changedAt: now - 5 * day });

  it("reads the record by itself: stage and release in log, summary, outputs and tab", async () => {
    const done = await check({ record: inRedemption });
    const said = `${domain} is in the redemption grace period. If its owner does not restore it, it is released between 2026-11-25 and 2026-12-20.`;
    assert.deepEqual([done.result, messages(done), done.asked], ["Succeeded", [], { list: 0, records: 1 }]);
    assert.ok(done.log.includes(said), done.log.join("\n"));
    const toWait =
      "To wait for it: The record does not prove when it is released, so run `action: register` every hour";
    assert.ok(
      done.log.some((line) => line.startsWith(toWait)),
      done.log.join("\n"),
    );
    assert.ok(done.summaries["Domain Register"]?.includes(`- ${said}`));
    const { stage, releaseEarliest, releaseLatest } = done.outputs;
    assert.deepEqual(
      [stage, releaseEarliest, releaseLatest],
      ["redemptionGracePeriod", "2026-11-25", "2026-12-20"],
    );
    assert.deepEqual(stagesOf(done), [
      "auto-renew grace period",
      "redemption grace period",
      "pending delete",
      "released",
    ]);
  });

  it("says what it knows first if there is no credential, then how to ask for the price, and names no host", async () => {
    const registered = { status: ["active"], expiresAt: now + 100 * day, registeredAt: now - 900 * day };
    const done = await check({ record: () => registered, step: { env: {} } });
    const known = `${domain} is registered until 2027-02-28; earliest release 2027-04-04, if nobody renews it.`;
    const how =
      "To ask a registrar for availability and price, set `registrarConnection`, or map a secret variable in the step";
    assert.deepEqual([done.result, messages(done)], ["Succeeded", []]);
    assert.deepEqual(done.log.slice(0, 2), [`Reading the public record of ${domain}.`, known]);
    assert.deepEqual(done.log.at(-2), known);
    assert.ok(done.log.at(-1)?.startsWith(`${how}: `), done.log.at(-1));
    const summary = done.summaries["Domain Register"] ?? "";
    assert.ok(summary.startsWith(`${known}\n`), summary);
    for (const text of [summary, ...done.log])
      assert.doesNotMatch(text, /api\.godaddy|127\.0\.0\.1|production/);
  });

  it("shows a release if the registry of exactly its ending has no record, by IANA's list", async () => {
    // Leads what the task asks of IANA to the sandbox, whose list has its registry of .org.
    const step: RegisterStageOptions["step"] = (_, { address: { hostname, port } }) => ({
      env: {},
      detour: { path: "^/rdap/", protocol: "http:", hostname, port: Number(port) },
    });
    const done = await check({ step, inputs: { domain: `${domain}.`, rdapUrl: "" } });
    const { outcome, stage } = done.outputs;
    assert.deepEqual([outcome, stage, messages(done)], ["notChecked", "released", []]);
    const absent = "The registry has no record of the domain, so it may be available.";
    assert.ok(done.log.includes(absent), done.log.join("\n"));
  });

  it("shows nothing that a hostile record holds, and fails by none of it", async () => {
    const poison = "##vso[task.setvariable variable=a]b";
    const record = {
      objectClassName: "domain",
      ldhName: domain,
      status: ["pending delete", poison, "client\nhold", { toString: 1 }],
      events: [
        { eventAction: "expiration", eventDate: "+275760-09-13T00:00:00Z" },
        { eventAction: "last changed", eventDate: poison },
        { eventAction: "registration", eventDate: { a: 1 } },
      ],
      entities: [{ roles: ["registrar"], vcardArray: ["vcard", [["fn", {}, "text", poison]]] }, poison],
      remarks: [{ description: [poison] }],
    };
    const done = await check({}, json(record));
    assert.deepEqual(
      [done.result, done.outputs["stage"], messages(done)],
      ["Succeeded", "pendingDelete", []],
    );
    assert.ok(!(done.stdout + JSON.stringify(done.summaries)).includes(poison));
  });
});
