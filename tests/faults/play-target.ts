import assert from "node:assert/strict";
import { runMonitor } from "../packaged/extras-stage";
import { buildAuth, byVariables, withStage } from "../packaged/monitor-stage";
import type { StepResult } from "../sandbox/agent";
import { startChat } from "../sandbox/chat";
import { leaks } from "../sandbox/leaks";
import type { LoopbackServer } from "../sandbox/loopback";
import { pagingKey, type SandboxPagingKind, startPaging } from "../sandbox/paging";
import { sketchRun } from "../sandbox/runs";
import { playTickets } from "./play-tickets";
import { now } from "./scenes";
import { faultOf, type Play, stepOf } from "./step";

const owner = "Billing team";
const usual = {
  ...{ notify: "changes", run_ct_min: -1 },
  pipelines: { default: { max_proc_time: 900, min_proc_time: 30 }, invoices: { severity: "high", owner } },
};
const routes = [{ owners: [owner], webhook: "BILLING_WEBHOOK" }];
const needs = { pagerduty: {}, jsm: {}, incidentio: { source: "01GW2G3V0S59R238FAHPDS1R66" } };
const invoices = { pipeline: "invoices", definitionId: 2 };
const failed = { result: "failed", logs: ["x"] };

/**
 * Plays a cell of a target beside the step's own webhook, and the next hour without the fault. It tells the target what it
 * did not confirm, and nobody else.
 */
export const playTarget: Play = async (cell, agent, stage, manner) => {
  const { target = "route", closes = false } = cell.endpoint;
  if (target === "tickets") return playTickets(cell, agent, stage, manner);
  const { server, keys, judge } = await (target === "route" ? startRoute() : startPager(target, closes));
  const { hostname, port } = server.address;
  const webhook = new URL("hooks/7f3kq9zt2wcanary?of=canary-of-billing", server.address).href;
  return withStage(agent, { config: { ...usual, ...keys } }, async (service, chat) => {
    const watch = async (hour: number, isPlayed = false): Promise<StepResult> => {
      const startedAt = now + hour * 3600_000;
      const step = isPlayed ? stepOf(cell, stage, manner.debug) : {};
      const played = await runMonitor(agent, service, chat, {
        ...{ id: 900 + hour, startedAt },
        variables: step.variables ?? {},
        step: {
          // A paging service has a fixed host.
          detour: step.detour ?? { path: "^/(v2|jsm)/", protocol: "http:", hostname, port: Number(port) },
          env: { BUILD_AUTH: "$(BUILD_AUTH)", BILLING_WEBHOOK: "$(BILLING)", PAGER_KEY: "$(PAGER)" },
          secrets: { ...byVariables(chat).secrets, BILLING: webhook, PAGER: pagingKey },
        },
      });
      assert.deepEqual(leaks(played, ["canary", buildAuth], { messages: chat.texts.join() }), []);
      return played;
    };
    service.put(sketchRun(now, { id: 1, ...failed }));
    service.put(sketchRun(now, { id: 2, ...invoices, ...failed }));
    if (closes) {
      await watch(0);
      service.put(sketchRun(now + 3600_000, { id: 3, ...invoices }));
    }
    const hour = closes ? 1 : 0;
    server.faults.push(...faultOf(cell, stage));
    const played = await watch(hour, true);
    server.faults.length = 0;
    const [posted, asked] = [chat.texts.length, server.requests.length];
    assert.equal(posted, hour + 1, "the step's own webhook has its message");
    const next = await watch(hour + 1);
    const isFailed = played.outputs["delivered"] === "failed";
    assert.equal(server.requests.length - asked, isFailed ? 1 : 0, "the target is told again");
    assert.equal(next.outputs["delivered"], isFailed ? "sent" : "notNeeded");
    assert.equal(chat.texts.length, posted, "the step's own webhook is told again");
    judge();
    return played;
  }).finally(() => server.close());
};

/** A target, the keys of the configuration that lead to it, and what it must have been told in the end. */
interface StartedTarget {
  server: LoopbackServer;
  keys: object;
  judge: () => void;
}

async function startRoute(): Promise<StartedTarget> {
  const server = await startChat();
  const judge = () => {
    for (const text of server.texts)
      assert.match(
        text,
        /\n\*{0,2}(?:🚨 )?invoices.* failed(?: at [^:]*:\d\d UTC)?[:.] [^\n]*(?:\n\nhttp\S+)?$/,
      );
  };
  return { server, keys: { routes }, judge };
}

async function startPager(kind: SandboxPagingKind, closes: boolean): Promise<StartedTarget> {
  const server = await startPaging(kind);
  const judge = () => {
    assert.deepEqual(server.violations, []);
    assert.equal(server.open.size, closes ? 0 : 1);
    // An event that took effect without a confirmation is repeated, with the same key.
    const [first = "", ...others] = server.events.filter((event) => event.startsWith("close") === closes);
    assert.match(first, closes ? /^close: .*invoices failed/ : /^open: .*invoices failed/);
    for (const other of others) assert.match(other, closes ? /^close: nothing$/ : /^open again: /);
    assert.ok(closes || !server.events.some((event) => event.startsWith("close")));
  };
  return { server, keys: { paging: { kind, key: "PAGER_KEY", ...needs[kind] } }, judge };
}
