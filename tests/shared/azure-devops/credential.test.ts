import assert from "node:assert/strict";
import fc from "fast-check";
import { pipelineAdvice, terminalAdvice } from "../../../shared/agent/advice";
import { buildCredential } from "../../../shared/azure-devops/credential";
import { step } from "./token-stage";

const base64 = (text: string) => Buffer.from(text, "latin1").toString("base64");
const own = "https://dev.azure.com/contoso/";

const itsValue =
  "The variable's value is the output of `printf ':%s' TOKEN | base64 | tr -d '\\n'`, where TOKEN is a personal access token " +
  "with the scope Build (read)";
const howToMakeBuildAuth =
  "Set `buildServiceConnection`, or map a secret variable in the step: `env: { BUILD_AUTH: $(BUILD_AUTH) }`. " +
  itsValue;

type CredentialSources = Parameters<typeof buildCredential>[0];

const make = (sources: Partial<CredentialSources>) =>
  buildCredential({
    ...{ connection: undefined, buildAuth: "", jobToken: () => "job-token", collectionUri: own },
    ...{ organization: new URL("https://dev.azure.com/contoso"), advice: pipelineAdvice, ...sources },
  });
const credential = (sources: Partial<CredentialSources>) => make(sources) ?? assert.fail("it is undecided");

/** The header of a credential that can be used, what it is and what to do if it is refused. */
async function headerOf(sources: Partial<CredentialSources>) {
  const made = credential(sources);
  assert.ok("authorization" in made, JSON.stringify(sources));
  return { header: await made.authorization(step), kind: made.kind, advice: made.advice };
}

function problemOf(sources: Partial<CredentialSources>): string {
  const made = credential(sources);
  return "problem" in made ? made.problem : assert.fail(`no problem in ${JSON.stringify(sources)}`);
}
const faultOf = (buildAuth: string) => problemOf({ buildAuth });

