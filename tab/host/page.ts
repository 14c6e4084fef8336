import {
  getAccessToken,
  getConfiguration,
  getService,
  init,
  notifyLoadFailed,
  notifyLoadSucceeded,
} from "azure-devops-extension-sdk";
import type { NamedProject } from "../geometry/project";
import { connectHub } from "./hub-service";
import { reasonOf, withDeadline } from "./limits";
import { createGet, type ServiceClock } from "./service";

/** The resource area of builds. Azure DevOps Server has it, too. */
const buildArea = "965220d5-5bb9-42cf-8d67-9b146df2a5a4";

/** Connects to the run's page around the tab. Calls `changed` with the run's URL, and again whenever it changes. */
export async function connect(
  /** `isFinished` is undefined if it is unknown. */
  changed: (build: { url: string; isFinished: boolean | undefined }) => void,
): Promise<void> {
  const late = "The page of Azure DevOps did not answer this tab.";
  await withDeadline(late, () => init({ loaded: false, applyTheme: true }));
  const { onBuildChanged } = getConfiguration();
  if (typeof onBuildChanged !== "function")
    throw new Error("This page of Azure DevOps does not name its run.");
  onBuildChanged((build: unknown) => {
    const { url, status } = Object(build);
    changed({
      url: String(url),
      isFinished: status === undefined ? undefined : status === 2 || status === "completed",
    });
  });
  await withDeadline(late, notifyLoadSucceeded);
}

const late = "The page of Azure DevOps did not answer.";

/**
 * Waits for no more of the page around a hub or a widget than its project. `prepare` does before what the page expects when it
 * hears that this one has loaded: a hub that waits for its data is shown as slow.
 */
export function openProject(prepare: () => void = () => {}): Promise<NamedProject & { url: string }> {
  return withDeadline(late, async () => {
    await init({ loaded: false, applyTheme: true });
    prepare();
    await notifyLoadSucceeded();
    const [location, data] = await Promise.all([
      getService<{ getResourceAreaLocation(area: string): Promise<unknown> }>(
        "ms.vss-features.location-service",
      ),
      getService<{ getProject(): Promise<unknown> }>("ms.vss-tfs-web.tfs-page-data-service"),
    ]);
    const [organization, project] = await Promise.all([
      location.getResourceAreaLocation(buildArea),
      data.getProject(),
    ]);
    const { name, id }: Readonly<Record<string, unknown>> = Object(project);
    if (typeof name !== "string" || name === "")
      throw new Error("This page of Azure DevOps does not name its project.");
    if (typeof organization !== "string" || !/^https?:\/\//.test(organization))
      throw new Error("This page of Azure DevOps does not say where its organization is.");
    const url = `${organization.replace(/\/+$/, "")}/${encodeURIComponent(name)}`;
    allowRequestsTo(url);
    return { name, id: typeof id === "string" ? id : undefined, url };
  });
}

/** Connects to the projects of an organization, of which the id of one is known. */
export function connecting(project: NamedProject & { url: string }, clock: ServiceClock) {
  const get = createGet(project.url, token, clock);
  return (url: string) => connectHub(url, get, url === project.url ? project.id : undefined);
}

/** The address and the frame of the page around the hub. */
export function openAddress() {
  return withDeadline(late, async () => {
    const [navigation, layout] = await Promise.all([
      getService<{
        getQueryParams(): Promise<unknown>;
        setQueryParams(parameters: Readonly<Record<string, string>>): void;
        setDocumentTitle(title: string): void;
      }>("ms.vss-features.host-navigation-service"),
      // Older servers have none.
      getService<{ setFullScreenMode(isFull: boolean): void } | undefined>(
        "ms.vss-features.host-page-layout-service",
      ).catch(() => undefined),
    ]);
    const parameters: Readonly<Record<string, unknown>> = Object(await navigation.getQueryParams());
    return {
      parameters,
      /** An empty value takes a parameter away. */
      setParameters: (changed: Readonly<Record<string, string>>) => navigation.setQueryParams(changed),
      setTitle: (title: string) => navigation.setDocumentTitle(title),
      /** Undefined if the page around this one cannot hide its own parts. */
      setFullScreen: layout == null ? undefined : (isFull: boolean) => layout.setFullScreenMode(isFull),
    };
  });
}

/**
 * Narrows the page's content security policy to requests to the host of a URL. Policies only add up, so nothing can
 * widen it again.
 */
export function allowRequestsTo(url: string): void {
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = `connect-src ${new URL(url).origin}`;
  document.head.append(policy);
}

/** Tells the page, which otherwise shows its sign of loading for ever. Nobody waits for its response. */
export function reportFailure(error: unknown): void {
  notifyLoadFailed(reasonOf(error)).catch(() => undefined);
}

/** For the person who looks, with the extension's scope. */
export async function token(): Promise<string> {
  try {
    return await getAccessToken();
  } catch (error) {
    throw new Error(`Azure DevOps gave this tab no access: ${reasonOf(error)}`);
  }
}
