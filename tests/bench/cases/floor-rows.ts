import { type Row, shownSeconds } from "../report";
import { sampleOf } from "../statistics";

export interface AgainstFloor {
  requests: readonly number[];
  fewest: number;
  walls: readonly number[];
  floorSeconds: number;
  /** How many times the floor the wall time may be. */
  goal?: number;
}

/** Requests and wall time of a case against their floors. */
export function floorRows(
  name: string,
  { requests, fewest, walls, floorSeconds, goal = 1.3 }: AgainstFloor,
): Row[] {
  const most = Math.max(...requests);
  return [
    {
      case: name,
      measure: "requests ÷ floor",
      ratio: most / fewest,
      goal: { atMost: 1.05 },
      figures: `${most} against ${fewest}`,
      raw: { requests, fewest },
    },
    {
      case: name,
      measure: "wall ÷ floor",
      ratio: sampleOf(walls).median / floorSeconds,
      goal: { atMost: goal },
      figures: `${shownSeconds(sampleOf(walls))} against ${(floorSeconds * 1000).toFixed(0)} ms`,
      raw: { wallSeconds: walls, floorSeconds },
    },
  ];
}
