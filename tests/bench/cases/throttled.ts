import type { Bench } from "../case";
import { shortestSeconds } from "../floors";
import { measure } from "../measure";
import { monitorProgram } from "../programs";
import { type Row, shownSeconds } from "../report";
import { withBuildService } from "../service";
import { sampleOf } from "../statistics";
import { assertWorkDone } from "../work-done";
import { busy } from "./busy-hour";

/** The busy hour at a service that asks every twentieth time to be left alone for a second. */
export function throttled({ agent, runs }: Bench): Promise<Row[]> {
  const scenario = { ...busy(20, "last"), throttledEvery: 20 };
  return withBuildService(scenario, async (service) => {
    const program = monitorProgram(agent, service.address, service.webhook);
    const walls: number[] = [];
    const floors: number[] = [];
    const duringWaits: number[] = [];
    const waits: number[] = [];
    for (let run = 0; run < runs; run++) {
      const { startedAt, seconds, output } = await measure(program);
      const figures = await service.figures();
      assertWorkDone(scenario, output, figures);
      const start = (figures.firstRequestAt - startedAt) / 1000;
      walls.push(seconds);
      floors.push(shortestSeconds(start, scenario) + figures.waitSeconds);
      duringWaits.push(figures.requestsDuringWaits);
      waits.push(figures.throttled);
    }
    const [wall, floor] = [sampleOf(walls), sampleOf(floors)];
    const name = "throttled";
    return [
      {
        case: name,
        measure: "wall ÷ floor with the waits",
        ratio: wall.median / floor.median,
        goal: { atMost: 1.1 },
        figures: `${shownSeconds(wall)} against ${shownSeconds(floor)}, ${waits[0]} waits`,
        raw: { wallSeconds: walls, floorSeconds: floors, waits },
      },
      {
        case: name,
        measure: "requests during a wait",
        ratio: Math.max(...duringWaits),
        goal: { atMost: 0 },
        figures: `${duringWaits.join(", ")} in ${runs} runs`,
        raw: { duringWaits },
      },
    ];
  });
}
