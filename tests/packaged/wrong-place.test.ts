import assert from "node:assert/strict";
import { ofOwnPipeline } from "./extras-stage";
import { oneFailure, perform, type StageOptions } from "./monitor-stage";
import { useAgent } from "./use-agent";

const jobToken = "job-token";
const actions = ["monitor", "testMessage", "suggest", "explain"] as const;

/** Mistakes that public reports are about, with what people read there: only that something is not authorized or found. */
describe("packaged PipelineMonitor, set up with a mistake", () => {
  const agent = useAgent();

  /** A step by the job access token, in the pipeline's own project. */
  const act = (action: string, { config = {}, ...options }: StageOptions = {}, inputs = {}, variables = {}) =>
    perform(agent(), {
      ...options,
      runs: oneFailure,
      config: { notify: "changes", ...config },
      service: { authorizations: [`Bearer ${jobToken}`], moreProjects: {}, ...options.service },
      step: (service) => ({
        inputs: { action, configFile: "monitor.json", webhookUrl: "$(WEBHOOK_URL)", ...inputs },
        env: {},
        jobToken,
        variables: { ...ofOwnPipeline(service, 900), ...variables },
      }),
    });

  for (const action of actions) {
    // Azure/azure-cli #32897: an organization that does not exist is "not authorized"; little-fort/ado-copilot-code-review #22.
    it(`${action} calls a wrong organization one, before anything is sent`, async () => {
      const { result, issues, service, chat } = await act(action, { config: { organization: "contosso" } });
      assert.deepEqual([result, service.requests, chat.texts], ["Failed", [], []]);
      const text = issues.map(({ message }) => message).join("\n");
      assert.match(
        text,
        /^1 problem found; nothing was checked or posted\.\n- organization: monitor\.json reads contosso; this pipeline runs in contoso\. Correct it/,
      );
      assert.doesNotMatch(text, /BUILD_AUTH|printf/);
    });

    // microsoft/azure-devops-extension-tasks #163: a good token, and 401 all the same.
    it(`${action} calls a wrong project one, before any other advice`, async () => {
      const { result, issues, service } = await act(action, { config: { project: "Nightshift" } });
      assert.equal(result, action === "testMessage" ? "SucceededWithIssues" : "Failed");
      const text = issues.map(({ message }) => message).join("\n");
      assert.match(
        text,
        /404 .*\. monitor\.json reads the project Nightshift; this pipeline runs in Night Shift\./,
      );
      // The monitor's own runs are read before, by two lists, and the id of a project that is not the pipeline's own.
      assert.equal(service.requests.length, action === "monitor" ? 4 : 1);
    });
  }

  it("reads another organization with a credential of its own, and names the place if that is refused", async () => {
    const step = { inputs: { configFile: "monitor.json", webhookUrl: "$(WEBHOOK_URL)" } };
    const meant = await perform(agent(), { runs: oneFailure, config: { organization: "contoso" }, step });
    assert.deepEqual([meant.result, meant.outputs["issueCount"]], ["Succeeded", "1"]);
    const refused = await perform(agent(), { runs: oneFailure, service: { authorizations: [] }, step });
    assert.match(
      refused.issues[0]?.message ?? "",
      /401 .*\. monitor\.json reads http:\S+; this pipeline runs in \S+\. BUILD_AUTH has expired/,
    );
  });

  it("asks for View builds before a token, in one message of a few lines", async () => {
    const { result, issues } = await act("monitor", { service: { authorizations: [] } });
    assert.equal(result, "Failed");
    const advice = issues.map(({ message }) => message).filter((text) => text.includes("View builds"));
    assert.equal(advice.length, 1);
    assert.match(advice[0] ?? "", /Grant "View builds" to .* turn off .* map a token as BUILD_AUTH\.\n/);
    const lengths = issues.map(({ message }) => message.replace(/http\S+/g, "").length);
    assert.ok(Math.max(...lengths) < 500 && Math.min(...lengths) < 250, lengths.join());
  });

  // microsoft/azure-pipelines-agent #1872, azure-pipelines-tasks #1558, Azure/bicep-deploy #291.
  it("takes no folder for a configuration that nobody gave, wherever the agent puts the sources", async () => {
    for (const variables of [{}, { "Build.SourcesDirectory": "/agent/1/other" }]) {
      const { result, chat, log } = await act("monitor", {}, { configFile: "" }, variables);
      assert.deepEqual([result, chat.texts.length], ["Succeeded", 1], log.join("\n"));
    }
  });
});
