import * as v from "valibot";
import { severities } from "../../../shared/chat/message";
import { finiteNumber } from "../../../shared/json/schema";
import { verdicts } from "../../../shared/report/form";

export const kindSchema = v.object({
  /** Its identity, in the memory of reports too: sentences may change, a code does not. */
  code: v.string(),
  severity: v.picklist(severities),
  /** 0 is the most severe. If not everything fits, the most severe come first. */
  rank: finiteNumber,
  /** Follows the number of such issues in the title of a message: "2 failed". */
  tally: v.string(),
  /** Whether several of them, of whatever pipelines, are told in one row. */
  sharesRow: v.exactOptional(v.boolean()),
  /** Whether its words say what its figures do, which only the specification's own message has besides. */
  saysFigures: v.exactOptional(v.boolean()),
  /** If the words have the time: the words without it, before how many there were, as in "did not start 3 times". */
  plural: v.exactOptional(v.string()),
  /** How the tab draws a run with such an issue; undefined if none is about a run. */
  verdict: v.exactOptional(v.picklist(verdicts)),
  /** Whether it is about the present, and lasts as long as each report finds it again. */
  isState: v.exactOptional(v.boolean()),
  /** Whether no paging service learns of it, such as of what is to come. */
  pagesNobody: v.exactOptional(v.boolean()),
});

/** A kind of issue, such as a run that waited too long. */
export type IssueKind = v.InferOutput<typeof kindSchema>;

/** The code of a run that did not start when it was due. Memory and tab treat it apart. */
export const missedCode = "missed";

/** The code of a pipeline that has not succeeded by its deadline. It ends with the next success, whoever remembers it. */
export const overdueCode = "overdue";

/** The tally of an issue that counts earlier ones of other kinds, too. */
export const mixedTally = "had problems";
