import type { BuildService } from "../../../../shared/azure-devops/client";
import type { RunSketch } from "../../../sandbox/runs";
import { ended, playHours } from "../monitor-stage";

export const day = 24;
const branch = "refs/heads/feature/x";
export const red = (id: number, sketch: RunSketch = {}): RunSketch => ({
  ...{ id, pipeline: "invoices", result: "failed", record: { sourceBranch: branch } },
  ...sketch,
});
/** A run of another pipeline that fails ten minutes before an hour. */
export const other = (at: number) =>
  ended(at, at - 1 / 6, { id: at + 100, definitionId: 8, pipeline: "payments", result: "failed" });

type Code = Partial<Record<"pipelineCode" | "hasBranch", unknown>>;

/** A service that answers so, and what it was asked. */
export function serviceWith({ pipelineCode, hasBranch }: Code) {
  const asked: string[] = [];
  const answer = (name: string, value: unknown) => async () => {
    asked.push(name);
    if (value instanceof Error) throw value;
    return value;
  };
  const service = () =>
    ({
      ...(pipelineCode === undefined ? {} : { pipelineCode: answer("code", pipelineCode) }),
      ...(hasBranch === undefined ? {} : { hasBranch: answer("branch", hasBranch) }),
    }) as Partial<BuildService>;
  return { asked, service };
}

/** The messages of reports at some hours, of which the run failed in the first. */
export async function told(
  code: Code,
  hours: readonly number[],
  keys: object = {},
  more: (at: number) => RunSketch[] = () => [],
  failure: RunSketch = red(1),
) {
  const { asked, service } = serviceWith(code);
  const texts = await playHours(
    keys,
    hours.map((at) => ({ at, service, runs: [...more(at), ended(at, -0.2, failure)] })),
  );
  return { texts, asked };
}

export const inRepos = { repository: "r-1", defaultBranch: "refs/heads/main" };
