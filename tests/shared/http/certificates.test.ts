import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import tls, { type SecureContextOptions } from "node:tls";
import sinon from "sinon";
import { agentSecureContext } from "../../../shared/http/network";
import { noNetworkSettings } from "../../memory-agent";
import { makeIdentity } from "../../sandbox/identity";
import { temporaryFolder } from "../../temporary-folder";

const none = noNetworkSettings.certificates;

describe("the agent's certificates", () => {
  const folder = temporaryFolder();
  const path = (name: string) => join(folder(), name);
  beforeEach(async () => {
    const { cert, key } = await makeIdentity();
    for (const [name, text] of Object.entries({ cert, key, broken: "no key" }))
      writeFileSync(path(name), text);
  });
  afterEach(() => sinon.restore());

  /** Undefined if no secure context is made. */
  function optionsFor(certificates: Partial<typeof none>): SecureContextOptions | undefined {
    const create = sinon.spy(tls, "createSecureContext");
    agentSecureContext({ ...none, ...certificates });
    sinon.restore();
    return create.firstCall?.args[0];
  }
  const contentOf = (value: unknown) => String([value].flat().at(-1)).slice(0, 27);

  it("are undefined if the agent names none, or only files that do not exist", () => {
    assert.equal(agentSecureContext(none), undefined);
    const file = path("absent");
    const absent = { caFile: file, certFile: file, keyFile: file, passphrase: "x" };
    assert.equal(agentSecureContext(absent), undefined);
  });

  it("add the agent's authority to all that Node trusts", () => {
    const { ca, ...others } = optionsFor({ caFile: path("cert") }) ?? {};
    const trusted = new Set([ca].flat().map(String));
    assert.ok(tls.rootCertificates.length > 100);
    assert.ok(tls.rootCertificates.every((root) => trusted.has(root)));
    assert.equal(contentOf(ca), "-----BEGIN CERTIFICATE-----");
    assert.deepEqual(others, {});
  });

  it("present the agent's own certificate, and leave the trusted authorities to Node", () => {
    const options = optionsFor({ certFile: path("cert"), keyFile: path("key"), passphrase: "phrase" });
    assert.equal(options?.ca, undefined);
    assert.equal(contentOf(options?.cert), "-----BEGIN CERTIFICATE-----");
    assert.equal(contentOf(options?.key), "-----BEGIN PRIVATE KEY-----");
    assert.equal(options?.passphrase, "phrase");
  });

  it("are named when they cannot be used", () => {
    const files = { certFile: path("cert"), keyFile: path("broken") };
    assert.throws(
      () => agentSecureContext({ ...none, ...files }),
      new RegExp(`^Error: The agent's certificates cannot be used: ${path("cert")}, ${path("broken")} \\(`),
    );
  });
});
