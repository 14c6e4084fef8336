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
