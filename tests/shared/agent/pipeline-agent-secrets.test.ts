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

const messagesOf = (commands: readonly { message: string }[]) => commands.map(({ message }) => message);

describe("the agent in a pipeline, secrets", () => {
  it("hides the job access token in all its forms before returning it", async () => {
    const { told, commands } = await withAgent(`tell([agent.jobToken(), agent.jobToken()]);`, {
      env: { ENDPOINT_AUTH_PARAMETER_SYSTEMVSSCONNECTION_ACCESSTOKEN: secret },
    });
    assert.deepEqual(told, [secret, secret]);
    assert.deepEqual(messagesOf(commands), secretForms);
    assert.ok(commands.every(({ name }) => name === "task.setsecret"));
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
    const texts = shown.map((line) => line.split(/\]|^(?=it)/).at(-1));
    assert.deepEqual(texts, [...Array(6).fill(hidden), ""]);
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

  it("never hides a revealed text because of its parts, but a concealed text around it", async () => {
    const { told } = await withAgent(
      `for (const text of ["Miller", "Bob Miller", "miller.com", "bob@miller.com", "com."]) agent.conceal(text);
      agent.reveal("miller.com");
      const texts = ["miller.com is registered", "Miller at MILLER.COM", "bob@Miller.com, bob%40miller.com", "Bob Miller.com"];
      tell([...texts, "miller-com, Miller.company, my-Miller.com"].map(agent.sanitize));`,
    );
    const [plain, upper] = ["miller.com is registered", "*** at MILLER.COM"];
    const others = "***-com, ***.company, my-***.com";
    assert.deepEqual(told, [plain, upper, "***, ***", "Bob Miller.com", others]);
  });

  it("redacts it in another case, URL-encoded, and as the seven digits or more of a telephone number", async () => {
    const { told } = await withAgent(
      `for (const text of ["Jane.Doe@example.net", "+1.234567", "+1.98765", "+1 at 7654321"]) agent.conceal(text);
      const texts = ["jane.doe@example.net", "JANE.DOE@EXAMPLE.NET", "Jane.Doe%40example.net", "+1234567", "198765", "17654321"];
      tell(texts.map(agent.sanitize));`,
    );
    assert.deepEqual(told, ["***", "***", "***", "+***", "198765", "17654321"]);
  });

  it("prints nothing of what it reads, whether or not the pipeline is run with System.Debug", async () => {
    for (const debug of [undefined, "true"]) {
      const { told, lines, commands, debugged } = await withAgent(
        `agent.input("first"); agent.variable("Secret.One"); agent.fileInput("first"); agent.jobToken();
        tell({ asked: agent.variable("System.Debug"), set: "SYSTEM_DEBUG" in process.env });`,
        { env: { INPUT_FIRST: secret, SECRET_ONE: secret, ...(debug && { SYSTEM_DEBUG: debug }) } },
      );
      assert.deepEqual([lines, commands], [[], []]);
      const printed = debugged.filter((line) => line.startsWith("first=") || line.includes(secret));
      assert.deepEqual(printed, []);
      assert.deepEqual(told, { asked: debug ?? "", set: debug !== undefined });
    }
  });
});

describe("the agent in a pipeline, network", () => {
  it("uses the agent's proxy, and bypasses it where the agent does", async () => {
    const { told, commands } = await withAgent(
      `const proxies = () => (${proxiesOf});
      const named = proxies();
      for (const name of ["AGENT_PROXYUSERNAME", "AGENT_PROXYPASSWORD"]) delete process.env[name];
      tell({ named, nameless: proxies(), byPath: agent.network(new URL("https://host/contoso/own")).proxy });`,
      {
        env: {
          ...environmentOfAProxy,
          AGENT_PROXYURL: "http://agent-proxy:8080",
          AGENT_PROXYUSERNAME: "agent",
          AGENT_PROXYPASSWORD: secret,
          AGENT_PROXYBYPASSLIST: JSON.stringify(["inside\\.example", "/contoso/own"]),
        },
      },
    );
    const proxyUrl = "http://agent-proxy:8080";
    assert.deepEqual(told, {
      named: { contoso: { proxyUrl, proxyUsername: "agent", proxyPassword: secret }, inside: noProxy },
      nameless: { contoso: { ...noProxy, proxyUrl }, inside: noProxy },
      byPath: noProxy,
    });
    assert.deepEqual(messagesOf(commands), secretForms);
  });

  it("uses the environment's proxy if the agent has none, and hides its password", async () => {
    const { told, commands } = await withAgent(`tell(${proxiesOf});`, { env: environmentOfAProxy });
    assert.deepEqual(told, {
      contoso: { proxyUrl: "http://proxy:3128", proxyUsername: "user", proxyPassword: secret },
      inside: noProxy,
    });
    assert.deepEqual(messagesOf(commands), secretForms);
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
});
