import { type SandboxRun, startBuildService } from "../sandbox/build-service";
import { startChat } from "../sandbox/chat";
import { json, type LoopbackServer, type ReceivedRequest, type Reply } from "../sandbox/loopback";
import { startPaging } from "../sandbox/paging";
import { startRegistrar } from "../sandbox/registrar";
import { createLastReport } from "./last-report";
import { madeRuns } from "./made-runs";
import type { BuildFigures, BuildScenario, DomainFigures, RaceScenario } from "./scenario";
import { buildAuth, machineMilliseconds, projectNames } from "./scenario";

/**
 * The services of a measurement, in a process of their own so that they do not take the time of what is measured.
 * The scenario comes as an argument; each message is a question for the figures since the last one.
 */

/** Every answer comes so much later than its request; what the service itself needs is counted in. */
function answerLate(
  server: LoopbackServer,
  latencyMilliseconds: number,
  note: (request: ReceivedRequest, at: number, healthy: () => Reply) => Reply,
): void {
  server.faults.push({
    when: () => true,
    times: Number.POSITIVE_INFINITY,
    reply(request, healthy) {
      const at = machineMilliseconds();
      const reply = note(request, at, healthy);
      return { ...reply, delayMilliseconds: Math.max(0, latencyMilliseconds - (machineMilliseconds() - at)) };
    },
  });
}

/** The pages of the list of finished runs, written before they are asked for: a later one costs the service no more than the first. */
function writtenPages(runs: readonly SandboxRun[], pageSize: number) {
  const records = runs.filter(({ isUnfinished }) => isUnfinished !== true).map(({ record }) => record);
  const pages = Array.from({ length: Math.ceil(records.length / pageSize) }, (_, page) => {
    const value = records.slice(page * pageSize, (page + 1) * pageSize);
    const next = (page + 1) * pageSize;
    const headers = next < records.length ? { "x-ms-continuationtoken": String(next) } : {};
    return json({ count: value.length, value }, headers);
  });
  const ofList = new Set(["minTime", "api-version", "continuationToken"]);
  return ({ path, query }: ReceivedRequest) =>
    path.endsWith("/builds") && [...query.keys()].every((key) => ofList.has(key))
      ? pages[Number(query.get("continuationToken") ?? 0) / pageSize]
      : undefined;
}

async function serveBuilds(scenario: BuildScenario): Promise<void> {
  const now = Date.now();
  const { projects = 1 } = scenario;
  const runs = madeRuns(scenario, now);
  const listed = projects === 1 ? writtenPages(runs, scenario.pageSize) : () => undefined;
  const others = projectNames(projects).map((name) => [name, madeRuns(scenario, now)]);
  const service = await startBuildService({
    runs,
    ...(projects > 1 && { moreProjects: Object.fromEntries(others) }),
    authorizations: [`Basic ${buildAuth}`],
    pageSize: scenario.pageSize,
    recorded: true,
    lenient: true,
  });
  const chat = await startChat();
  const [first, second, paging] = await Promise.all([startChat(), startChat(), startPaging("pagerduty")]);
  const routes = [first.webhook.href, second.webhook.href];
  const lastReport = scenario.remembers ? createLastReport(service.address, routes, now) : undefined;
  const none: BuildFigures = {
    ...{ firstRequestAt: Number.NaN, pages: 0, logLists: 0, logs: 0, posts: 0, alerts: 0 },
  };
  let figures = { ...none };

  answerLate(service, scenario.latencyMilliseconds, (request, at, healthy) => {
    const { path } = request;
    if (Number.isNaN(figures.firstRequestAt)) figures.firstRequestAt = at;
    figures[/logs\/\d+$/.test(path) ? "logs" : path.endsWith("/logs") ? "logLists" : "pages"]++;
    return lastReport?.(request) ?? listed(request) ?? healthy();
  });
  answerLate(chat, scenario.latencyMilliseconds, (_request, _at, healthy) => {
    figures.posts++;
    return healthy();
  });
  for (const target of [first, second, paging])
    answerLate(target, scenario.latencyMilliseconds, (_request, _at, healthy) => {
      figures.alerts++;
      return healthy();
    });
  process.on("message", () => {
    process.send?.(figures);
    figures = { ...none };
    service.requests.length = 0;
  });
  process.send?.({
    ...{ address: service.address.href, webhook: chat.webhook.href },
    ...{ routes, paging: paging.address.href },
  });
}

async function serveRace({ latencyMilliseconds, releasedAfterSeconds }: RaceScenario): Promise<void> {
  const startedAt = machineMilliseconds();
  const names = releasedAfterSeconds.map((_, index) => `race-${index}.org`);
  const registrar = await startRegistrar({
    domains: releasedAfterSeconds.map((seconds, index) => ({
      name: names[index] ?? "",
      released: () => machineMilliseconds() - startedAt >= seconds * 1000,
    })),
  });
  const nothing = { firstAvailableAt: Number.NaN, purchaseAt: Number.NaN };
  const figures: Record<string, DomainFigures> = Object.fromEntries(
    names.map((name) => [name, { checksAt: [], requestsAt: [], ...nothing }]),
  );
  answerLate(registrar, latencyMilliseconds, (request, at, healthy) => {
    const domain = names.find((name) => `${request.target} ${request.body}`.includes(name)) ?? "";
    const reply = healthy();
    const seen = figures[domain];
    if (seen === undefined) return reply;
    seen.requestsAt.push(at);
    if (request.path.endsWith("/available")) {
      seen.checksAt.push(at);
      if (Number.isNaN(seen.firstAvailableAt) && String(reply.body).includes('"available":true'))
        seen.firstAvailableAt = at;
    }
    if (request.path.endsWith("/purchase")) seen.purchaseAt = at;
    return reply;
  });
  process.on("message", () => process.send?.(figures));
  const { base } = registrar.environments.production;
  process.send?.({ address: base.href, webhook: "", routes: [], paging: "" });
}

process.on("disconnect", () => process.exit());
const scenario: BuildScenario | RaceScenario = JSON.parse(process.argv[2] ?? "");
void (scenario.kind === "build" ? serveBuilds(scenario) : serveRace(scenario));
