import { getAccessToken, getConfiguration, init, notifyLoadSucceeded } from "azure-devops-extension-sdk";

export interface Build {
  url: string;
  isFinished: boolean;
  /** The id of its pipeline; empty if unknown. */
  definition: string;
}

/**
 * Connects to the run's page that embeds this one. Calls `changed` with the run, and again whenever it
 * changes.
 */
export async function connect(changed: (build: Build) => void): Promise<void> {
  await init({ loaded: false, applyTheme: true });
  const { onBuildChanged } = getConfiguration();
  if (typeof onBuildChanged !== "function")
    throw new Error("This page of Azure DevOps does not name its run.");
  onBuildChanged((build: unknown) => {
    const { url, status, definition } = Object(build);
    const id: unknown = Object(definition).id;
    changed({
      url: String(url),
      isFinished: status === 2 || status === "completed",
      definition: String(id ?? ""),
    });
  });
  await notifyLoadSucceeded();
}

/** For the person who looks, with the extension's scope. */
export function token(): Promise<string> {
  return getAccessToken();
}
