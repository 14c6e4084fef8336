import assert from "node:assert/strict";
import { secret, secretForms, withAgent } from "./agent-stage";

describe("the agent in a pipeline, secrets", () => {
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

  it("never hides a revealed text because of its parts, but a concealed text around it", async () => {
    const { told } = await withAgent(
      `for (const text of ["Miller", "Bob Miller", "bob@miller.com", "com."]) agent.conceal(text);
      agent.reveal("miller.com");
      const texts = ["miller.com is registered", "Miller at MILLER.COM", "bob@Miller.com, bob%40miller.com", "Bob Miller.com"];
      tell([...texts, "miller-com, Miller.company, my-Miller.com"].map(agent.sanitize));`,
    );
    const [plain, upper, around, beside, other] = Array.isArray(told) ? told : [];
    assert.deepEqual([plain, upper], ["miller.com is registered", "*** at MILLER.COM"]);
    assert.deepEqual(
      [around, beside, other],
      ["***, ***", "Bob Miller.com", "***-com, ***.company, my-***.com"],
    );
  });

  it("redacts it in another case, URL-encoded, and as the digits of a telephone number", async () => {
    const { told } = await withAgent(
      `for (const text of ["Jane.Doe@example.net", "+49.1701234567", "+1 at 7654321"]) agent.conceal(text);
      const texts = ["jane.doe@example.net", "JANE.DOE@EXAMPLE.NET", "Jane.Doe%40example.net", "+491701234567", "17654321"];
      tell(texts.map(agent.sanitize));`,
    );
    assert.deepEqual(told, ["***", "***", "***", "+***", "17654321"]);
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
});
