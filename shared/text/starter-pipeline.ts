/** The pipeline to start with: as the hub shows it, and the Quickstart and the examples have it. */
export const starterPipeline = `trigger: none
pr: none
schedules:
  - cron: "19 * * * *"
    displayName: Every hour
    branches: { include: [main, master] } # your default branch
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
      webhookUrl: $(WEBHOOK_URL) # a secret variable
      onNotDelivered: fail
`;

/** Not every name of a branch can stand in YAML as it is. */
const plainBranch = /^(?!(?:true|false|yes|no|on|off|null|y|n|main|master)$)[a-z][\w./-]*$/i;

/** With the branch that the runs of a project are of, beside the usual ones: nobody knows where the file will be. */
export function starterPipelineFor(branch: string | undefined): string {
  if (branch === undefined || !plainBranch.test(branch)) return starterPipeline;
  return starterPipeline.replace("[main, master]", `[main, master, ${branch}]`);
}
