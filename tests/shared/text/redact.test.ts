import assert from "node:assert/strict";
import fc from "fast-check";
import { redactCredentials, redactSecrets, secretForms } from "../../../shared/text/redact";

describe("secretForms", () => {
  it("names the secret itself, URL-encoded, in base64, and in base64 behind a colon", () => {
    assert.deepEqual(secretForms("pa s").slice(0, 4), ["pa s", "pa%20s", "cGEgcw==", "OnBhIHM="]);
    assert.ok(secretForms("pa ss/1").includes("pa%20ss%2f1"));
    assert.ok(secretForms("??>>??").includes("Pz8-Pj8_"));
  });

  it("leaves nothing of a secret readable, however it is spelled or packed into a longer text", () => {
    const secret = fc.stringMatching(/^[!-~]{12,40}$/);
    const other = fc.string({ maxLength: 9 });
    fc.assert(
      fc.property(secret, other, other, (value, before, behind) => {
        const [hex, url] = [Buffer.from(value).toString("hex"), encodeURIComponent(value)];
        for (const text of [
          ...[before + value + behind, value.toLowerCase(), value.toUpperCase(), hex, hex.toUpperCase()],
          ...[url, url.replace(/%../g, (percent) => percent.toLowerCase()), hex.replace(/../g, "%$&")],
          ...[hex.toUpperCase().replace(/../g, "%$&"), hex.replace(/../g, "\\u00$&")],
        ])
          assert.ok(!redactSecrets(` ${text} `, secretForms(value)).includes(text), text);
        const packed = Buffer.from(before + value + behind);
        for (const encoding of ["base64", "base64url"] as const) {
          const [shown = ""] = redactSecrets(packed.toString(encoding), secretForms(value)).split("***");
          // The text before the asterisks is the text before the secret, plus at most two of its letters.
          assert.ok(Buffer.from(shown, "base64").length <= Buffer.byteLength(before) + 2, shown);
        }
      }),
    );
  });

  it("takes each line of a secret of several lines, and nothing too short to be one", () => {
    const lines = secretForms("first-line\nabc\r\nsecond-line").filter((form) => form.includes("line"));
    assert.deepEqual(lines, ["first-line", "second-line"]);
    const longEnough = ["666f7572", "666F7572", "%66%6f%75%72", "%66%6F%75%72"];
    const units = ["\\u0066\\u006f\\u0075\\u0072", "\\u0066\\u006F\\u0075\\u0072"];
    assert.deepEqual(secretForms("four"), ["four", "Zm91cg==", "OmZvdXI=", ...longEnough, ...units]);
    for (const none of ["", "few", "\r\n"]) assert.deepEqual(secretForms(none), []);
  });
});

describe("redactSecrets", () => {
  it("leaves no secret in the text, even if one contains another", () => {
    assert.equal(redactSecrets("key=abcdef, part=abcd", ["abcd", "abcdef"]), "key=***, part=***");
    const secret = fc.stringMatching(/^[a-z0-9]{6,12}$/);
    fc.assert(
      fc.property(fc.array(secret), fc.array(fc.oneof(secret, fc.string())), (secrets, pieces) => {
        const text = redactSecrets([...pieces, ...secrets].join(" "), secrets);
        return secrets.every((value) => !text.includes(value));
      }),
    );
  });
});

