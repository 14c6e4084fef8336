import { starterPipelineFor } from "../../../shared/text/starter-pipeline";
import { copyButton } from "../../dom/copy-button";
import { element, link } from "../../dom/element";
import { noteList, rowLists } from "../../problems/row-lists";
import { momentText } from "../../words/clock";
import { cutText, firstRunText, noJournal, whatAMonitorAdds } from "../../words/hub-state";
import { ranText, unwatchedText } from "../../words/hub-words";
import type { HubData } from "./hub-data";
import type { PageState } from "./keep-reading";

/** Who watches, and when everything was read. */
export function aboutOf(
  { monitors, clock, listed, readAt }: HubData,
  projectName: string,
  unwatched: { count: number; isDays: boolean },
): HTMLElement {
  const ran = monitors.map(({ name, run, reportedAt }) =>
    link(
      ranText(monitors.length === 1 && name === run.pipeline ? "monitor" : name, clock.now - reportedAt),
      run.url,
    ),
  );
  const nobody = unwatchedText(unwatched.count, unwatched.isDays);
  const parts = [
    projectName,
    ...(ran.length === 0
      ? [element("a", { href: "#first-steps" }, "no monitor: see what one adds")]
      : ran.slice(0, 4)),
    ...(ran.length > 4 ? [`${ran.length - 4} more monitors`] : []),
    ...(listed !== undefined || nobody === "" ? [] : [nobody]),
    `read at ${momentText(readAt, clock)}, ${clock.zone.name}`,
  ];
  return element(
    "p",
    { class: "about" },
    ...parts.flatMap((one, index) => (index === 0 ? [one] : [" · ", one])),
  );
}

/** Above what could be read before. */
export function failureNote(
  { reason, nextAt }: NonNullable<PageState<unknown>["failure"]>,
  clock: HubData["clock"],
): HTMLElement {
  const next = `The page tries again at ${momentText(nextAt, clock)}.`;
  return element(
    "p",
    { class: "notes warn", role: "alert" },
    `The runs could not be read: ${reason} ${next}`,
  );
}

export function notesOf({ gaps, listed, withoutJournal, rows, clock }: HubData): HTMLElement[] {
  const lines = [
    ...new Set(gaps),
    ...withoutJournal.map((name) => noJournal(name, listed !== undefined)),
    ...(listed?.isCut === true && listed.since !== undefined
      ? [cutText(listed.count, momentText(listed.since, clock))]
      : []),
  ];
  return [
    ...noteList(
      "warn",
      "Notes",
      lines.map((line) => element("li", {}, line)),
    ),
    ...(rows.length === 0 ? [] : [element("div", { class: "said" }, ...rowLists(rows))]),
  ];
}

/** The page on which Azure DevOps creates a pipeline. Many link to it, but it is not documented. */
const newPipeline = "_apps/hub/ms.vss-build-web.ci-designer-hub";

/** Says what a monitor adds, with the file to copy and where to paste it. */
export function firstSteps({ listed }: Pick<HubData, "listed">, project: { url: string }): HTMLElement {
  const file = element(
    "pre",
    { tabindex: "0", "aria-label": "The pipeline's YAML" },
    starterPipelineFor(listed?.branch),
  );
  const quickstart = document.querySelector<HTMLMetaElement>('meta[name="quickstart"]')?.content;
  return element(
    "section",
    { "aria-labelledby": "first-steps", class: "first-steps" },
    element("h2", { id: "first-steps" }, "Watch these pipelines"),
    element("p", {}, whatAMonitorAdds),
    element(
      "p",
      { class: "tools" },
      ...copyButton(file),
      link("New pipeline", `${project.url}/${newPipeline}`),
      ...(quickstart === undefined ? [] : [link("Quickstart", quickstart)]),
    ),
    file,
    element("p", {}, firstRunText),
  );
}
