import type { Starter } from "../../../shared/agent/program";
import { parseConfig } from "../config/parse";

/** A configuration to start with: with it, the monitor reads and prints everything, but posts nothing. */
export const starter: Starter = {
  file: "monitor.json",
  schema: "config.schema.json",
  answers: {
    organization: "the organization (or collection) to read; needed",
    project: "the project to read; needed",
    url_base: "the address in front of them, ending in a slash (https://dev.azure.com/)",
    run_ct_min: "that many runs an hour or fewer are reported (0)",
    queue_time_max: "seconds that a run may wait in the queue (300)",
    max_proc_time: "seconds that a run may take (3600)",
    min_proc_time: "seconds that a run takes at least (0)",
  },
  make(answer) {
    const seconds = (name: string, fallback: number) => numberOrText(answer(name) ?? String(fallback));
    const value = {
      organization: answer("organization"),
      project: answer("project"),
      url_base: answer("url_base") ?? "https://dev.azure.com/",
      url_params: "&api-version=7.1-preview.7",
      test_flag: true,
      run_ct_min: seconds("run_ct_min", 0),
      queue_time_max: seconds("queue_time_max", 300),
      pipelines: {
        default: {
          max_proc_time: seconds("max_proc_time", 3600),
          min_proc_time: seconds("min_proc_time", 0),
        },
      },
    };
    return { value, problems: parseConfig(value).problems, open: [] };
  },
  next: (command, file) =>
    `put a credential into the environment variable BUILD_AUTH, then ${command} ${JSON.stringify(file)}\n` +
    "test_flag is true, so that nothing is posted; set it to false when what it prints is what you want.",
};

/** Returns a whole number as a number, and any other text unchanged, so that the check reports it. */
function numberOrText(text: string): number | string {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