describe("redactCredentials", () => {
  it("removes what looks like a credential from texts of others", () => {
    const texts: [string, string][] = [
      ["psql postgres://me:hunter2@db:5432/x failed", "psql postgres://***@db:5432/x failed"],
      ["git clone https://ghp_abcdef@github.example/x", "git clone https://***@github.example/x"],
      ["postgres://bob:p@ssw0rd@db/x", "postgres://***@db/x"],
      ["abfss://me:hunter2@lake.dfs.core.windows.net", "abfss://***@lake.dfs.core.windows.net"],
      ["abfss://raw@lake.dfs.example.com:hunter2@host", "abfss://***@host"],
      ["Server=db;Password=ab;cdefghij", "Server=db;Password=***"],
      ["PASSWORD_PROD=x token:abcdefgh1", "PASSWORD_PROD=*** token:***"],
      ["login with --password 'x' and token: abcdef", "login with --password 'x' and token: ***"],
      ['{"apiKey":"abcdef","n":1}', '{"apiKey":"***","n":1}'],
      ["AccountKey=abc+/def==;x y", "AccountKey=*** y"],
      ["GET /blob?sv=1&sig=abc%2Fdef&x=1 HTTP", "GET /blob?sv=1&sig=*** HTTP"],
      ["Authorization: Bearer eyJhbGciOiJIUzI1.x-y_z", "Authorization: Bearer ***"],
      ["Authorization:  custom  abcdefgh", "Authorization:  custom  ***"],
      ['PASSWORD="two words secret" next', 'PASSWORD="***" next'],
      ["DB_PASS=hunter22 passed=5", "DB_PASS=*** passed=5"],
      ["mysql --password S3cretPw --token abcdef123456", "mysql --password *** --token ***"],
      ["curl -u deploy:S3cretPw https://h", "curl -u deploy:*** https://h"],
      ["curl -s --user bob:hunter2 x; curl -ubob:hunter2 y", "curl -s --user bob:*** x; curl -ubob:*** y"],
      ['password: "it\'s my secret 77", n', 'password: "***", n'],
      [`PASSWORD="a\\"bcdefgh" on`, `PASSWORD="***" on`],
      ['{\\"password\\":\\"hunter22\\",\\"n\\":1}', '{\\"password\\":\\"***\\",\\"n\\":1}'],
      [
        '"private_key": "-----BEGIN PRIVATE KEY-----\\nMIIEvSECRETxyz0123\\n-----END PRIVATE KEY-----\\n"',
        '"private_key": "-----BEGIN PRIVATE KEY-----***-----END PRIVATE KEY-----\\n"',
      ],
      ["-----BEGIN RSA PRIVATE KEY-----MIIEvSECRETxyz0123 x", "-----BEGIN RSA PRIVATE KEY-----*** x"],
      ["sent Bearer  abcde1fgh.ijk-l to", "sent Bearer *** to"],
      ['{"Authorization": "token abcdefgh"}', '{"Authorization": "token ***"}'],
      ["using ghp_16C7e42F292c6912E7710c838347Ae17", "using ***"],
      ["AKIAIOSFODNN7EXAMPLE and xoxb-1234-abcdefgh", "*** and ***"],
      ["got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3 back", "got *** back"],
    ];
    for (const [text, safe] of texts) assert.equal(redactCredentials(text), safe);
  });

  it("removes a value that begins with a word that is none, or follows the name of a public token", () => {
    const words = [
      "YES",
      "no",
      "none",
      "ERROR",
      "Error:",
      "failed",
      "invalid_grant",
      "HTTP",
      "AADSTS7000",
      "request",
    ];
    const value = fc.stringMatching(/^[\w!#$%&*+/?@^~-][!#-&*-/0-9A-Z^-z|~]{6,30}$/);
    fc.assert(
      fc.property(
        fc.constantFrom("password", "token", "DB_PWD", "PublicKeyToken", "client_secret", "xPublicKeyToken"),
        fc.constantFrom(": ", "=", ":", " = "),
        fc.constantFrom(...words, ""),
        value,
        (name, separator, word, secret) =>
          !redactCredentials(`${name}${separator}${word}${secret} x`).includes(secret),
      ),
    );
    for (const text of [
      "PublicKeyToken=b77a5c561934e089a",
      "token=b77a5c561934e089",
      "PublicKeyToken: b77a5c561934e089",
    ])
      assert.match(redactCredentials(text), /\*{3}$/);
  });

  it("keeps texts that only mention credentials", () => {
    for (const text of [
      ...["FATAL: password authentication failed for user me", "the token is expired", "unexpected token: }"],
      ...["option --token is required", "Process terminated by signal: SIGKILL", "design=3 assigned: 12345"],
      ...["Unexpected token: expected identifier", "first-pass: error in module", "docker run -u 1000:1000"],
      ...["Expecting: -----BEGIN PRIVATE KEY----- in it", "Authorization: denied", "5 passed=5 bypass=no"],
      ...[
        "Access denied for user 'etl'@'db' (using password: YES)",
        "(using password: NO), 2",
        "password: null",
      ],
      ...["System.Data, Version=4.0.0.0, PublicKeyToken=b77a5c561934e089", "PublicKeyToken=null, x"],
      ...["Failed to get a token: ERROR: AADSTS700082: expired", "token: AADSTS700082: The refresh token"],
      ...["could not read the secret: Error: denied", "no token: CredentialUnavailableError: no login"],
      ...["refresh token: invalid_grant", "token: HTTP 401", "token: Request failed with status code 400"],
      ...["abfss://raw@lake.dfs.core.windows.net/a", "wasbs://raw@lake.blob.core.windows.net"],
      ...["https://dev.azure.com/contoso/_git/x", "Basic settings", "Basic lesson1", "signature mismatch"],
    ])
      assert.equal(redactCredentials(text), text);
  });
});
