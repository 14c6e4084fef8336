import { commonHelp, type HelpTable } from "../../../shared/agent/troubleshooting";

export const troubleshooting: HelpTable = {
  "Credentials and configuration": [
    {
      id: "build-auth-missing",
      reads: ["BUILD_AUTH: missing"],
      advice:
        "Add the line `BUILD_AUTH: $(BUILD_AUTH)` under `env:`, or set `buildServiceConnection`. To read the pipeline's own organization, you need neither.",
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
      advice:
        "Encode it again with `printf ':%s' TOKEN \\| base64 \\| tr -d '\\n'`, and store the output without a line break.",
    },
    {
      id: "webhook",
      reads: ["webhookUrl: missing", "contains a blank or a line break"],
      advice:
        "Set `webhookConnection`, or map `WEBHOOK_URL` under `env:` in one piece. To try the monitor without a channel, set `test_flag` to `true`.",
    },
    {
      id: "other-connection",
      reads: [
        "buildServiceConnection: does not lead to",
        "buildServiceConnection: contains neither a token nor a password",
        "webhookConnection: has no URL",
      ],
      advice:
        "Edit the connection, and fill in what is missing. Its URL has to be the organization of the configuration, or below it.",
    },
    {
      id: "unknown-key",
      reads: ["unknown key, which could silence more than you mean", "unknown key, ignored"],
      advice: "Correct the spelling of the key, or remove it.",
    },
    {
      id: "schedule",
      reads: ["pipelines.….schedule: …"],
      advice: "Correct the cron expression: five fields, and Sunday is 0.",
    },
    {
      id: "too-many",
      reads: ["cron expressions in total", "at most … cron expressions", "patterns in total"],
      advice: "Use fewer of them, or watch some pipelines with another monitor.",
    },
    {
      id: "no-effect",
      reads: [
        "remind_hours: has no effect",
        "has no effect without mute_until",
        "runs_per_week_max: no pipeline has a schedule",
      ],
      advice: "Add the key that the message names, or remove this one.",
    },
    {
      id: "wrong-value",
      reads: ["must start with https://", "must end with a slash", "appears twice", "is a folder"],
      advice: "Correct the key or input that the message names.",
    },
    {
      id: "no-run",
      reads: [
        "this is not a run of a pipeline",
        "this job has no access token",
        "this organization cannot be read",
      ],
      advice:
        '`"window": "since_last_report"` needs a run of Azure Pipelines (no classic release) whose job may use its access token, over https. Elsewhere, use `"last_hour"`.',
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
        "The token is expired or revoked, belongs to another organization, or lacks the scope *Build (read)*. [Create a new one](configuration.md#credentials).",
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
        "The service limits the requests of the token's user. Run the monitor less often, or give it a user of its own.",
    },
    {
      id: "no-list",
      reads: ["JSON that is not a list", "an empty body instead of JSON"],
      advice: "Something other than the build service responds at this URL. Check `url_base`.",
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
        "A monitor that cannot see everything does not report. Run it again. If the error stays, narrow the list by `url_params` (`&definitions=12,13`), or use fewer `--days`.",
    },
    {
      id: "clocks",
      reads: ["One of the two clocks is wrong", "The agent's clock is"],
      advice: "Set the clock of the agent's machine with a time server.",
    },
    {
      id: "agent-certificates",
      reads: ["The agent's certificates cannot be used"],
      advice:
        "The agent cannot read the certificate or key that it was configured with. Configure it again (`--sslcacert`, `--sslclientcert`, `--sslclientcertkey`).",
    },
  ],
  "Message and checks": [
    {
      id: "digest-not-delivered",
      reads: ["The weekly digest was not delivered", "the weekly digest"],
      advice:
        "The report is not affected, and the digest is not repeated. To see it, run [`--digest`](command-line.md#digest).",
    },
    {
      id: "chat-format",
      reads: [
        "but the chat did not accept the message",
        "The chat may expect another form",
        "The channel's product does not accept this form",
      ],
      advice: "The channel belongs to another product than the message is written for. Set `chatFormat`.",
    },
    {
      id: "chat-refusal",
      reads: [
        "The channel is archived",
        "The workspace restricts who may post",
        "The webhook's channel does not exist",
      ],
      advice:
        "The rest of the line says what to do. In brackets before it stands the chat's own word for the reason.",
    },
    {
      id: "webhook-removed",
      reads: ["The webhook was removed"],
      advice: "Create a new webhook in the chat, and store it where the message says.",
    },
    {
      id: "not-delivered",
      reads: ["The message was not delivered", "the message could not be delivered"],
      advice: "The step's log has the issues. The rest of the line says why the channel did not take them.",
    },
    {
      id: "fewer-runs",
      reads: ["Fewer runs than expected in the last hour"],
      advice:
        "Check that the schedules exist, that the agents are online, and [whether runs are missing on purpose](schedules-and-limits.md#when-a-missing-run-is-not-a-problem), such as by `[skip ci]`. If fewer runs are normal, lower `run_ct_min`.",
    },
    {
      id: "missed-run",
      reads: ["did not run at"],
      advice:
        "Open *Scheduled runs* in the menu of the pipeline's page. [Possible reasons](schedules-and-limits.md#when-a-missing-run-is-not-a-problem): the code did not change, the schedule is another one, or a limit is reached.",
    },
    {
      id: "pipeline-name",
      reads: ["no pipeline has this name"],
      advice:
        "The pipeline was renamed or deleted, is spelled differently (case counts), or the credential may not read it.",
    },
    {
      id: "weekly-limit",
      reads: ["will reach … runs in 7 days", "times in the 15 minutes from"],
      advice:
        "The service will not start all runs of this schedule. Run it less often, or split it with [`--plan`](command-line.md#plan).",
    },
    {
      id: "undefined-variable",
      reads: ["seems to be undefined: check the indentation"],
      advice:
        "Variables with wrong indentation in the YAML do not exist, and nothing says so. Check `variables:`, and map secret ones under `env:`.",
    },
    {
      id: "run-times",
      reads: ["finished before it started, by its record"],
      advice: "The clocks of the service or its agents differ. Look at the run itself.",
    },
    {
      id: "logs",
      reads: [
        "its logs could not be listed",
        "of its logs could not be read",
        "its timeline could not be read",
      ],
      advice: "The report is complete. The link leads to the run, or to the best log that could be read.",
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
        "The rest of the line says why. Problems may be repeated, and none is lost. The job access token needs *View builds* in the project of the monitor's pipeline.",
    },
    {
      id: "skipped-check",
      reads: [
        "stuck runs",
        "missing runs",
        "run limits",
        "history",
        "causes of failures",
        "groups of causes",
        "the alert settings",
      ],
      advice: "The line says why this check was skipped. The rest of the message is complete.",
    },
    {
      id: "known-problems",
      reads: ["known problem… not repeated", "No new pipeline errors"],
      advice:
        "Known problems are repeated [when they change](less-noise.md#report-each-problem-once) or when the reminder is due. The summary on the run's page lists them.",
    },
    {
      id: "too-many-projects",
      reads: ["beyond the first"],
      advice: "One monitor checks at most 200 projects. Give the others to a second monitor.",
    },
    {
      id: "project",
      reads: ["Could not read the project", "the other projects"],
      advice:
        'The line says why. Correct the name in `projects`, or give the credential access. `["*"]` needs the scope *Project and Team (read)*. The other projects were checked.',
    },
    {
      id: "mute-ended",
      reads: ["the mute of … ended on"],
      advice: "Remove `mute_until` and `mute_reason` from that entry.",
    },
  ],
  "Command line": [
    {
      id: "every",
      reads: ["--every: expected"],
      advice: "`--plan` takes a time from a minute to a day: `--plan --every 6m`.",
    },
    {
      id: "recording",
      reads: ["--record: …", "--replay: …", "The recording has no response"],
      advice:
        "Record into a new folder, and replay a complete one. If the configuration has changed and needs more than was recorded, record again.",
    },
  ],
  ...commonHelp,
};
