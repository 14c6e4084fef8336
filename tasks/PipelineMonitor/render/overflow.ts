import type { Line } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import { type Issue, pipelineNameOf, type ReportLine, toldIn } from "../issue/issue";
import { words } from "../issue/parts";

/** A shortened message must still say how much it leaves out. */
export const alwaysShown = { severity: "note", rank: -100, issueCount: 0 } as const;

/** Issues of further pipelines are left to the next report. */
const maxTallied = 50;

/** The number of issues of each pipeline in lines that do not fit into a message. */
export function tallyLine(omitted: readonly Line[]): ReportLine {
  const issues = [...toldIn(omitted)].flatMap((one) => ("about" in one ? [one] : []));
  const recoveries = omitted.reduce((sum, { recoveryCount = 0 }) => sum + recoveryCount, 0);
  const byName = new Map<string, Issue[]>();
  for (const issue of issues) {
    const name = pipelineNameOf(issue);
    if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), issue]);
  }
  const named = [...byName].sort(([, one], [, other]) => other.length - one.length).slice(0, maxTallied);
  const texts = [
    ...(issues.length === 0 ? [] : [pluralize(issues.length, "more issue")]),
    ...(recoveries === 0 ? [] : [`${recoveries} more ${recoveries === 1 ? "recovery" : "recoveries"}`]),
  ];
  const rest = byName.size - named.length;
  return {
    parts: [
      words(`${texts.join(" and ") || "More"} did not fit here`),
      ...named.flatMap(([name, some], index) => [
        words(index === 0 ? ": " : ", "),
        { name },
        words(` ×${some.length}`),
      ]),
      words(`${rest > 0 ? `, and ${pluralize(rest, "more pipeline")}` : ""}; see the step's log.`),
    ],
    ...alwaysShown,
    tells: named.flatMap(([, some]) => some),
  };
}
