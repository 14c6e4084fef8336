import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { jsonForHtml } from "../../shared/report/standalone-page";
import { root } from "../root";
import { type Fault, type ReceivedRequest, type Reply, startServer } from "./loopback";
import { answerTab, type TabRun } from "./report-service";
import { themes } from "./themes";

/** The page of a run that embeds the tab, and the build service behind it. */
export interface RunPage {
  url(run: number, theme?: keyof typeof themes): string;
  /** The page hands this to the tab. */
  buildOf(run: number): unknown;
  /** The runs of the service; they may be changed while it runs. */
  runs: TabRun[];
  requests(): ReceivedRequest[];
  /** Applied to the next requests. */
  faults: Fault[];
  close(): Promise<void>;
}

/** The only one that the sandbox's services let in. */
export const token = "sandbox-token";

/**
 * Starts a run's page with the SDK's own protocol, and a build service with the paths of an Azure DevOps
 * Server. The tab comes from another origin, as it does from the marketplace; `adapt` may change its page.
 */
export async function startRunPage(runs: TabRun[], adapt = (page: string) => page): Promise<RunPage> {
  const script = await hostScript();
  const page = adapt(readFileSync(join(root, "dist", "tab", "index.html"), "utf8"));
  const tab = await startServer(() => html(page));
  const tabOrigin = tab.address.origin;
  const allowed = {
    "access-control-allow-origin": tabOrigin,
    "access-control-allow-headers": "authorization, accept",
  };
  const host = await startServer((request) => {
    if (!request.path.startsWith("/tfs/")) return pageFor(request);
    if (request.method === "OPTIONS") return { status: 204, headers: allowed };
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    const reply = isKnown ? answerTab(request, runs, project()) : { status: 401 };
    return { ...reply, headers: allowed };
  });
  const project = () => new URL("tfs/Default%20Collection/Night%20Shift", host.address).href;
  const buildOf = (id: number) => ({
    id,
    url: `${project()}/_apis/build/Builds/${id}`,
    status: runs.find((run) => run.id === id)?.isFinished === false ? 1 : 2,
  });
  const pageFor = ({ query }: ReceivedRequest): Reply => {
    const theme = query.get("theme") === "dark" ? themes.dark : themes.light;
    const tabUrl = new URL("index.html", tab.address).href;
    return html(
      hostPage(script, {
        ...{ build: buildOf(Number(query.get("run"))), theme, token, tabOrigin, tabUrl },
        isBroken: query.get("start") === "broken",
      }),
    );
  };
  return {
    url: (run, theme = "light") => new URL(`?run=${run}&theme=${theme}`, host.address).href,
    buildOf,
    runs,
    requests: () => host.requests.filter(({ path, method }) => path.startsWith("/tfs/") && method === "GET"),
    faults: host.faults,
    async close() {
      await Promise.all([host.close(), tab.close()]);
    },
  };
}

export function html(body: string): Reply {
  return { body, headers: { "content-type": "text/html; charset=utf-8" } };
}

export function hostPage(script: string, settings: unknown): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">
<title>Azure DevOps in the sandbox</title><style>
body { margin: 0; display: flex; flex-direction: column; height: 100vh; font: 14px sans-serif }
header { padding: 12px 20px } iframe { flex: 1; border: 0 }
</style></head><body><header>A page of Azure DevOps in the sandbox: the extension below speaks the real protocol.</header>
<script type="application/json" id="settings">${jsonForHtml(JSON.stringify(settings))}</script>
<script>${script}</script></body></html>`;
}

/** Contains the SDK's own channel code. */
export async function hostScript(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["tests/tab/browser/host-script.ts"],
    write: false,
    bundle: true,
    format: "iife",
  });
  return (outputFiles[0]?.text ?? "").replace(/<(?=\/script|!--)/gi, "\\x3c");
}
