/** Organizations have it beside their address at dev.azure.com. */
const oldAddress = /^https:\/\/([^./]+)\.visualstudio\.com\/(?:DefaultCollection\/)?/;

/** The two files of the Quickstart for the project of a URL, which ends with the organization and the project. */
export function firstFiles(projectUrl: string): { name: string; text: string }[] {
  const url = projectUrl.replace(oldAddress, "https://dev.azure.com/$1/");
  const parts = url.split("/").map(decodeURIComponent);
  const [organization, project] = parts.slice(-2).map((part) => JSON.stringify(part));
  const base = JSON.stringify(`${url.split("/").slice(0, -2).join("/")}/`);
  return [
    {
      name: "monitor.json",
      text: `{
  "organization": ${organization},
  "project": ${project},
  "url_base": ${base},
  "url_params": "&api-version=7.1",
  "test_flag": true,
  "run_ct_min": -1,
  "queue_time_max": 300,
  "explain_failures": true,
  "group_causes": true,
  "check_unfinished": true,
  "history": 50,
  "window": "since_last_report",
  "notify": "changes",
  "runs": "notPullRequests",
  "greeting": true,
  "pipelines": {
    "comment": "To post, change test_flag to false. Run times are in seconds.",
    "default": { "max_proc_time": 3600, "min_proc_time": 0, "schedule": "auto" }
  }
}
`,
    },
    {
      name: "pipeline-monitor.yml",
      text: `trigger: none
pr: none
schedules:
  - cron: "19 * * * *"
    displayName: Every hour
    branches: { include: [main] }
    always: true # also when the code did not change
pool: { vmImage: ubuntu-latest } # better: a pool that the checked pipelines do not use
steps:
  - task: PipelineMonitor@1
    inputs:
      configFile: monitor.json
      onNotDelivered: fail
`,
    },
  ];
}
