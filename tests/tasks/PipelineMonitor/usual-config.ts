/** The keys of the configuration that the rules read. The keys that lead to a project depend on the test. */
export const usualConfig = {
  url_params: "&api-version=7.1-preview.7",
  test_flag: false,
  run_ct_min: 0,
  queue_time_max: 300,
  pipelines: { default: { max_proc_time: 900, min_proc_time: 30 } },
};
