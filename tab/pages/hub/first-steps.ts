import { starterPipelineFor } from "../../../shared/text/starter-pipeline";
import { button, element, link } from "../../dom/element";

/** The page on which Azure DevOps creates a pipeline. Many link to it, but it is not documented. */
const newPipeline = "_apps/hub/ms.vss-build-web.ci-designer-hub";

const whatAMonitorAdds =
  "No pipeline of this project monitors the others, and no monitor that you may see in another project does. A monitor adds " +
  "why runs fail, scheduled runs that did not start, and messages in your chat. It takes one pipeline, and the chat's webhook " +
  "in its secret variable WEBHOOK_URL:";

/** Azure DevOps does not say which pipelines have a step before they have run. */
const firstRunText =
  "A monitor that you have just added is not known here before its first run: select Run pipeline, or wait for its schedule.";

/** Says what a monitor adds, with the file to copy and where to paste it. `branch` is the one that most runs are of. */
export function firstSteps(project: { url: string }, branch: string | undefined): HTMLElement {
  const file = element(
    "pre",
    { tabindex: 0, "aria-label": "The pipeline's YAML" },
    starterPipelineFor(branch),
  );
  const quickstart = document.querySelector<HTMLMetaElement>('meta[name="quickstart"]')?.content;
  const status = element("span", { role: "status" });
  const copy = () => {
    // A page within a page may use the clipboard only if the outer one allows it, but may copy what is selected.
    getSelection()?.selectAllChildren(file);
    status.textContent = document.execCommand("copy") ? "Copied." : "Selected. Copy it with the keyboard.";
  };
  return element(
    "section",
    { "aria-labelledby": "first-steps", class: "first-steps" },
    element("h2", { id: "first-steps" }, "Watch these pipelines"),
    element("p", {}, whatAMonitorAdds),
    element(
      "p",
      { class: "tools" },
      button("Copy", copy),
      status,
      link("New pipeline", `${project.url}/${newPipeline}`),
      quickstart !== undefined && link("Quickstart", quickstart),
    ),
    file,
    element("p", {}, firstRunText),
  );
}
