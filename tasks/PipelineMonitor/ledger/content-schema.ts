import * as v from "valibot";
import { finiteNumber } from "../../../shared/json/schema";
import { verdicts } from "../../../shared/report/form";
import type { Zone } from "../../../shared/text/zone";
import type { Issue, Note } from "../issue/issue";

const whole = v.pipe(v.number(), v.safeInteger());
const optional = v.exactOptional;
const style = { style: optional(v.picklist(["strong", "code"])) };
const text = v.union([v.object({ words: v.string(), ...style }), v.object({ name: v.string(), ...style })]);
const texts = v.array(text);
const url = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value)),
  v.transform((value) => new URL(value)),
);
const link = v.object({ label: text, url, of: optional(v.string()), isSpare: optional(v.boolean()) });
const severity = v.picklist(["failure", "warning", "recovery", "note"]);

const run = v.pipe(
  v.object({
    ...{ id: whole, buildNumber: v.string(), pipeline: v.string(), status: v.string(), result: v.string() },
    definitionId: v.optional(whole),
    queueTime: v.optional(finiteNumber),
    startTime: v.optional(finiteNumber),
    finishTime: v.optional(finiteNumber),
    branch: optional(v.string()),
    reason: optional(v.string()),
  }),
  v.transform(({ definitionId, queueTime, startTime, finishTime, ...one }) => ({
    ...one,
    ...{ definitionId, queueTime, startTime, finishTime },
  })),
);
const unreadable = v.pipe(
  v.object({
    id: v.optional(whole),
    buildNumber: v.string(),
    pipeline: v.optional(v.string()),
    problem: v.string(),
  }),
  v.transform(({ id, pipeline, ...one }) => ({ ...one, id, pipeline })),
);

/** An issue or note as it is to be told in a later report. Its moments are shown in a zone. */
export function contentSchema(zone: Zone): v.GenericSchema<unknown, Issue | Note> {
  const moment = v.pipe(
    v.object({ time: finiteNumber, until: optional(finiteNumber), isDated: optional(v.boolean()) }),
    v.transform((one) => ({ ...one, zone })),
  );
  const phrase = v.array(v.union([text, moment]));
  const parts = v.array(v.union([text, link, moment]));
  const links = v.array(v.union([text, link]));
  const orMore = v.boolean();
  const issue = v.object({
    ...{ code: v.string(), severity, rank: finiteNumber, tally: v.string() },
    verdict: optional(v.picklist(verdicts)),
    isState: optional(v.boolean()),
    pagesNobody: optional(v.boolean()),
    about: v.union([
      v.literal("project"),
      v.object({ run }),
      v.object({ unreadable }),
      v.object({ pipeline: v.string(), definitionId: v.optional(whole) }),
    ]),
    at: v.optional(finiteNumber),
    graceSeconds: optional(finiteNumber),
    isFurther: optional(v.boolean()),
    ...{ words: phrase, figures: phrase, sentence: optional(phrase) },
    limits: optional(
      v.object({
        maxSeconds: optional(finiteNumber),
        minSeconds: optional(finiteNumber),
        maxWaitSeconds: optional(finiteNumber),
      }),
    ),
    links: v.pipe(
      v.object({ runPage: v.optional(url), log: v.optional(url), logPage: optional(url), note: v.string() }),
      v.transform(({ runPage, log, ...one }) => ({ ...one, runPage, log })),
    ),
    explanation: v.optional(
      v.pipe(
        v.object({
          ...{ sentence: parts, line: v.string(), name: texts },
          group: v.optional(v.object({ key: v.string(), title: parts })),
          ...{ cause: optional(v.string()), kind: optional(v.string()) },
          ...{ owner: optional(v.string()), runbook: optional(url) },
        }),
        v.transform(({ group, ...one }) => ({ ...one, group })),
      ),
    ),
    news: v.optional(
      v.union([
        v.object({ orMore, kind: v.literal("first"), successes: whole }),
        v.object({ orMore, kind: v.literal("streak"), nth: whole, since: moment }),
      ]),
    ),
    failuresInRow: v.optional(finiteNumber),
    identity: optional(v.string()),
    saysWhen: optional(v.boolean()),
  });
  const line = { parts, rows: optional(v.array(parts)), links: optional(links) };
  const note = v.object({
    ...line,
    ...{ severity, rank: finiteNumber, urgency: optional(v.picklist(["high", "info"])) },
    block: optional(v.object({ parts, links: optional(links) })),
    ended: optional(phrase),
    run: optional(run),
    pipeline: optional(v.string()),
    since: optional(finiteNumber),
    key: optional(v.string()),
    isState: optional(v.boolean()),
    tally: optional(v.object({ thing: v.string(), what: v.string() })),
  });
  return v.union([issue, note]);
}
