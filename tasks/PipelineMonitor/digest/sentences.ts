import { pluralize } from "../../../shared/text/pluralize";
import { readable } from "../../../shared/text/time";
import { renderChange } from "./compare";
import type { PipelineDigest } from "./figures";
import { type Period, renderBefore } from "./period";

/** Returns what failed, as it follows the name of a pipeline: ": 5 of 40 runs failed (3 of 42 the week before)". */
export function failingSentence({ current, before }: PipelineDigest, period: Period): string {
  const earlier =
    before.runs === 0
      ? `no runs ${renderBefore(period)}`
      : `${before.failures} of ${before.runs} ${renderBefore(period)}`;
  return `: ${current.failures} of ${pluralize(current.runs, "run")} failed (${earlier})`;
}

/** Returns how much slower a pipeline got, as it follows its name. */
export function slowerSentence({ current, before }: PipelineDigest): string {
  const time = (seconds = 0, earlier = 0) => `${readable(seconds)} (${renderChange(seconds, earlier)})`;
  const mean = time(current.mean, before.mean);
  return ` got slower: mean run time ${mean}, 99 % within ${time(current.percentile99, before.percentile99)}`;
}

/** Returns why a pipeline is flaky, as it follows its name. */
export function flakySentence({ flakiness: { commits, failures } }: PipelineDigest): string {
  const failed = pluralize(failures, "failed run");
  return ` is flaky: runs failed and passed on ${pluralize(commits, "commit")} (${failed})`;
}
