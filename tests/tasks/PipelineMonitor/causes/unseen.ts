import { reasonIn } from "../../../../tasks/PipelineMonitor/causes/reason-in";
import type { Shape } from "../../../../tasks/PipelineMonitor/causes/shapes/shape";
import { shapes } from "../../../../tasks/PipelineMonitor/causes/shapes/shapes";
import type { Ending } from "./corpus";
import { type Measured, measure } from "./measure";

/** Without the rows of any tool, or of the one whose row tells the reason: how a tool that nobody has seen would be told. */
export const unseen = ["any", "own"] as const;
export type Unseen = (typeof unseen)[number];

export async function measureUnseen(endings: readonly Ending[], which: Unseen): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const ending of endings) {
    const tool = which === "own" ? toolOf(ending) : undefined;
    const rows = shapes.filter((row) => row.tool !== "any" && (tool === undefined || row.tool === tool));
    measured.push(...(await without(rows, () => measure([ending]))));
  }
  return measured;
}

function toolOf({ lines }: Ending): string {
  const reason = reasonIn(
    lines.map((line, index) => ({
      number: index + 1,
      text: line.replace("##[error]", ""),
      isMarked: line.includes("##[error]"),
    })),
  );
  return reason?.tool ?? "";
}

/** The product has no switch for this: while `work` lasts, the rows find nothing. */
async function without<Result>(rows: readonly Shape[], work: () => Promise<Result>): Promise<Result> {
  for (const { begins } of rows) begins.exec = () => null;
  try {
    return await work();
  } finally {
    for (const { begins } of rows) Reflect.deleteProperty(begins, "exec");
  }
}
