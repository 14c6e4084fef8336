import { parseConfig } from "./parse-config";

/** A configuration in which nothing is wrong or odd, for tests to change one thing of. */
export const goodConfig = {
  organization: "contoso",
  project: "Night Shift",
  url_base: "https://dev.azure.com/",
  url_params: "&api-version=7.1-preview.7",
  test_flag: false,
  run_ct_min: 10,
  queue_time_max: 300,
  pipelines: {
    comment: "seconds",
    default: { max_proc_time: 900, min_proc_time: 30 },
    "nightly import": { max_proc_time: 3600 },
    experiments: { check_flag: false },
  },
};

export const problemsOf = (changes: object) => parseConfig({ ...goodConfig, ...changes }).problems;
