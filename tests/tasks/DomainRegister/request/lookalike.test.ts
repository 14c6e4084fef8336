import assert from "node:assert/strict";
import { domainToASCII } from "node:url";
import fc from "fast-check";
import { findLookalikeHint } from "../../../../tasks/DomainRegister/request/lookalike";

const hintFor = (name: string) => findLookalikeHint(domainToASCII(name));

describe("hint about a name that reads as another one", () => {
  it("has the form that is sent, the scripts that the name mixes, and the name that it reads as", () => {
    const ask = "Check that you want this name.";
    for (const [name, doubts] of [
      ["p\u0430ypal.com", "mixes letters of Latin and Cyrillic and reads as paypal.com"],
      ["\u0430\u0440\u0440\u04cf\u0435.com", "reads as apple.com"],
      ["g\u03bf\u03bfgle.com", "mixes letters of Latin and Greek and reads as google.com"],
      ["\u0131s\u0131.com", "reads as isi.com"],
      ["shop.ex\u0430mple.de", "mixes letters of Latin and Cyrillic and reads as shop.example.de"],
      ["abc\u4e2d\u6587.com", "mixes letters of Latin and Han"],
      ["\u043c\u043e\u0441\u043a\u0432\u0430z.com", "mixes letters of Latin and Cyrillic"],
    ] as const) {
      const hint = `${domainToASCII(name)} is ${JSON.stringify(name)} in its own letters, which ${doubts}. ${ask}`;
      assert.equal(hintFor(name), hint);
    }
  });

  it("is none for a name in ASCII, or in the letters of one language", () => {
    for (const name of [
      ...[
        "example.com",
        "rnodern.com",
        "paypa1.com",
        "xn--a.com",
        "müller.de",
        "straße.de",
        "écrire.fr",
        "łódź.pl",
      ],
      ...[
        "中文.com",
        "日本語かな.jp",
        "カタカナ.jp",
        "한국어.kr",
        "москва.рф",
        "ελλάδα.gr",
        "ไทย.th",
        "مثال.com",
      ],
      ...["ürün-3.com.tr", "नमूना.com"],
    ])
      assert.equal(hintFor(name), undefined, name);
  });

  it("is found for any name in which a letter was replaced, and never throws", () => {
    const swaps = { a: "а", e: "е", o: "о", p: "р", c: "с", x: "х", y: "у", i: "і", j: "ј", s: "ѕ" };
    const anyName = fc.stringMatching(/^[aeopcxyijs]{3,12}$/);
    fc.assert(
      fc.property(anyName, fc.nat(11), (name, at) => {
        const index = at % name.length;
        const letter = Object.entries(swaps).find(([latin]) => latin === name[index])?.[1] ?? "";
        const twin = `${name.slice(0, index)}${letter}${name.slice(index + 1)}.org`;
        assert.ok(hintFor(twin)?.includes(`reads as ${name}.org`), twin);
      }),
    );
    fc.assert(
      fc.property(fc.domain(), fc.string(), (name, text) => void [hintFor(name), hintFor(`${text}.org`)]),
    );
  });
});
