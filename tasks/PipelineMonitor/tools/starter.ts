import type { Starter } from "../../../shared/agent/program";
import { nameOrganization } from "../config/organization";
import { parseConfig } from "../config/parse";

const unlimitedRuns = "-1";
const runCountNote =
  "run_ct_min is -1, so too few runs are never reported. Set it once you know how many runs an hour has.";

/** A configuration to start with: with it, the monitor reads and prints everything, but posts nothing. */
export const starter: Starter = {
  file: "monitor.json",
  schema: "config.schema.json",
  answers: {
    organization: "the organization (or collection) to read; required",
    project: "the project to read; required",
    url_base: "the URL before both, ending with a slash (https://dev.azure.com/)",
    run_ct_min: `reports an hour with this many runs or fewer (${unlimitedRuns}: never)`,
    queue_time_max: "seconds that a run may wait in the queue (300)",
    max_proc_time: "seconds that a run may take (3600)",
    min_proc_time: "seconds that a run must take at least (0)",
  },
  make(answer) {
    const number = (name: string, fallback: string) => numberOrText(answer(name) ?? fallback);
    const content = {
      organization: answer("organization"),
      project: answer("project"),
      url_base: answer("url_base") ?? "https://dev.azure.com/",
      url_params: "&api-version=7.1",
      test_flag: true,
      run_ct_min: number("run_ct_min", unlimitedRuns),
      queue_time_max: number("queue_time_max", "300"),
      explain_failures: true,
      group_causes: true,
      check_unfinished: true,
      history: 50,
      window: "since_last_report",
      notify: "changes",
      runs: "notPullRequests",
      greeting: true,
      pipelines: {
        comment: "To post, change test_flag to false. Run times are in seconds.",
        default: {
          max_proc_time: number("max_proc_time", "3600"),
          min_proc_time: number("min_proc_time", "0"),
          schedule: "auto",
        },
      },
    };
    const { problems } = parseConfig(content);
    return {
      value: Object(nameOrganization(content).value),
      // At a command line, a key is an option.
      problems: problems.map((problem) => problem.replace(" in url_base", " in --url_base")),
      open: [],
    };
  },
  pipeline: (task, file, answer) => [
    `# Runs the monitor every hour. Commit it with ${file}, then create a pipeline from it: Pipelines, New pipeline.`,
    "# It works as it stands, with the job access token, and posts nothing: test_flag is true in the configuration.",
    ...(isUnlimited(answer) ? [`# ${runCountNote}`] : []),
    "trigger: none",
    "pr: none",
    "schedules:",
    '  - cron: "19 * * * *"',
    "    displayName: Every hour",
    "    branches: { include: [main] }",
    "    always: true # also when the code did not change",
    "pool: { vmImage: ubuntu-latest } # better: a pool that the checked pipelines do not use",
    "steps:",
    `  - task: ${task}`,
    "    inputs:",
    `      configFile: ${file}`,
    "      onNotDelivered: fail # so that Azure DevOps mails you if the chat does not take the message",
    "      # To post: store the channel's webhook as the secret variable WEBHOOK_URL of this pipeline, remove the #",
    "      # from the next line, and set test_flag to false.",
    "      # webhookUrl: $(WEBHOOK_URL)",
    "    # To read another organization: store its credential as the secret variable BUILD_AUTH of this pipeline, and",
    "    # remove the # from the next two lines.",
    "    # env:",
    "    #   BUILD_AUTH: $(BUILD_AUTH)",
  ],
  next: (file, answer) => ({
    notes: [
      "test_flag is true, so nothing is posted. Set it to false when you like what the monitor prints.",
      ...(isUnlimited(answer) ? [runCountNote] : []),
    ],
    before: "set AZURE_DEVOPS_EXT_PAT and WEBHOOK_URL in the environment (--help explains them), and run",
    commands: [
      [`--explain ${file}`, "what it reports about the last hour, and why"],
      [`--suggest ${file}`, "run times that fit your pipelines"],
      ["--test-message", "posts one harmless line to the channel"],
    ],
  }),
};

function isUnlimited(answer: (name: string) => string | undefined): boolean {
  return (answer("run_ct_min") ?? unlimitedRuns) === unlimitedRuns;
}

/** Keeps any text that is not a whole number, so that the check reports it. */
function numberOrText(text: string): number | string {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
