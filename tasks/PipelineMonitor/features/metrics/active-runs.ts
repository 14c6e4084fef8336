import { allRecords, runsIn } from "../../../../shared/azure-devops/records";
import { withinBudget } from "../../issue/context";
import type { OptionalStage } from "../../issue/report";
import { tellTwinsApart } from "../../issue/twins";

/** Lists the runs that wait or run now, unless the check for stuck runs has. */
export const activeRuns: OptionalStage = {
  name: "active runs",
  isEnabled: ({ active }) => active === undefined,
  async run(report, context) {
    const active = await withinBudget(context, async (signal) => {
      const runs = runsIn(await allRecords(context.service.unfinishedRuns(signal)));
      tellTwinsApart(runs, report.journal);
      return runs;
    });
    return { ...report, active };
  },
};
