import * as z from "zod/mini";

/**
 * The monitor configuration as it stands in its file: the one definition behind the check at run time, the
 * TypeScript type, and config.schema.json. Each `error` completes "expected …".
 */

const describe = (description: string) => z.describe(description);

const oneSegment = "one path segment, such as a name without slashes";
const segment = z.string(oneSegment).check(
  z.regex(/^[^/\\]+$/, oneSegment),
  z.refine((value) => ![".", ".."].includes(decoded(value)), oneSegment),
);

const someSeconds = "a whole number of seconds, 0 or more";
const seconds = z.int(someSeconds).check(z.minimum(0, someSeconds));

const trueOrFalse = "true or false";

/** What a pipeline's runs are held to. */
export const settingsSchema = z.object(
  {
    max_proc_time: z
      .optional(seconds)
      .check(describe("Seconds that a run may take; a longer one is reported. Without: the default's.")),
    min_proc_time: z
      .optional(seconds)
      .check(
        describe("Seconds that a run takes at least; a shorter one is reported. Without: the default's."),
      ),
    check_flag: z
      .optional(z.boolean(trueOrFalse))
      .check(describe("false: runs of this pipeline are counted, but not checked.")),
  },
  "an object of settings",
);

const baseAddress = "an address that ends in a slash, such as https://dev.azure.com/";
const listParameters = "parameters that begin with &, such as &api-version=7.1-preview.7";

/** The whole file. */
export const configSchema = z.object(
  {
    $schema: z
      .optional(z.string("the address of a schema"))
      .check(describe("For editors; the monitor passes over it.")),
    organization: segment.check(describe("The organization (or collection) to read, one path segment.")),
    project: segment.check(describe("The project to read, one path segment.")),
    url_base: z
      .string(baseAddress)
      .check(
        z.regex(/^https?:\/\/[^?#]+\/$/, baseAddress),
        describe("The address in front of the organization, ending in a slash: https://dev.azure.com/"),
      ),
    url_params: z.string(listParameters).check(
      z.regex(/^&[\w\-.~!$'()*+,;=:@/?%&]*$/, listParameters),
      z.refine(
        (value) => !/&(minTime|continuationToken)=/i.test(value),
        "no minTime or continuationToken in it",
      ),
      describe("Appended to the query of the run list; begins with & and carries the api-version."),
    ),
    test_flag: z
      .boolean(trueOrFalse)
      .check(describe("true: print the configuration, and do not send the message to the chat.")),
    run_ct_min: z
      .int("a whole number")
      .check(
        z.minimum(-1, "a whole number, -1 or more"),
        describe("That many runs or fewer in the last hour are reported; -1 never is."),
      ),
    queue_time_max: seconds.check(describe("Seconds that a run may wait in the queue.")),
    pipelines: z
      .catchall(
        z.object(
          {
            default: settingsSchema.check(describe("Serves every pipeline without an entry of its own.")),
            comment: z.optional(z.unknown()).check(describe("Anything; for people.")),
          },
          "an object that maps names of pipelines to settings",
        ),
        settingsSchema,
      )
      .check(describe("What the runs of each pipeline are held to, by its name.")),
  },
  "an object",
);

/** A segment without its percent-encoding, which a configuration may already carry. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
