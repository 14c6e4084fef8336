import { newAddress } from "../../shared/azure-devops/organization";

/** The two files of the Quickstart for the project of a URL, which ends with the organization and the project. */
export function firstFiles(projectUrl: string): { name: string; text: string }[] {
  const url = newAddress(projectUrl);
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
  "preset": "standard",
  "test_flag": true
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
    branches: { include: [main] } # your default branch
    always: true # also when the code did not change
parameters:
  - name: action
    type: string
    values: [monitor, testMessage, suggest, explain]
    default: monitor
pool: { vmImage: ubuntu-latest } # better: a pool that the checked pipelines do not use
steps:
  - task: PipelineMonitor@1
    inputs:
      action: \${{ parameters.action }}
      configFile: monitor.json
      webhookConnection: operations-channel
      onNotDelivered: fail
`,
    },
  ];
}
