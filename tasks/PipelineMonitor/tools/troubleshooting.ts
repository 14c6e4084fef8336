import { commonHelp, type HelpTable } from "../../../shared/agent/troubleshooting";

export const troubleshooting: HelpTable = {
  "Credentials and configuration": [
    {
      id: "build-auth-missing",
      reads: ["BUILD_AUTH: missing"],
      advice:
        "Add the line `BUILD_AUTH: $(BUILD_AUTH)` under `env:`. To read the pipeline's own organization, you need none.",
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
      id: "schedule",
      reads: ["pipelines.….schedule: …"],
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
        "`since_last_report` needs an https connection and a run of Azure Pipelines, not a classic release, whose job may use its access token.",
    },
  ],
  "Message and checks": [
    {
      id: "chat-format",
      reads: ["but the chat did not accept the message", "The chat may expect another form"],
      advice: "The message has the format of another chat product. Set `chatFormat`.",
    },
    {
      id: "not-delivered",
      reads: ["The message was not delivered", "the message could not be delivered"],
      advice:
        "The rest of the line says why the channel did not accept the message. The step's log has the issues.",
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
        "The pipeline was renamed or deleted, is spelled differently (case matters), or the credential may not read it.",
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
        "Problems may be reported again, but none is missed. The job access token needs *View builds* in the project of the monitor's pipeline.",
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
        "Give the project's build service the permission *View builds*. For another project, turn off *Limit job authorization scope to current project* in *Project settings*, *Pipelines*, *Settings*.",
    },
    {
      id: "not-found",
      reads: ["returned 404 Not Found"],
      advice: "`url_base`, `organization` or `project` is wrong, or the token may not read the project.",
    },
    {
      id: "url-params",
      reads: ["returned 400 Bad Request", "returned 422 Unprocessable Entity"],
      advice: "`url_params` contains something that the service does not know.",
    },
    {
      id: "rate-limit",
      reads: ["returned 429 Too Many Requests", "the service asked for a pause"],
      advice:
        "The service limits the requests of the token's user. Run the monitor less often, or give it its own user.",
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
        "Run it again. If the error stays, narrow the list by `url_params` (`&definitions=12,13`), or use fewer `--days`.",
    },
  ],
  ...commonHelp,
};
