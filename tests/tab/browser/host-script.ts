import { channelManager } from "../../../node_modules/azure-devops-extension-sdk/esm/XDM.js";

/**
 * The run's page as the tab sees it: the SDK's own channel on the host's side. `run-page.ts` serves it, with
 * its settings in the page.
 */
const settings = JSON.parse(document.getElementById("settings")?.textContent ?? "");
const frame = document.createElement("iframe");
frame.title = "Pipeline Keeper";
document.body.append(frame);

const listeners: ((build: unknown) => void)[] = [];
let build: unknown = settings.build;
const state = { loaded: false, failed: "" };

const channel = channelManager.addChannel(frame.contentWindow ?? window, settings.tabOrigin);
channel.getObjectRegistry().register("DevOps.HostControl", {
  initialHandshake: () => ({
    contributionId: "pipeline-keeper.pipeline-keeper.report-tab",
    context: {
      extension: { id: "pipeline-keeper.pipeline-keeper" },
      user: { name: "on-call" },
      host: { name: "contoso" },
      pageContext: {},
    },
    // A page of another version does not offer its run.
    initialConfig: settings.isBroken
      ? {}
      : {
          onBuildChanged(listener: (build: unknown) => void) {
            listeners.push(listener);
            listener(build);
          },
        },
    themeData: settings.theme,
  }),
  notifyLoadSucceeded() {
    state.loaded = true;
  },
  notifyLoadFailed(error: unknown) {
    state.failed = String(error);
  },
  getAccessToken: () => ({ token: settings.token }),
  resize() {},
});
channel.getObjectRegistry().register("DevOps.ServiceManager", { getService: () => undefined });

Object.assign(window, {
  hostState: state,
  changeBuild(changed: unknown) {
    build = changed;
    for (const listener of listeners) listener(changed);
  },
});
frame.src = settings.tabUrl;
