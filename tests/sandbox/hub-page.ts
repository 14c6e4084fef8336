import { attachmentReply } from "./attachments";
import type { SandboxRun } from "./build-service";
import { type HostPage, projectName, startHostPage, type Theme } from "./host-page";
import { json, type ReceivedRequest, type Reply } from "./loopback";
import { runList } from "./run-list";

/** The page of a project that embeds the hub, or a dashboard with the widget, and the build service behind it. */
export interface HubPage extends HostPage {
  url(
    parameters?: Readonly<Record<string, string>>,
    options?: { theme?: Theme; isBroken?: boolean; widgetRows?: 1 | 2 },
  ): string;
  /** The runs of the service; they may be changed while it runs. */
  runs: SandboxRun[];
}

/** Starts a project's page. */
export async function startHubPage(): Promise<HubPage> {
  const runs: SandboxRun[] = [];
  const host = await startHostPage({
    embed: ({ widget, ...parameters }) => {
      const hub = { project: projectName, organization: host.organization, parameters };
      if (widget === undefined) return { page: "hub.html", settings: { hub } };
      const size = { rowSpan: Number(widget), columnSpan: 2 };
      return { page: "widget.html", settings: { hub, widget: { size } } };
    },
    answer: (request) => answer(request, runs),
  });
  const url: HubPage["url"] = (parameters, { theme = "light", isBroken = false, widgetRows } = {}) =>
    host.pageUrl({
      ...{ ...parameters, theme },
      ...(isBroken && { start: "broken" }),
      ...(widgetRows && { widget: String(widgetRows) }),
    });
  return Object.assign(host, { url, runs });
}

/** As a build service does. What is not there is a 404, as servers answer for an empty list. */
function answer(request: ReceivedRequest, runs: readonly SandboxRun[]): Reply {
  const prefix = `/tfs/Default Collection/${projectName}/_apis/build/builds`;
  if (request.path === prefix) return runList(request, runs, { runs, authorizations: [] });
  const [, id, rest] = /\/builds\/(\d+)\/(.*)$/.exec(request.path) ?? [];
  const run = runs.find(({ record }) => String(record["id"]) === id);
  if (run === undefined || !request.path.startsWith(prefix)) return { status: 404 };
  if (rest === "timeline") return json(run.timeline ?? { records: [] });
  return attachmentReply(request.path, run.attachments ?? []) ?? { status: 404 };
}
