import assert from "node:assert/strict";
import {
  environmentOfAProxy,
  noCertificates,
  noProxy,
  proxiesOf,
  secret,
  secretForms,
  withAgent,
} from "./agent-stage";

describe("the agent in a pipeline", () => {
  it("returns inputs, variables and the environment, and an empty text for what does not exist", async () => {
    const { told, commands } = await withAgent(
      `tell({
        given: [agent.input("first"), agent.variable("System.CollectionUri"), agent.environment("BUILD_AUTH")],
        absent: [agent.input("second"), agent.variable("System.None"), agent.environment("NONE")],
      });`,
      { env: { INPUT_FIRST: "a b", SYSTEM_COLLECTIONURI: "https://host/", BUILD_AUTH: "Onh5" } },
    );
    assert.deepEqual(told, { given: ["a b", "https://host/", "Onh5"], absent: ["", "", ""] });
    assert.deepEqual(commands, []);
  });

  it("treats the sources folder as a missing path, because the agent fills it in", async () => {
    const { told } = await withAgent(`tell(["first", "second", "third"].map(agent.fileInput));`, {
      env: { BUILD_SOURCESDIRECTORY: "/src", INPUT_FIRST: "/src/monitor.json", INPUT_SECOND: "/src" },
    });
    assert.deepEqual(told, ["/src/monitor.json", "", ""]);
  });

  it("hides the job access token in all its forms before returning it", async () => {
    const { told, commands } = await withAgent(`tell([agent.jobToken(), agent.jobToken()]);`, {
      env: { ENDPOINT_AUTH_PARAMETER_SYSTEMVSSCONNECTION_ACCESSTOKEN: secret },
    });
    assert.deepEqual(told, [secret, secret]);
    assert.deepEqual(
      commands.map(({ name, message }) => [name, message]),
      secretForms.map((form) => ["task.setsecret", form]),
    );
    const without = await withAgent("tell(agent.jobToken());");
    assert.deepEqual([without.told, without.commands], ["", []]);
  });

  it("hides a secret in everything that is printed from then on, and in quotes of services", async () => {
    const { stdout, told } = await withAgent(
      `const said = ${JSON.stringify(`it is ${secretForms.join(", ")}`)};
      agent.secret(${JSON.stringify(secret)});
      agent.print(said);
      agent.warn(said);
      agent.progress(1, said);
      agent.output("name", said);
      agent.finish("Failed", said, 2);
      tell([agent.sanitize(said), agent.network(new URL("https://host/")).sanitize(said)]);`,
    );
    const hidden = `it is ${secretForms.map(() => "***").join(", ")}`;
    assert.deepEqual(told, [hidden, hidden]);
    const shown = stdout.split("\n").filter((line) => !/^##vso\[task\.(setsecret|debug)\]/.test(line));
    assert.deepEqual(
      shown.map((line) => line.split(/\]|^(?=it)/).at(-1)),
      [hidden, hidden, hidden, hidden, hidden, hidden, ""],
    );
  });

  it("hides a concealed text of four characters or more in quotes of services, but prints it elsewhere", async () => {
    const { lines, told, commands } = await withAgent(
      `for (const text of ["+1.5", "+1."]) agent.conceal(text);
      agent.print("call +1.5");
      tell([agent.sanitize("+1.5 or +1.6"), agent.network(new URL("https://host/")).sanitize("+1.5")]);`,
    );
    assert.deepEqual(told, ["*** or +1.6", "***"]);
    assert.deepEqual([lines, commands], [["call +1.5"], []]);
  });

  it("redacts it in another case, URL-encoded, and as the digits of a telephone number", async () => {
    const { told } = await withAgent(
      `for (const text of ["Jane.Doe@example.net", "+49.1701234567"]) agent.conceal(text);
      const texts = ["jane.doe@example.net", "JANE.DOE@EXAMPLE.NET", "Jane.Doe%40example.net", "+491701234567"];
      tell(texts.map(agent.sanitize));`,
    );
    assert.deepEqual(told, ["***", "***", "***", "+***"]);
  });

  it("prints sanitized lines, warns, shows progress, sets outputs and attaches files", async () => {
    const { lines, commands } = await withAgent(
      `agent.print("one\\ntwo ##vso[task.complete]x\\rthree");
      agent.warn("careful");
      agent.progress(40, "polling");
      agent.output("runCount", "7");
      agent.attach("/tmp/receipt.json");`,
    );
    assert.deepEqual(lines, ["one", "two # #vso[task.complete]x three"]);
    assert.deepEqual(commands, [
      { name: "task.issue", properties: { type: "warning", source: "TaskInternal" }, message: "careful" },
      { name: "task.setprogress", properties: { value: "40" }, message: "polling" },
      {
        name: "task.setvariable",
        properties: { variable: "runCount", isOutput: "true", issecret: "false" },
        message: "7",
      },
      { name: "task.uploadfile", properties: {}, message: "/tmp/receipt.json" },
    ]);
  });

  it("returns a service connection with its parameters and fields, and none for another id", async () => {
    const { told, commands } = await withAgent(
      `const known = agent.connection("6fcd-1");
      tell({
        known: [known.url, known.parameter("username"), known.parameter("none"), known.field("environment"), known.field("none")],
        other: agent.connection("6fcd-2") === undefined,
      });`,
      {
        env: {
          "ENDPOINT_URL_6fcd-1": "https://registrar.example/",
          "ENDPOINT_AUTH_PARAMETER_6fcd-1_USERNAME": "the-key",
          "ENDPOINT_DATA_6fcd-1_ENVIRONMENT": "test",
        },
      },
    );
    assert.deepEqual(told, { known: ["https://registrar.example/", "the-key", "", "test", ""], other: true });
    assert.deepEqual(commands, []);
  });

  it("folds lines under a title, and breaks folding commands in texts of others", async () => {
    const { lines } = await withAgent(`agent.group("one ##[endgroup]", ["two", "##[group]three"]);`);
    assert.deepEqual(lines, ["##[group]one # #[endgroup]", "two", "# #[group]three", "##[endgroup]"]);
  });

  it("gives the run a tag", async () => {
    const { commands } = await withAgent(`agent.tagRun("monitor-reported-0123456789ab");`);
    assert.deepEqual(
      commands.map(({ name, message }) => [name, message]),
      [["build.addbuildtag", "monitor-reported-0123456789ab"]],
    );
  });

  it("lists warnings and errors on the run's page", async () => {
    const { commands } = await withAgent(`agent.issue("warning", "one"); agent.issue("error", "two");`);
    assert.deepEqual(
      commands.map(({ name, properties, message }) => [name, properties["type"], message]),
      [
        ["task.issue", "warning", "one"],
        ["task.issue", "error", "two"],
      ],
    );
  });

  it("shows Markdown under a title, sanitized, without secrets, and apart from other steps' Markdown", async () => {
    const { commands, told } = await withAgent(
      `agent.secret(${JSON.stringify(secret)});
      agent.summary("A Title", "one ##vso[task.complete]\\u202e\\n| ${secret} |\\n");
      agent.summary("A Title", "another");
      const { readdirSync, readFileSync } = require("node:fs");
      const folders = readdirSync(".").filter((name) => name.startsWith("summary-"));
      tell(folders.map((folder) => readFileSync(folder + "/A Title.md", "utf8")).sort());`,
    );
    assert.deepEqual(told, ["another", "one # #vso[task.complete]\n| *** |\n"]);
    const uploads = commands.filter(({ name }) => name === "task.uploadsummary");
    assert.equal(new Set(uploads.map(({ message }) => message)).size, 2);
  });

  it("warns when a summary cannot be written", async () => {
    const { commands } = await withAgent(
      `process.env.AGENT_TEMPDIRECTORY = "/dev/null"; agent.summary("A Title", "one");`,
    );
    assert.match(commands[0]?.message ?? "", /^The summary for the run's page could not be written: ENOTDIR/);
  });

  it("completes the task with its result, and shows the message of each once", async () => {
    const { lines, commands, exitCode } = await withAgent(
      `agent.finish("Succeeded", "all is well", 0);
      agent.finish("SucceededWithIssues", "two issues", 1);
      agent.finish("Failed", "no way", 2);`,
    );
    assert.deepEqual(lines, ["all is well"]);
    assert.deepEqual(
      commands.map(({ name, properties, message }) => [
        name,
        properties["type"] ?? properties["result"],
        message,
      ]),
      [
        ["task.complete", "Succeeded", "all is well"],
        ["task.issue", "warning", "two issues"],
        ["task.complete", "SucceededWithIssues", "two issues"],
        ["task.issue", "error", "no way"],
        ["task.complete", "Failed", "no way"],
      ],
    );
    assert.equal(exitCode, 0, "the agent takes the result from the command alone");
  });

  it("uses the agent's proxy, and bypasses it where the agent does", async () => {
    const { told, commands } = await withAgent(
      `const proxies = () => (${proxiesOf});
      const named = proxies();
      for (const name of ["AGENT_PROXYUSERNAME", "AGENT_PROXYPASSWORD"]) delete process.env[name];
      tell({ named, nameless: proxies() });`,
      {
        env: {
          ...environmentOfAProxy,
          AGENT_PROXYURL: "http://agent-proxy:8080",
          AGENT_PROXYUSERNAME: "agent",
          AGENT_PROXYPASSWORD: secret,
          AGENT_PROXYBYPASSLIST: JSON.stringify(["inside\\.example"]),
        },
      },
    );
    const proxyUrl = "http://agent-proxy:8080";
    assert.deepEqual(told, {
      named: {
        contoso: { proxyUrl, proxyUsername: "agent", proxyPassword: secret },
        inside: noProxy,
      },
      nameless: { contoso: { ...noProxy, proxyUrl }, inside: noProxy },
    });
    assert.deepEqual(
      commands.map(({ message }) => message),
      secretForms,
    );
  });

  it("uses the environment's proxy if the agent has none, and hides its password", async () => {
    const { told, commands } = await withAgent(`tell(${proxiesOf});`, { env: environmentOfAProxy });
    assert.deepEqual(told, {
      contoso: { proxyUrl: "http://proxy:3128", proxyUsername: "user", proxyPassword: secret },
      inside: noProxy,
    });
    assert.deepEqual(
      commands.map(({ message }) => message),
      secretForms,
    );
  });

  it("uses those of the agent's certificates that exist", async () => {
    const { told } = await withAgent(
      `const certificates = () => agent.network(new URL("https://host/")).certificates;
      const none = certificates();
      process.env["AGENT_CAINFO"] = "/ca.pem";
      const authority = certificates();
      delete process.env["AGENT_CAINFO"];
      process.env["AGENT_CLIENTCERT"] = "/cert.pem";
      const client = certificates();
      process.env["AGENT_CLIENTCERTKEY"] = "/key.pem";
      process.env["AGENT_CLIENTCERTPASSWORD"] = "phrase";
      tell({ none, authority, client, keyed: certificates() });`,
    );
    assert.deepEqual(told, {
      none: noCertificates,
      authority: { ...noCertificates, caFile: "/ca.pem" },
      client: { ...noCertificates, certFile: "/cert.pem" },
      keyed: { caFile: "", certFile: "/cert.pem", keyFile: "/key.pem", passphrase: "phrase" },
    });
  });

  it("prints nothing of what it reads, whether or not the pipeline is run with System.Debug", async () => {
    for (const debug of [undefined, "true"]) {
      const { told, lines, commands, debugged } = await withAgent(
        `agent.input("first"); agent.variable("Secret.One"); agent.fileInput("first"); agent.jobToken();
        tell({ asked: agent.variable("System.Debug"), set: "SYSTEM_DEBUG" in process.env });`,
        {
          env: {
            INPUT_FIRST: secret,
            SECRET_ONE: secret,
            ...(debug === undefined ? {} : { SYSTEM_DEBUG: debug }),
          },
        },
      );
      assert.deepEqual([lines, commands], [[], []]);
      assert.ok(
        !debugged.some((line) => line.startsWith("first=") || line.includes(secret)),
        String(debugged),
      );
      assert.deepEqual(told, { asked: debug ?? "", set: debug !== undefined });
    }
  });

  it("leaves uncaught errors to the task", async () => {
    const { told } = await withAgent(
      `tell(["uncaughtException", "unhandledRejection"].map((event) => process.listenerCount(event)));`,
    );
    assert.deepEqual(told, [0, 0]);
  });
});
