import * as v from "valibot";
import { memberAt } from "../../../../shared/json/path";
import { optional } from "../../config/values";
import { feature } from "../../feature";
import { findOverdue } from "./find-overdue";
import { parseFinishBy } from "./judge";

const someTime = 'a time of the day such as "06:00", or with days such as "Mon-Fri 06:00"';

/** Reports pipelines that have not succeeded by a time of the day. */
export const deadlines = feature({
  name: "deadlines",
  keys: {},
  entryKeys: {
    finish_by: optional(
      v.pipe(
        v.string(someTime),
        v.check((value) => parseFinishBy(value) !== undefined, someTime),
      ),
      "Report that the pipeline has not succeeded by this time in `time_zone`. Not in `default`.",
      { example: "Mon-Fri 06:00", page: "schedules-and-limits.md#deadlines" },
    ),
  },
  memory: {},
  problems: (value) =>
    memberAt(value, ["pipelines", "default", "finish_by"]) === undefined
      ? []
      : [
          "pipelines.default.finish_by: not for all pipelines; move it to the entries of those it is for, such as nightly *",
        ],
  read({ entries }) {
    const finishBy = entries(({ finish_by = "" }) => parseFinishBy(finish_by));
    return [...finishBy.byName.values()].some((one) => one !== undefined) ? finishBy : undefined;
  },
  open: (finishBy) => ({ finds: [{ ...findOverdue(finishBy), readsJournal: true }] }),
});
