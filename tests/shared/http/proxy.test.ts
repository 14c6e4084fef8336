import assert from "node:assert/strict";
import { environmentProxy } from "../../../shared/http/proxy";

describe("environmentProxy", () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  function proxyFor(address: string, environment: Record<string, string>) {
    const secrets: string[] = [];
    process.env = environment;
    return { proxy: environmentProxy(new URL(address), (value) => secrets.push(value)), secrets };
  }

  it("takes the proxy for https or http, with user and password, which is kept secret", () => {
    const { proxy, secrets } = proxyFor("https://host/", {
      HTTPS_PROXY: "http://us%40er:pass%20word@proxy:3128",
    });
    assert.deepEqual(proxy, {
      proxyUrl: "http://proxy:3128",
      proxyUsername: "us@er",
      proxyPassword: "pass word",
    });
    assert.deepEqual(secrets, ["pass word"]);
  });

  it("takes none where none is named, or the host is excepted", () => {
    for (const { proxy, secrets } of [
      proxyFor("https://host/", { HTTP_PROXY: "http://proxy:3128" }),
      proxyFor("http://host/", { HTTP_PROXY: "http://proxy:3128", NO_PROXY: "host" }),
    ]) {
      assert.deepEqual(proxy, { proxyUrl: "", proxyUsername: "", proxyPassword: "" });
      assert.deepEqual(secrets, []);
    }
  });

  it("takes a proxy that is spoken to over TLS, or asks for nobody", () => {
    assert.deepEqual(proxyFor("http://host/", { HTTP_PROXY: "https://proxy" }).proxy, {
      proxyUrl: "https://proxy",
      proxyUsername: "",
      proxyPassword: "",
    });
  });

  it("refuses what is no address of a proxy, without showing it", () => {
    for (const HTTPS_PROXY of ["socks5://proxy:1080", "http://user:pa%ss@proxy:3128", "http://"])
      assert.throws(() => proxyFor("https://host/", { HTTPS_PROXY }), {
        message: "HTTPS_PROXY, HTTP_PROXY: expected an address such as http://user:password@host:port",
      });
  });
});
