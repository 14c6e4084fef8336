import { getService, init, notifyLoadSucceeded } from "azure-devops-extension-sdk";
import { withDeadline } from "./limits";

/** The page of Azure DevOps around the hub: its project and its address. */
export interface HubPage {
  /** The URL of its project, without a slash at the end. */
  project: string;
  projectName: string;
  /** The query of its address. */
  parameters: Readonly<Record<string, unknown>>;
  /** An empty value takes a parameter away. */
  setParameters(parameters: Readonly<Record<string, string>>): void;
  setTitle(title: string): void;
  /** Undefined if the page around this one cannot hide its own parts. */
  setFullScreen: ((isFull: boolean) => void) | undefined;
}

/** The project whose page embeds this one. */
export type OpenProject = Pick<HubPage, "project" | "projectName">;

/** The resource area of builds. Azure DevOps Server has it, too. */
const buildArea = "965220d5-5bb9-42cf-8d67-9b146df2a5a4";

const late = "The page of Azure DevOps did not answer.";

/** Tells the page at once that the hub has loaded: a hub that waits for its data is shown as slow. */
export async function openHub(): Promise<HubPage> {
  const project = await openProject();
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
    const parameters = await navigation.getQueryParams();
    return {
      ...project,
      parameters: Object(parameters),
      setParameters: (changed) => navigation.setQueryParams(changed),
      setTitle: (title) => navigation.setDocumentTitle(title),
      setFullScreen: layout == null ? undefined : (isFull) => layout.setFullScreenMode(isFull),
    };
  });
}

/** Waits for no more of the page than its project. `prepare` does before what the page expects when it hears that this one has loaded. */
export async function openProject(prepare: () => void = () => {}): Promise<OpenProject> {
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
    const name: unknown = Object(project).name;
    if (typeof name !== "string" || name === "")
      throw new Error("This page of Azure DevOps does not name its project.");
    if (typeof organization !== "string" || !/^https?:\/\//.test(organization))
      throw new Error("This page of Azure DevOps does not say where its organization is.");
    return { project: `${organization.replace(/\/+$/, "")}/${encodeURIComponent(name)}`, projectName: name };
  });
}
