import { attachmentReply } from "./attachments";
import type { SandboxRun } from "./build-service";
import { type HostPage, projectName, startHostPage, type Theme } from "./host-page";
import { json, type ReceivedRequest, type Reply } from "./loopback";
import { runList } from "./run-list";

/** The page of a project that embeds the hub, or a dashboard with the widget, and the build service behind it. */
export interface HubPage extends HostPage {
  url(
    parameters?: Readonly<Record<string, string>>,
    options?: { theme?: Theme; isBroken?: boolean; widget?: WidgetSize | undefined },
  ): string;
  /** The runs of the service; they may be changed while it runs. */
  runs: SandboxRun[];
  /** The runs of other projects of the organization, by their names. */
  others: Map<string, readonly SandboxRun[]>;
}

/** Columns and rows, as `supportedSizes` of the manifest has them. */
export type WidgetSize = "2x1" | "2x2" | "3x2" | "4x2";

/** Starts a project's page. */
export async function startHubPage(): Promise<HubPage> {
  const runs: SandboxRun[] = [];
  const others = new Map<string, readonly SandboxRun[]>();
  const host = await startHostPage({
    embed: ({ widget, ...parameters }) => {
      const hub = { project: projectName, organization: host.organization, parameters };
      if (widget === undefined) return { page: "hub.html", settings: { hub } };
      const [columnSpan, rowSpan] = widget.split("x").map(Number);
      const size = { rowSpan, columnSpan };
      return { page: "widget.html", settings: { hub, widget: { size } } };
    },
    answer: (request) => answer(request, runs, others),
  });
  const url: HubPage["url"] = (parameters, { theme = "light", isBroken = false, widget } = {}) =>
    host.pageUrl({
      ...{ ...parameters, theme },
      ...(isBroken && { start: "broken" }),
      ...(widget && { widget }),
    });
  return Object.assign(host, { url, runs, others });
}

/** As a build service does. What is not there is a 404, as servers answer for an empty list. */
function answer(request: ReceivedRequest, own: readonly SandboxRun[], others: HubPage["others"]): Reply {
  const organization = "/tfs/Default Collection";
  if (request.path === `${organization}/_apis/projects`) {
    const value = [projectName, ...others.keys()].map((name) => ({ name }));
    return json({ count: value.length, value });
  }
  const [, project = ""] = new RegExp(`^${organization}/([^/]+)/_apis/build/builds`).exec(request.path) ?? [];
  const runs = project === projectName ? own : (others.get(project) ?? []);
  if (request.path.startsWith(`${organization}/${projectName}/_apis/build/definitions/`))
    return json({ repository: { defaultBranch: "refs/heads/main" } });
  const prefix = `${organization}/${project}/_apis/build/builds`;
  if (request.path === prefix) return runList(request, runs, { runs, authorizations: [], isTopOfPage: true });
  const [, id, rest] = /\/builds\/(\d+)\/(.*)$/.exec(request.path) ?? [];
  const run = runs.find(({ record }) => String(record["id"]) === id);
  if (run === undefined || !request.path.startsWith(prefix)) return { status: 404 };
  if (rest === "timeline") return json(run.timeline ?? { records: [] });
  return attachmentReply(request.path, run.attachments ?? []) ?? { status: 404 };
}
