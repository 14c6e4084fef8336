import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root";
import { attachmentReply } from "./attachments";
import type { SandboxRun } from "./build-service";
import { type Fault, json, type ReceivedRequest, type Reply, startServer } from "./loopback";
import { runList } from "./run-list";
import { hostPage, hostScript, html, token } from "./run-page";
import { themes } from "./themes";

/** The page of a project that embeds the hub, or a dashboard with the widget, and the build service behind it. */
export interface HubPage {
  url(
    parameters?: Readonly<Record<string, string>>,
    options?: { theme?: keyof typeof themes; isBroken?: boolean; widgetRows?: 1 | 2 },
  ): string;
  /** The URL of its project. */
  project: string;
  /** The runs of the service; they may be changed while it runs. */
  runs: SandboxRun[];
  requests(): ReceivedRequest[];
  /** How long the service thinks before it answers. */
  delayMilliseconds: number;
  /** Applied to the next requests. */
  faults: Fault[];
  close(): Promise<void>;
}

const project = "Night Shift";

/** Starts a project's page with the SDK's own protocol, and a build service with the paths of an Azure DevOps Server. */
export async function startHubPage(adapt = (page: string) => page): Promise<HubPage> {
  const script = await hostScript();
  const pageOf = (name: string) => adapt(readFileSync(join(root, "dist", "tab", name), "utf8"));
  const hub = await startServer(({ path }) => html(pageOf(path.slice(1))));
  const tabOrigin = hub.address.origin;
  const allowed = {
    "access-control-allow-origin": tabOrigin,
    "access-control-allow-headers": "authorization, accept",
    "access-control-max-age": "600",
  };
  const host = await startServer((request) => {
    if (!request.path.startsWith("/tfs/")) return pageFor(request);
    if (request.method === "OPTIONS") return { status: 204, headers: allowed };
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    const reply = isKnown ? answer(request, made.runs) : { status: 401 };
    return { ...reply, headers: { ...reply.headers, ...allowed }, delayMilliseconds: made.delayMilliseconds };
  });
  const organization = new URL("tfs/Default%20Collection/", host.address).href;
  const pageFor = ({ query }: ReceivedRequest): Reply => {
    const { theme = "light", start = "", widget, ...parameters } = Object.fromEntries(query);
    const name = widget === undefined ? "hub.html" : "widget.html";
    const size = { rowSpan: Number(widget), columnSpan: 2 };
    return html(
      hostPage(script, {
        ...{ hub: { project, organization, parameters }, token, tabOrigin },
        ...{ tabUrl: new URL(name, hub.address).href, isBroken: start === "broken" },
        ...(widget === undefined ? {} : { widget: { size } }),
        theme: theme === "dark" ? themes.dark : themes.light,
      }),
    );
  };
  const made: HubPage = {
    url(parameters = {}, { theme = "light", isBroken = false, widgetRows } = {}) {
      const start = isBroken ? { start: "broken" } : {};
      const widget = widgetRows === undefined ? {} : { widget: String(widgetRows) };
      const query = new URLSearchParams({ ...parameters, theme, ...start, ...widget });
      return new URL(`?${query}`, host.address).href;
    },
    project: `${organization}${encodeURIComponent(project)}`,
    ...{ runs: [], delayMilliseconds: 0, faults: host.faults },
    requests: () => host.requests.filter(({ path, method }) => path.startsWith("/tfs/") && method === "GET"),
    async close() {
      await Promise.all([host.close(), hub.close()]);
    },
  };
  return made;
}

/** As a build service does. What is not there is a 404, as servers answer for an empty list. */
function answer(request: ReceivedRequest, runs: readonly SandboxRun[]): Reply {
  const prefix = `/tfs/Default Collection/${project}/_apis/build/builds`;
  if (request.path === prefix) return runList(request, runs, { runs, authorizations: [] });
  const [, id, rest = ""] = /\/builds\/(\d+)\/(.*)$/.exec(request.path) ?? [];
  const run = runs.find(({ record }) => String(record["id"]) === id);
  if (run === undefined || !request.path.startsWith(prefix)) return { status: 404 };
  if (rest === "timeline") return json(run.timeline ?? { records: [] });
  return attachmentReply(request.path, run.attachments ?? []) ?? { status: 404 };
}
