import { parseArgs } from "node:util";
import { groupBy } from "../../../../shared/group-by";
import { halfOf, halves, readCorpus } from "./corpus";
import { type Measured, measure } from "./measure";
import { measureUnseen, unseen } from "./unseen";

const options = {
  half: { type: "string" },
  count: { type: "boolean" },
  unseen: { type: "string" },
} as const;

/**
 * `npm run reasons` tells how many endings of the corpus are quoted right, for each half and tool. With `-- --half developed`
 * (or `held-out`), those of that half, and what is wrong in it; with `-- --count`, only the totals; with `-- --unseen any`,
 * those that are right without the rows of any tool, and with `own`, without those of the tool that says it.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  const chosen = halves.filter((half) => values.half === undefined || half === values.half);
  if (chosen.length === 0) throw new Error(`--half is one of ${halves.join(", ")}`);
  const which = unseen.find((one) => one === values.unseen);
  if (values.unseen !== undefined && which === undefined)
    throw new Error(`--unseen is one of ${unseen.join(", ")}`);
  const corpus = readCorpus().filter((ending) => chosen.includes(halfOf(ending)));
  const measured = await (which === undefined ? measure(corpus) : measureUnseen(corpus, which));
  for (const half of chosen) {
    const ofHalf = measured.filter((one) => one.half === half);
    console.log(`${half}: ${rightOf(ofHalf)}`);
    if (values.count === true) continue;
    for (const [tool, ofTool] of [...groupBy(ofHalf, ({ ending }) => ending.tool)].sort())
      console.log(`  ${tool}: ${rightOf(ofTool)}`);
    if (values.half === undefined) continue;
    for (const { ending, told } of ofHalf.filter(({ isRight }) => !isRight))
      console.log(
        ["", ending.place, `  source: ${ending.source}`, `  told:   ${told}`]
          .concat(ending.says.map((says) => `  says:   ${says}`))
          .concat(ending.not.map((not) => `  not:    ${not}`))
          .join("\n"),
      );
  }
}

function rightOf(measured: readonly Measured[]): string {
  const right = measured.filter(({ isRight }) => isRight).length;
  const first = measured.filter(({ isRightFirst }) => isRightFirst).length;
  const share = (count: number) => `${Math.floor((100 * count) / Math.max(1, measured.length))} %`;
  return `${right} of ${measured.length} (${share(right)}), ${first} by the first line (${share(first)})`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
