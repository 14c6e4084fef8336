import { channelManager } from "../../../node_modules/azure-devops-extension-sdk/esm/XDM.js";

/**
 * The page around the tab or the hub as they see it: the SDK's own channel on the host's side. `sandbox/host-page.ts` serves it, with
 * its settings in the page.
 */
const settings = JSON.parse(document.getElementById("settings")?.textContent ?? "");
const frame = document.createElement("iframe");
frame.title = "Pipeline Keeper";
document.body.append(frame);

const listeners: ((build: unknown) => void)[] = [];
let build: unknown = settings.build;
const state = {
  loaded: false,
  failed: "",
  title: "",
  isFull: false,
  parameters: { ...settings.hub?.parameters },
};

const contributionId = "pipeline-keeper.pipeline-keeper.report-tab";
const channel = channelManager.addChannel(frame.contentWindow ?? window, settings.tabOrigin);
channel.getObjectRegistry().register("DevOps.HostControl", {
  initialHandshake: () => ({
    contributionId,
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
    // A dashboard asks its widget to load.
    if (settings.widget !== undefined)
      void channel.invokeRemoteMethod("load", contributionId, [settings.widget]);
  },
  notifyLoadFailed(error: unknown) {
    state.failed = String(error);
  },
  getAccessToken: () => ({ token: settings.token }),
  resize() {},
});

/** What the page of a project offers to a hub. */
const services: Record<string, unknown> = {
  "ms.vss-features.location-service": { getResourceAreaLocation: () => settings.hub.organization },
  "ms.vss-tfs-web.tfs-page-data-service": {
    getProject: () => (settings.isBroken ? undefined : { id: "1", name: settings.hub.project }),
  },
  "ms.vss-features.host-page-layout-service": {
    setFullScreenMode(isFull: boolean) {
      state.isFull = isFull;
    },
  },
  "ms.vss-features.host-navigation-service": {
    getQueryParams: () => settings.hub.parameters,
    setQueryParams(changed: Record<string, string>) {
      for (const [name, value] of Object.entries(changed))
        if (value === "") delete state.parameters[name];
        else state.parameters[name] = value;
    },
    setDocumentTitle(title: string) {
      state.title = title;
    },
  },
};
/** A dashboard does not answer for what a widget has no use for. */
const ofHubs = ["ms.vss-features.host-navigation-service", "ms.vss-features.host-page-layout-service"];
channel.getObjectRegistry().register("DevOps.ServiceManager", {
  getService(id: string) {
    if (settings.widget !== undefined && ofHubs.includes(id)) return new Promise(() => {});
    return settings.hub === undefined ? undefined : services[id];
  },
});

Object.assign(window, {
  hostState: state,
  changeBuild(changed: unknown) {
    build = changed;
    for (const listener of listeners) listener(changed);
  },
});
frame.src = settings.tabUrl;
