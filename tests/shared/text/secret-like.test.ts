import assert from "node:assert/strict";
import { looksSecret } from "../../../shared/text/secret-like";

describe("a text that may be a secret", () => {
  it("is a key, a token, an id, or an address", () => {
    for (const text of [
      ...["a1b2c3d4e5f60718293a4b5c6d7e8f90", "abcdefabcdefabcdefabcdefabcdefab", "R0CANARYCANARYCANARY01"],
      ...[
        "3f2a1b4c-0d1e-4f50-8a6b-7c8d9e0f1a2b",
        "Bearer 0123456789abcdefghij",
        '["x0123456789012345678901"]',
      ],
      ...["https://h/", "me@h", "hooks.example.com/services/T0", '{"a":"hooks.example.com/x"}'],
    ])
      assert.ok(looksSecret(text), text);
  });

  it("is no word, number, name or date", () => {
    for (const text of [
      ...["standard", "nightly import 2026", "PAGERDUTY_KEY_TEAM_1", "internationalizationtests", "900"],
      ...[
        "2026-12-01T08:30",
        "0 2 * * Mon-Fri",
        "Shop/Billing",
        "release/*",
        "refs/heads/release/2026.1",
        "v1.2",
      ],
    ])
      assert.ok(!looksSecret(text), text);
  });
});
