import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { runMonitor } from "../packaged/extras-stage";
import { buildAuth, token, withStage } from "../packaged/monitor-stage";
import type { SandboxAgent, StepResult } from "../sandbox/agent";
import type { SandboxBuildService } from "../sandbox/build-service";
import type { SandboxChat } from "../sandbox/chat";
import { endedFromOutside, judgeEnding } from "../sandbox/ending";
import { leaks } from "../sandbox/leaks";
import { pagingKey } from "../sandbox/paging";
import { sketchRun } from "../sandbox/runs";
import { usualConfig } from "../tasks/PipelineMonitor/usual-config";
import { judge } from "../tasks/PipelineMonitor/weeks/judge";
import { anyWeek, pipelines, type ReportScript, type Week } from "../tasks/PipelineMonitor/weeks/script";
import {
  begin,
  isWithin,
  keysAt,
  type PlayedReport,
  runsAt,
  saidIn,
} from "../tasks/PipelineMonitor/weeks/world";
import { type FurtherTargets, outages, startTargets } from "./weeks-services";

/** A week with few runs of the packaged monitor. Of those that are lost, some end in the middle. */
export interface PackagedWeek {
  week: Week;
  /** How the targets fail, and after how many requests a lost step is killed. */
  outage: number;
  killedAfterRequests: number | undefined;
}

export const anyPackagedWeek: fc.Arbitrary<PackagedWeek> = fc.record({
  week: anyWeek({
    gap: fc.oneof(fc.integer({ min: 50, max: 70 }), fc.integer({ min: 600, max: 3000 })),
    reports: { minLength: 1, maxLength: 5 },
    fates: ["lost", "guest", "unreadable"],
  }),
  outage: fc.nat({ max: outages.length - 1 }),
  killedAfterRequests: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
});

const minute = 60_000;

/** Plays a week with the packaged task. Throws what is broken. */
export async function playPackagedWeek(script: PackagedWeek, agent: SandboxAgent): Promise<void> {
  const { week } = script;
  const further = await startTargets(agent);
  const played: PlayedReport[] = [];
  try {
    await withStage(agent, {}, async (service, chat) => {
      for (const [index, report] of week.reports.entries()) {
        const { at } = report;
        for (const { finishedSecondsAgo, ...run } of runsAt(week, at))
          service.put(sketchRun(begin + at * minute, { ...run, finishedSecondsAgo }));
        const servers = { service, chat: report.fate === "guest" ? further.guest : chat, further };
        played.push(await playReport(script, { ...report, id: 900_000 + index }, servers, agent));
      }
    });
  } finally {
    await further.close();
  }
  assert.deepEqual(further.violations, []);
  judge(week, played);
}

interface Servers {
  service: SandboxBuildService;
  chat: SandboxChat;
  further: FurtherTargets;
}

async function playReport(
  { week, outage, killedAfterRequests }: PackagedWeek,
  { at, fate, id }: ReportScript & { id: number },
  { service, chat, further }: Servers,
  agent: SandboxAgent,
): Promise<PlayedReport> {
  writeConfiguration(week, at, service, agent);
  const chats = { own: chat, ...further.chats };
  const before = Object.values(chats).map(({ texts }) => texts.length);
  const all = [service, further.pages, ...Object.values(chats)];
  const requests = () => all.reduce((sum, server) => sum + server.requests.length, 0);
  for (const [name, server] of [...Object.entries(chats), ["pager", further.pages] as const]) {
    const isDown =
      isWithin(Reflect.get(week.outages, name) ?? [], at) && !(name === "own" && fate === "guest");
    if (isDown) server.faults.push({ when: () => true, reply: outages[outage] ?? { status: 503 } });
  }
  service.faults.push({
    when: ({ target }) => fate === "unreadable" && /tagFilters|attachments/.test(target),
    reply: { status: 500 },
  });
  const killedAt = requests() + (killedAfterRequests ?? Number.POSITIVE_INFINITY);
  const result = await runMonitor(agent, service, chat, {
    ...{ id, startedAt: begin + at * minute, startUpSeconds: 0, vanishes: fate === "lost" },
    variables: { ...further.variables, "Build.Reason": fate === "guest" ? "Manual" : "Schedule" },
    step: {
      env: { BUILD_AUTH: "$(BUILD_AUTH)", ...further.env },
      secrets: { BUILD_AUTH: buildAuth, WEBHOOK_URL: chat.webhook.href, ...further.secrets },
      ...(fate === "lost" ? { killWhen: () => requests() >= killedAt } : {}),
    },
  });
  for (const { faults } of all) faults.splice(0);
  const isKilled = judgeStep(result, fate === "lost", Object.values(chats));
  const said = Object.fromEntries(
    Object.entries(chats).flatMap(([name, { texts }], index) => {
      const own = texts
        .slice(before[index])
        .flatMap((text) => saidIn(text.replaceAll("\\_", "_").split("\n")));
      return name === "own" && fate === "guest" ? [] : [[name, own]];
    }),
  );
  const open = further.open().flatMap((title) => pipelines.find((name) => title.startsWith(name)) ?? []);
  // Of a step that was killed, nobody can say what it would have told.
  return {
    at,
    fate: isKilled ? "unreadable" : fate,
    journal: "kept",
    said,
    open,
    delivered: result.outputs["delivered"] ?? "",
  };
}

function writeConfiguration(week: Week, at: number, service: SandboxBuildService, agent: SandboxAgent): void {
  const { organization, project, address } = service;
  const place = { organization, project, url_base: address.href };
  const config = { ...place, ...usualConfig, ...keysAt(week, at) };
  writeFileSync(join(agent.sourcesFolder, "monitor.json"), JSON.stringify(config));
}

/** Returns whether the step was killed. */
function judgeStep(result: StepResult, isLost: boolean, chats: readonly SandboxChat[]): boolean {
  const messages = chats.flatMap(({ texts }) => texts).join("\n");
  assert.deepEqual(leaks(result, [token, buildAuth, pagingKey], { messages }), []);
  if (endedFromOutside(result, isLost ? "killed" : "undisturbed")) return true;
  judgeEnding(result, 900);
  assert.notEqual(result.result, "Failed", result.log.join("\n"));
  return false;
}
