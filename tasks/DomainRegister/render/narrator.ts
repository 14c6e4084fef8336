import type { Agent } from "../../../shared/agent/agent";
import type { Clock } from "../../../shared/clock";
import { pluralize } from "../../../shared/text/pluralize";
import type { Narrator } from "../registration/context";
import type { Rules } from "../registration/state";
import { renderHeartbeat, renderProgress, renderUnitWarning } from "./progress";

const heartbeatMinutes = 5;

export function createNarrator(agent: Agent, clock: Clock, rules: Rules, startedAt: number): Narrator {
  let lastLineAt = startedAt;
  const print = (lines: readonly string[]) => {
    for (const line of lines) agent.print(line);
    if (lines.length > 0) lastLineAt = clock.now();
  };
  return {
    beforeCheck(registration, checkAt) {
      if (clock.now() - lastLineAt < heartbeatMinutes * 60_000) return;
      print([renderHeartbeat(registration, checkAt, clock.now(), rules)]);
      agent.progress(percentOf(startedAt, rules.endsAt, clock.now()), "Waiting for the release");
    },
    afterEvent(before, event, step) {
      print(renderProgress({ before, event, step }, clock.now(), rules));
      const warning = renderUnitWarning(before, event, rules);
      if (warning !== undefined) agent.warn(warning);
    },
    atEnd(registration) {
      agent.print(`${pluralize(registration.checks, "check")} made.`);
    },
  };
}

function percentOf(from: number, to: number, now: number): number {
  return to <= from ? 100 : Math.min(100, Math.floor((100 * (now - from)) / (to - from)));
}
