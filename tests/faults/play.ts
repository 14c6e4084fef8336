import assert from "node:assert/strict";
import {
  byConnection,
  domain,
  isOwnership,
  isPurchase,
  isValidate,
  price,
  withRegistrar,
} from "../packaged/register-stage";
import type { SandboxAgent } from "../sandbox/agent";
import type { Detour } from "../sandbox/detour";
import { judgeEnding } from "../sandbox/ending";
import { json, type LoopbackServer, type ReceivedRequest, type Reply } from "../sandbox/loopback";
import type { RecordAt } from "../sandbox/rdap";
import { faults } from "./faults";
import { playKeyed } from "./play-keyed";
import { playMonitor } from "./play-monitor";
import { playTarget } from "./play-target";
import { playWithoutToken } from "./play-without-token";
import type { FaultStage } from "./stage";
import { faultOf, type Manner, type Play, stepOf } from "./step";
import type { Cell } from "./table";

/** Plays one cell of the table with the packaged task, and holds what comes of it against the table. */
export async function play(
  cell: Cell,
  agent: SandboxAgent,
  stage: FaultStage,
  manner: Manner,
): Promise<void> {
  const { task, registrar, withoutToken = false, target } = cell.endpoint;
  const playRegistrar = registrar === undefined ? playRegister : playKeyed;
  const playReader = withoutToken ? playWithoutToken : target === undefined ? playMonitor : playTarget;
  const playTask = task === "PipelineMonitor" ? playReader : playRegistrar;
  const played = await playTask(cell, agent, stage, manner);
  const { row } = cell;
  const log = played.log.join("\n");
  assert.equal(played.result, row.result, log);
  assert.deepEqual(Object.keys(played.outputs).length === 0, Object.keys(row.outputs).length === 0, log);
  for (const [name, value] of Object.entries(row.outputs))
    assert.match(
      played.outputs[name] ?? "",
      pattern(`^${value}$`),
      `${name}: ${played.outputs[name]}\n${log}`,
    );
  assert.match(log, pattern(row.reads.replace("WORDS", faults[cell.fault].words)));
  judgeEnding(played, row.atMostSeconds, row.atMostMegabytes);
  // Public records are read without a credential, wherever the registry sends the task.
  const sent = stage.other.requests.splice(0);
  const mayFollow = cell.endpoint.publicRecord !== undefined;
  assert.deepEqual(
    sent.filter(({ headers }) => !mayFollow || headers.authorization !== undefined),
    [],
    "something was sent to another origin",
  );
}

/** A pattern that a text of the table stands for: `…` is anything in the same line. */
function pattern(text: string): RegExp {
  const anchored = /^(\^?)(.*?)(\$?)$/s.exec(text) ?? [];
  const [, start = "", middle = "", end = ""] = anchored;
  const escaped = middle.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(start + escaped.join(".*") + end);
}

/** The registrar's good answer that a fault spoils; a purchase takes effect only where it is to, and only once. */
function goodAnswer(request: ReceivedRequest, afterEffect: boolean, healthy: () => Reply): Reply {
  if (isValidate(request)) return json({});
  if (isOwnership(request) && !afterEffect) return json({ domain, status: "ACTIVE" });
  if (!isPurchase(request) || afterEffect) return healthy();
  return json({ orderId: 1, itemCount: 1, total: price, currency: "USD" });
}

/** Leads what the task asks of IANA and of a real registry to the sandbox. */
function toSandbox({ address: { hostname, port } }: LoopbackServer): Detour {
  return { path: "^/rdap/", protocol: "http:", hostname, port: Number(port) };
}

const dayMilliseconds = 24 * 3600 * 1000;

/** A domain that is released months later. */
const liveRecord: RecordAt = (now) => ({
  status: ["client transfer prohibited"],
  registeredAt: now - 400 * dayMilliseconds,
  expiresAt: now + 20 * dayMilliseconds,
  changedAt: now - 40 * dayMilliseconds,
});

const playRegister: Play = async (cell, agent, stage, { debug, connected }) => {
  const { afterEffect = false, publicRecord } = cell.endpoint;
  // A service that goes on saying "available" after it has sold would sell again.
  const stageOptions = {
    inputs: { waitMinutes: "6", ...(publicRecord === "list" ? { rdapUrl: "" } : {}) },
    registrar: { forgetsSales: afterEffect },
    ...(publicRecord === undefined ? {} : { record: liveRecord }),
  };
  return withRegistrar(agent, stageOptions, async (played) => {
    const { registrar, rdap } = played;
    if (publicRecord !== undefined) rdap.faults.push(...faultOf(cell, stage));
    for (const fault of publicRecord === undefined ? faultOf(cell, stage) : [])
      registrar.faults.push({
        ...fault,
        reply(request, healthy) {
          const good = goodAnswer(request, afterEffect, healthy);
          return fault.reply(request, () => good);
        },
      });
    if (cell.endpoint.name.startsWith("owned"))
      registrar.faults.push({
        when: isOwnership,
        reply: (request, healthy) => goodAnswer(request, false, healthy),
      });
    const step = await played.run({
      inputs: {
        ...stageOptions.inputs,
        ...(connected ? { registrarConnection: "registrar", apiUrl: "" } : {}),
      },
      step: {
        ...(publicRecord === "list" ? { detour: toSandbox(rdap) } : {}),
        ...stepOf(cell, stage, debug),
        ...(connected ? byConnection(registrar, "production") : {}),
      },
    });
    const { outcome } = cell.row.outputs;
    // Only what surely was not taken is sent again.
    if (outcome !== undefined) {
      assert.ok(registrar.requests.filter(isPurchase).length <= 1);
      assert.match(
        step.summaries["Domain Register"] ?? "",
        new RegExp(`^\\| Outcome \\| (${outcome}) \\|$`, "m"),
      );
    }
    const isCharged = outcome === "registered" || (afterEffect && outcome === "unknown");
    assert.equal(registrar.charges.length, isCharged ? 1 : 0);
    const attempt: unknown = Object(Object(played.receipt()).attempts).at?.(-1);
    if (attempt !== undefined) {
      const noted = { registered: "registered", unknown: "unknown" }[outcome ?? ""] ?? "notBought";
      assert.equal(Reflect.get(Object(attempt), "outcome"), noted, "the receipt says something else");
    }
    return step;
  });
};
