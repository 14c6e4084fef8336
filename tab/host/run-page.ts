import {
  getAccessToken,
  getConfiguration,
  init,
  notifyLoadFailed,
  notifyLoadSucceeded,
} from "azure-devops-extension-sdk";
import { withDeadline } from "./limits";
import { reasonOf } from "./reason";

export interface Build {
  url: string;
  /** Undefined if unknown. */
  isFinished: boolean | undefined;
}

/**
 * Connects to the run's page that embeds this one. Calls `changed` with the run, and again whenever it
 * changes.
 */
export async function connect(changed: (build: Build) => void): Promise<void> {
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
