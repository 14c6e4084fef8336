import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { jsonForHtml } from "../../shared/report/standalone-page";
import { root } from "../root";
import { type Fault, type ReceivedRequest, type Reply, startServer } from "./loopback";

/** Themes of Azure DevOps as its pages hand them to extensions: palette values are RGB triples. */
const themes = {
  light: {
    "palette-primary": "0, 120, 212",
    "palette-neutral-0": "255, 255, 255",
    "palette-neutral-4": "248, 248, 248",
    "palette-neutral-8": "234, 234, 234",
    "palette-neutral-60": "102, 102, 102",
    "palette-neutral-100": "0, 0, 0",
    "text-primary-color": "rgba(0, 0, 0, .9)",
    "background-color": "rgba(255, 255, 255, 1)",
  },
  dark: {
    "palette-primary": "0, 120, 212",
    "palette-neutral-0": "32, 31, 30",
    "palette-neutral-4": "37, 36, 35",
    "palette-neutral-8": "50, 49, 48",
    "palette-neutral-60": "161, 159, 157",
    "palette-neutral-100": "255, 255, 255",
    "text-primary-color": "rgba(255, 255, 255, 1)",
    "background-color": "rgba(32, 31, 30, 1)",
  },
};

export type Theme = keyof typeof themes;

/** A page of Azure DevOps that embeds one of the extension's, and the build service behind it. */
export interface HostPage {
  /** The URL of the page with these parameters. */
  pageUrl(parameters: Readonly<Record<string, string>>): string;
  /** The URLs of the organization, which ends in a slash, and of its only project. */
  organization: string;
  project: string;
  requests(): ReceivedRequest[];
  /** How long the service thinks before it answers. */
  delayMilliseconds: number;
  /** Applied to the next requests. */
  faults: Fault[];
  close(): Promise<void>;
}

interface HostOptions {
  /** The page that is embedded for these parameters, and what the host tells it. */
  embed(parameters: Record<string, string>): { page: string; settings: object };
  /** The build service. */
  answer(request: ReceivedRequest): Reply;
}

export const projectName = "Night Shift";

/** The only one that the service lets in. */
const token = "sandbox-token";

/**
 * Starts a page with the SDK's own protocol, and a build service with the paths of an Azure DevOps Server. The embedded page
 * comes from another origin, as it does from the marketplace.
 */
export async function startHostPage({ embed, answer }: HostOptions): Promise<HostPage> {
  const script = await hostScript();
  const extension = await startServer(({ path }) =>
    html(readFileSync(join(root, "dist", "tab", path), "utf8")),
  );
  const tabOrigin = extension.address.origin;
  const allowed = {
    "access-control-allow-origin": tabOrigin,
    "access-control-allow-headers": "authorization, accept",
    "access-control-expose-headers": "x-ms-continuationtoken, retry-after",
    "access-control-max-age": "600",
  };
  const host = await startServer((request) => {
    if (!request.path.startsWith("/tfs/")) return pageFor(request);
    if (request.method === "OPTIONS") return { status: 204, headers: allowed };
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    const reply = isKnown ? answer(request) : { status: 401 };
    const { delayMilliseconds } = started;
    return { ...reply, headers: { ...reply.headers, ...allowed }, delayMilliseconds };
  });
  const pageFor = ({ query }: ReceivedRequest): Reply => {
    const { theme = "light", start, ...parameters } = Object.fromEntries(query);
    const { page, settings } = embed(parameters);
    const tabUrl = new URL(page, extension.address).href;
    const ofTheme = theme === "dark" ? themes.dark : themes.light;
    const isBroken = start === "broken";
    return html(pageWith(script, { ...settings, theme: ofTheme, token, tabOrigin, tabUrl, isBroken }));
  };
  const organization = new URL("tfs/Default%20Collection/", host.address).href;
  const started: HostPage = {
    pageUrl: (parameters) => new URL(`?${new URLSearchParams(parameters)}`, host.address).href,
    ...{ organization, project: `${organization}${encodeURIComponent(projectName)}` },
    ...{ delayMilliseconds: 0, faults: host.faults },
    requests: () => host.requests.filter(({ path, method }) => path.startsWith("/tfs/") && method === "GET"),
    close: async () => void (await Promise.all([host.close(), extension.close()])),
  };
  return started;
}

function html(body: string): Reply {
  return { body, headers: { "content-type": "text/html; charset=utf-8" } };
}

function pageWith(script: string, settings: unknown): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">
<title>Azure DevOps in the sandbox</title><style>
body { margin: 0; display: flex; flex-direction: column; height: 100vh; font: 14px sans-serif }
header { padding: 12px 20px } iframe { flex: 1; border: 0 }
</style></head><body><header>A page of Azure DevOps in the sandbox: the extension below speaks the real protocol.</header>
<script type="application/json" id="settings">${jsonForHtml(JSON.stringify(settings))}</script>
<script>${script}</script></body></html>`;
}

/** Contains the SDK's own channel code. */
async function hostScript(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["tests/tab/browser/host-script.ts"],
    write: false,
    bundle: true,
    format: "iife",
  });
  return (outputFiles[0]?.text ?? "").replace(/<(?=\/script|!--)/gi, "\\x3c");
}