describe("credential for the build service", () => {
  it("is BUILD_AUTH unchanged, after the word Basic", async () => {
    const buildAuth = base64("anyone:token");
    assert.deepEqual(await headerOf({ buildAuth }), {
      ...{ header: `Basic ${buildAuth}`, kind: "BUILD_AUTH" },
      advice: `BUILD_AUTH has expired, is mistyped or may not read builds. ${howToMakeBuildAuth}.`,
    });
  });

  it("accepts any name before the colon, also none", () => {
    for (const name of ["", "any one", "any\none"])
      assert.ok("authorization" in credential({ buildAuth: base64(`${name}:token`) }), name);
  });

  it("refuses a BUILD_AUTH that ends in a line break, encoded or not", () => {
    for (const lineBreak of ["\n", "\r\n", "\r"]) {
      assert.match(faultOf(`${base64(":token")}${lineBreak}`), /ends in a line break/);
      assert.match(faultOf(base64(`:token${lineBreak}`)), /encoded together with a line break/);
    }
  });

  it("refuses a BUILD_AUTH that is not base64, has no colon or no token, or is an unresolved variable", () => {
    const noBase64 = [
      "a token",
      "Basic Onh4",
      "OnRva2Vu!",
      "OnRva2V",
      "===",
      "!nRva2Vu",
      "OnRva2V!",
      "Onh4\nOnh4",
    ];
    for (const value of noBase64) assert.match(faultOf(value), /not base64/);
    assert.match(faultOf(base64("token")), /lacks the colon/);
    assert.match(faultOf(base64("name:")), /no token follows/);
    assert.match(faultOf("$(BUILD_AUTH)"), /still reads \$\(BUILD_AUTH\)/);
  });

  it("recognizes a token that was not encoded", () => {
    for (const token of ["abcdefghijklmnopqrstuvwxyz".repeat(2), `${"a1B2".repeat(19)}AZDO4x9Z`])
      assert.match(
        faultOf(token),
        /^BUILD_AUTH: this looks like a plain token; encode it\. Set .* \(read\)$/,
      );
  });

  it("never shows the credential in its texts", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), (text) => {
        for (const buildAuth of [text, base64(text)]) {
          const made = credential({ buildAuth });
          const said = "problem" in made ? made.problem : made.advice;
          if (said.includes(buildAuth)) return false;
        }
        return true;
      }),
    );
  });

  it("without BUILD_AUTH is the job access token, for the pipeline's own organization only", async () => {
    const same = ["https://dev.azure.com/Contoso", "https://DEV.azure.com/contoso//"];
    for (const collectionUri of [
      own,
      ...same,
      "https://dev.azure.com/cont%6Fso/",
      "https://contoso.visualstudio.com/",
    ])
      assert.deepEqual(await headerOf({ collectionUri }), {
        ...{ header: "Bearer job-token", kind: "the job access token" },
        advice:
          'The job access token may not read this project\'s builds. Grant "View builds" to "PROJECT Build Service": ' +
          'Pipelines, ⋯, Manage security. For another project, turn off "Limit job authorization scope to current ' +
          'project", and grant it to "Project Collection Build Service". If you may do neither, map a token as BUILD_AUTH.',
      });
    const jobToken = () => assert.fail("the token was asked for");
    for (const collectionUri of [
      ...["https://dev.azure.com/fabrikam/", "https://dev.azure.com/", "http://dev.azure.com/contoso/"],
      ...["https://dev.azure.com.evil.example/contoso/", "https://dev.azure.com:8443/contoso/", "no address"],
      ...["https://dev.azure.com/contoso%/", "https://dev.azure.com/contoso%ff/"],
    ])
      assert.match(
        problemOf({ collectionUri, jobToken }),
        /^BUILD_AUTH: missing, and the job access token is valid only in the pipeline's own organization/,
      );
  });

  describe("by a connection", () => {
    const connection = { url: own, name: "", password: "its-token" };

    it("takes precedence over BUILD_AUTH and the job access token", async () => {
      const made = await headerOf({ connection, buildAuth: base64(":other") });
      assert.deepEqual([made.header, made.kind], [`Basic ${base64(":its-token")}`, "buildServiceConnection"]);
      assert.match(made.advice, /^The token of buildServiceConnection has .*\bPut a .* Build \(read\)/);
      const named = await headerOf({ connection: { ...connection, name: "DOMAIN\\reader" } });
      assert.equal(named.header, `Basic ${base64("DOMAIN\\reader:its-token")}`);
    });

    it("goes to the organization that the connection leads to, or whose project it leads to", () => {
      for (const url of ["https://dev.azure.com/Contoso", `${own}Night%20Shift/`])
        assert.ok("authorization" in credential({ connection: { ...connection, url } }), url);
    });

    it("is not sent to another organization, a parent path or another host", () => {
      for (const url of [
        ...["https://dev.azure.com/", "https://dev.azure.com/contoso-evil/", "https://dev.azure.com/fabri"],
        ...["https://evil.example/contoso/", "http://dev.azure.com/contoso/", "no address"],
      ])
        assert.deepEqual(credential({ connection: { ...connection, url } }), {
          problem:
            "buildServiceConnection: does not lead to https://dev.azure.com/contoso, which `url_base` and " +
            "`organization` name. Name a connection to that organization",
        });
    });

    it("is undecided while the organization is not known, and an error without a token", () => {
      assert.equal(make({ organization: undefined, connection }), undefined);
      const withoutToken = { ...connection, password: "" };
      assert.deepEqual(make({ organization: undefined, connection: withoutToken }), {
        problem: "buildServiceConnection: contains neither a token nor a password. Edit the connection",
      });
    });
  });

  it("is an environment variable at a terminal, where nothing is mapped", () => {
    const atTerminal = { collectionUri: "", advice: terminalAdvice };
    assert.deepEqual(credential(atTerminal), {
      problem: `BUILD_AUTH: missing. Set BUILD_AUTH in the environment. ${itsValue}`,
    });
    for (const buildAuth of ["no base64", "$(BUILD_AUTH)", base64("token"), base64(":token")]) {
      const made = credential({ ...atTerminal, buildAuth });
      const said = "problem" in made ? made.problem : made.advice;
      assert.match(said, /Set BUILD_AUTH in the environment|Put the value itself there/, buildAuth);
      assert.doesNotMatch(said, /env:|buildServiceConnection/, buildAuth);
    }
  });

  it("is undecided while the organization is not known, unless BUILD_AUTH is given", () => {
    assert.equal(make({ organization: undefined }), undefined);
    assert.ok("problem" in credential({ organization: undefined, buildAuth: "x" }));
  });

  it("says so when the job has no token", () => {
    assert.match(problemOf({ jobToken: () => "" }), /this job has no access token/);
  });
});
