import assert from "node:assert/strict";
import { environmentProxy } from "../../../shared/http/network";

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

  it("finds the proxy for https or http, with user and password, which is kept secret", () => {
    const HTTPS_PROXY = "http://us%40er:pass%20word@proxy:3128";
    const { proxy, secrets } = proxyFor("https://host/", { HTTPS_PROXY });
    const proxyPassword = "pass word";
    assert.deepEqual(proxy, { proxyUrl: "http://proxy:3128", proxyUsername: "us@er", proxyPassword });
    assert.deepEqual(secrets, [proxyPassword]);
  });

  it("finds none if none is named, or the host is excluded", () => {
    for (const { proxy, secrets } of [
      proxyFor("https://host/", { HTTP_PROXY: "http://proxy:3128" }),
      proxyFor("http://host/", { HTTP_PROXY: "http://proxy:3128", NO_PROXY: "host" }),
    ]) {
      assert.deepEqual(proxy, { proxyUrl: "", proxyUsername: "", proxyPassword: "" });
      assert.deepEqual(secrets, []);
    }
  });

  it("accepts a proxy that uses TLS, or needs no user", () => {
    const { proxy } = proxyFor("http://host/", { HTTP_PROXY: "https://proxy" });
    assert.deepEqual(proxy, { proxyUrl: "https://proxy", proxyUsername: "", proxyPassword: "" });
  });

  it("rejects what is not the URL of a proxy, without showing it", () => {
    for (const HTTPS_PROXY of ["socks5://proxy:1080", "http://user:pa%ss@proxy:3128", "http://"])
      assert.throws(() => proxyFor("https://host/", { HTTPS_PROXY }), {
        message: "HTTPS_PROXY, HTTP_PROXY: expected a URL such as http://user:password@host:port",
      });
  });
});
