import { commonHelp, type HelpTable } from "../../../shared/agent/troubleshooting";

export const troubleshooting: HelpTable = {
  "Credentials and configuration": [
    {
      id: "build-auth-missing",
      reads: ["BUILD_AUTH: missing"],
      advice:
        "Add `BUILD_AUTH: $(BUILD_AUTH)` under `env:`. For the pipeline's own organization, you do not need it.",
    },
    {
      id: "build-auth",
      reads: [
        "BUILD_AUTH: was encoded together with a line break",
        "BUILD_AUTH: ends in a line break",
        "BUILD_AUTH: is not base64",
        "BUILD_AUTH: the encoded text lacks the colon",
        "BUILD_AUTH: no token follows the colon",
      ],
      advice: "Encode it again with `printf ':%s' TOKEN \\| base64 \\| tr -d '\\n'`.",
    },
    {
      id: "connection-permission",
      reads: ["may not use the service connection"],
      advice:
        "In *Project settings*, *Service connections*, open the connection. Allow the pipeline under *Security*. If the connection is disabled, as after 100 days without use, enable it.",
    },
    {
      id: "identity",
      reads: [
        "is not a user of the organization",
        "is not a member of it",
        "The identity of azureDevOpsConnection may not read builds",
      ],
      advice:
        "Add the connection's identity in *Organization settings*, *Users* (access level *Basic*), and to the project's *Readers*.",
    },
    {
      id: "entra",
      reads: [
        "The application is multitenant",
        "federated credential does not match",
        "The id token has expired",
        "The tenant refuses the identity",
        "azureDevOpsConnection: ",
      ],
      advice:
        "The message says what to change in the connection, its identity, or the pipeline. [Microsoft's page](https://learn.microsoft.com/azure/devops/pipelines/release/troubleshoot-workload-identity#error-messages) explains the codes.",
    },
    {
      id: "entra-unreachable",
      reads: ["id token: POST", "Microsoft Entra: POST"],
      advice:
        "Let the agent reach Azure DevOps and `login.microsoftonline.com`, also through its proxy. Then run the step again.",
    },
    {
      id: "schedule",
      reads: ["expected five: minute, hour", "*, ranges or steps", "never occurs"],
      advice: "Correct the cron expression: five fields, and Sunday is 0.",
    },
    {
      id: "no-run",
      reads: [
        "this is not a run of a pipeline",
        "this job has no access token",
        "this organization cannot be read",
      ],
      advice:
        "`since_last_report` needs a pipeline (not a classic release) whose job may use its access token, and an https connection.",
    },
  ],
  "Message and checks": [
    {
      id: "chat-format",
      reads: ["but the chat did not accept the message", "The chat may expect another form"],
      advice: "Set `chatFormat` to your chat product.",
    },
    {
      id: "not-delivered",
      reads: ["was not delivered", "could not be delivered", "not everything could be delivered"],
      advice: "The rest of the line says why. The issues are in the step's log.",
    },
    {
      id: "not-paged",
      reads: ["not opened", "not closed"],
      advice:
        "The rest of the line says why the paging service did not confirm an alert. The chats have the issues, and the next report tries again.",
    },
    {
      id: "pipeline-name",
      reads: ["no pipeline has this name"],
      advice:
        "The pipeline was renamed, deleted or misspelled (case matters), or the credential may not read it.",
    },
    {
      id: "memory",
      reads: [
        "what earlier messages reported",
        "Reporting everything, even if an earlier message has reported it",
        "the time of the last report",
        "Checking the last hour instead",
      ],
      advice:
        "Problems may be reported again. Give the job access token *View builds* in the project of the monitor's pipeline.",
    },
    {
      id: "project",
      reads: ["Could not read the project", "the other projects"],
      advice:
        'Correct the name in `projects`, or give the credential access. `["*"]` needs the scope *Project and Team (read)*.',
    },
  ],
  "Build service": [
    {
      id: "token",
      reads: [
        "has expired, is mistyped or may not read builds",
        "has expired or may not read builds",
        "a sign-in page",
        "returned 401 Unauthorized",
        "returned 403 Forbidden",
      ],
      advice:
        "The token is expired, belongs to another organization, or lacks the scope *Build (read)*. [Create a new one](configuration.md#credentials).",
    },
    {
      id: "permission",
      reads: ["may not read this project's builds"],
      advice:
        "Give the project's build service the permission *View builds*. For another project, see [Credentials](configuration.md#credentials).",
    },
    {
      id: "not-found",
      reads: ["returned 404 Not Found"],
      advice: "`url_base`, `organization` or `project` is wrong, or the token may not read the project.",
    },
    {
      id: "url-params",
      reads: ["returned 400 Bad Request", "returned 422 Unprocessable Entity"],
      advice:
        "From `url_params`, remove the parameter that the service does not know, or set an [API version](../versions.md#azure-devops-server) that it knows.",
    },
    {
      id: "rate-limit",
      reads: ["returned 429 Too Many Requests", "the service asked for a pause"],
      advice:
        "Run the monitor less often or with fewer optional checks, or split the projects among tokens of different users.",
    },
    {
      id: "no-list",
      reads: ["JSON that is not a list", "an empty body instead of JSON"],
      advice: "Another service responds at this URL. Check `url_base`.",
    },
    {
      id: "incomplete-list",
      reads: [
        "a list that claims",
        "a list with more than … entries",
        "JSON with more than … values",
        "returned more than … bytes",
        "could not be read to its end",
      ],
      advice:
        "Run the step again. If that fails, shorten the list with `url_params` (`&definitions=12,13`) or fewer `--days`.",
    },
  ],
  ...commonHelp,
};
