import { failure as failureNotice } from "../../dom/element";
import { type NamedProject, projectOf } from "../../geometry/project";
import type { HubService } from "../../host/hub-service";
import type { ServiceClock } from "../../host/service";
import { type HubData, hubData } from "./hub-data";
import { keepReading, type LastAttempt, type Rereading } from "./keep-reading";
import { type Reading, readHub } from "./read-hub";
import { watcherSearch } from "./read-monitors";

/** A reading as a page shows it. */
export interface HubState extends LastAttempt {
  data: HubData;
}

/** How often a page looks at the clock. */
const beatMilliseconds = 30_000;

/** Reads a project again and again while somebody looks. `main` says so if nothing could be read at all. */
export function followProject(
  main: HTMLElement,
  { url, ...named }: NamedProject & { url: string },
  connect: (project: string) => HubService,
  show: (shown: HubState) => void,
  clock: ServiceClock,
): Rereading {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const service = connect(url);
  const project = { ...projectOf(named), url };
  const findWatchers = watcherSearch(connect, project);
  const pages = keepReading(
    (last: Reading | undefined, showPart: (part: Reading) => void) =>
      readHub(service, clock.now, last, findWatchers, showPart),
    ({ reading, failure, isReading, now: present }) => {
      if (reading !== undefined)
        show({ data: hubData(reading, project, { now: present, timeZone }), failure, isReading });
      else if (failure !== undefined)
        main.replaceChildren(
          failureNotice("The runs could not be read", failure.reason, () => void pages.refresh()),
        );
    },
    clock,
    () => document.visibilityState === "visible",
  );
  setInterval(pages.beat, beatMilliseconds);
  addEventListener("online", pages.comeBack);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) pages.comeBack();
  });
  document.addEventListener("visibilitychange", pages.comeBack);
  return pages;
}
