import assert from "node:assert/strict";
import fc from "fast-check";
import { redacted, secretForms } from "../../shared/secrets";

describe("secretForms", () => {
  it("names the secret itself, URL-encoded, in base64, and in base64 behind a colon", () => {
    assert.deepEqual(secretForms("pa ss/1"), ["pa ss/1", "pa%20ss%2F1", "cGEgc3MvMQ==", "OnBhIHNzLzE="]);
  });

  it("takes each line of a secret of several lines, and nothing too short to be one", () => {
    assert.deepEqual(
      secretForms("first-line\nabc\r\nsecond-line").filter((form) => form.includes("line")),
      ["first-line", "second-line"],
    );
    assert.deepEqual(secretForms("four")[0], "four");
    for (const none of ["", "few", "\r\n"]) assert.deepEqual(secretForms(none), []);
  });
});

describe("redacted", () => {
  it("leaves none of the secrets in the text, also where one holds another", () => {
    assert.equal(redacted("key=abcdef, part=abcd", ["abcd", "abcdef"]), "key=***, part=***");
    const secret = fc.stringMatching(/^[a-z0-9]{6,12}$/);
    fc.assert(
      fc.property(fc.array(secret), fc.array(fc.oneof(secret, fc.string())), (secrets, pieces) => {
        const text = redacted([...pieces, ...secrets].join(" "), secrets);
        return secrets.every((value) => !text.includes(value));
      }),
    );
  });
});
