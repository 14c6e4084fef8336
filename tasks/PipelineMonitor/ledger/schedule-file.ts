import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as v from "valibot";
import type { Sanitize } from "../../../shared/text/sanitize";
import type { KnownSchedules } from "../issue/schedules";

/** The memory of a monitor is at most 4 MiB. Schedules that do not fit are read again. */
const maxCharacters = 2 * 2 ** 20;
const maxTextBytes = 32 * 2 ** 20;

/** As differences, because most of these are equal. */
const minutes = v.pipe(
  v.custom<number[]>((value) => Array.isArray(value) && value.every(Number.isSafeInteger)),
  v.transform((differences) => {
    let last = 0;
    return differences.map((difference) => {
      last += difference;
      return last;
    });
  }),
);
const count = v.pipe(v.number(), v.safeInteger());
const schema = v.tuple([
  count,
  count,
  v.array(
    v.tuple([v.string(), v.nullable(count), minutes, minutes, minutes, v.boolean(), v.nullable(count)]),
  ),
]);

function differences(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

/** Undefined if the schedules do not fit with those rendered before. */
export function createScheduleRenderer(): (
  schedules: KnownSchedules,
  sanitize: Sanitize,
) => string | undefined {
  let left = maxCharacters;
  return ({ until, contradictedAt, pipelines }, sanitize) => {
    const content: v.InferInput<typeof schema> = [
      until,
      contradictedAt,
      pipelines.map(({ pipeline, definitionId = null, times, pattern, missed, isStopped }) => [
        sanitize(pipeline),
        definitionId,
        differences(times),
        differences(pattern?.slots ?? []),
        differences(missed),
        isStopped,
        pattern?.since ?? null,
      ]),
    ];
    const text = deflateRawSync(JSON.stringify(content)).toString("base64");
    if (text.length > left) return undefined;
    left -= text.length;
    return text;
  };
}

/** Undefined if it cannot be parsed. Then the runs are read again. */
export function parseSchedules(text: string): KnownSchedules | undefined {
  try {
    const json = inflateRawSync(Buffer.from(text, "base64"), { maxOutputLength: maxTextBytes }).toString();
    const [until, contradictedAt, pipelines] = v.parse(schema, JSON.parse(json));
    return {
      ...{ until, contradictedAt },
      pipelines: pipelines.map(([pipeline, definitionId, times, slots, missed, isStopped, since]) => ({
        ...{ pipeline, definitionId: definitionId ?? undefined, times, missed, isStopped },
        ...(since === null ? {} : { pattern: { slots, since } }),
      })),
    };
  } catch {
    return undefined;
  }
}
