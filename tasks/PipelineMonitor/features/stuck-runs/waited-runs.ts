import pMap from "p-map";
import { maxConnections } from "../../../../shared/azure-devops/client";
import { type Waits, waited } from "../../../../shared/waits";
import { type Issue, runOf } from "../../issue/issue";
import { words } from "../../issue/parts";
import type { OptionalStage } from "../../issue/report";
import { withTimelines } from "../../logs/timelines";
import { waitedText } from "./waiting-runs";

/** More runs are reported without what they waited for. */
const maxTimelines = 20;

/** Says how long a finished run that took too long had waited for a person. */
export const waitedRuns: OptionalStage = {
  name: "what finished runs waited for",
  isEnabled: () => true,
  async run(report, context) {
    const late = new Set(report.issues.filter(isLate).slice(0, maxTimelines));
    const issues = await withTimelines(context, (read) =>
      pMap(
        report.issues,
        async (issue) => {
          const run = late.has(issue) ? runOf(issue) : undefined;
          const timeline = run && (await read(run.id));
          return timeline === undefined ? issue : withWait(issue, timeline);
        },
        { concurrency: maxConnections },
      ),
    );
    return { ...report, issues };
  },
};

/** A finished run that ran too long, or waited too long to start. */
function isLate(issue: Issue): boolean {
  const { limits, isState = false } = issue;
  const isBeyond = limits?.maxSeconds !== undefined || limits?.maxWaitSeconds !== undefined;
  return isBeyond && !isState && runOf(issue) !== undefined;
}

function withWait(issue: Issue, waits: Waits): Issue {
  const { limits, figures, sentence } = issue;
  const { queueTime, startTime, finishTime } = runOf(issue) ?? {};
  const [from, until] = limits?.maxSeconds === undefined ? [queueTime, startTime] : [startTime, finishTime];
  const wait = from === undefined || until === undefined ? undefined : waited(waits, from, until);
  if (wait === undefined) return issue;
  const more = words(`; ${waitedText(wait)}`);
  return {
    ...issue,
    figures: [...figures, more],
    ...(sentence === undefined ? {} : { sentence: [...sentence, more] }),
  };
}
