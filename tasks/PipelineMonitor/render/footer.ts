import type { Part, Phrase, Text } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import { isSameDay, renderZone, utcZone } from "../../../shared/text/zone";
import type { Config } from "../config/parse";
import { decoded } from "../config/schema";
import { words } from "../issue/parts";
import type { ToldProject } from "../issue/report";
import { joined } from "./phrases";

/** From so long a period on, the last line has the days. */
const daysFromSeconds = 12 * 3600;
/** More projects are counted. */
const maxProjects = 3;

/** The last line: "contoso/Night Shift · 13 runs checked, 23:11–00:19 UTC · 3 known problems not repeated · Monitor run". */
export function renderFooter(
  projects: readonly Pick<ToldProject, "config" | "runCount" | "window">[],
  context: readonly Phrase[],
  ownRun: URL | undefined,
): Part[] {
  const runCount = projects.reduce((sum, project) => sum + project.runCount, 0);
  const zone = projects[0]?.config.zone ?? utcZone;
  const time = Math.min(...projects.map(({ window }) => window.listedSince.getTime()));
  const until = Math.max(...projects.map(({ window }) => window.nowMilliseconds));
  const isLong = until - time >= daysFromSeconds * 1000;
  const isDated = isLong && !isSameDay(time / 1000, until / 1000, zone);
  return [
    ...projectsPart(projects.map(({ config }) => config)),
    words(` · ${pluralize(runCount, "run")} checked, `),
    { zone, time, until, isDated },
    words(renderZone(zone)),
    ...context.flatMap((phrase) => [words(" · "), ...phrase]),
    ...(ownRun === undefined ? [] : [words(" · "), { label: words("Monitor run"), url: ownRun }]),
  ];
}

/** "contoso/Night Shift, Shop": monitors of several organizations may share a chat. */
function projectsPart(configs: readonly Config[]): Text[] {
  const [first] = configs;
  if (first === undefined) return [];
  const names = configs.map(({ projectName }) => [{ name: projectName }]);
  return [
    // An old address has the name in its host.
    { name: decoded(first.keys.organization) },
    words("/"),
    ...(names.length > maxProjects ? [words(`${names.length} projects`)] : joined(names, ", ")),
  ];
}
