import assert from "node:assert/strict";
import { acceptance, useGodaddyV3 } from "./godaddy-v3-stage";
import { credentialOf, usePorkbun } from "./porkbun-stage";
import { issuesOf, type KeyedService, type KeyedStage, type RunChanges } from "./registrars-stage";

const keyAndSecret = { REGISTRAR_API_KEY: "$(KEY)", REGISTRAR_API_SECRET: "$(SECRET)" };
const token = { REGISTRAR_TOKEN: "$(TOKEN)" };
const secrets = { KEY: "pk1_canary-key", SECRET: "canary-secret", TOKEN: "canary-token" };
const credential = (env: Record<string, string>): RunChanges => ({ step: { env, secrets } });

const bareIntegers = (
  [
    ["12", "For that many USD, write 12.00 USD"],
    ["1200", "For that many USD, write 1200.00 USD"],
    ["9999", "For that many USD, write 9999.00 USD"],
    ["12000000", "If these are millionths, write 12.00 USD"],
  ] as const
).map(([maxPrice, advice]): [string, RunChanges, RegExp] => [
  `${maxPrice} as maxPrice, whose unit nobody knows`,
  { inputs: { maxPrice } },
  new RegExp(`maxPrice: ${maxPrice} has no currency and no decimals, so its unit is not clear\\. ${advice}`),
]);

/** What is wrong at either registrar, the changes that make it so, and what the task says. */
const everywhere: [string, RunChanges, RegExp][] = [
  ...bareIntegers,
  [
    "a bare integer and a currency",
    { inputs: { maxPrice: "12", currency: "EUR" } },
    /maxPrice: 12 has no currency and no decimals, .* For that many EUR, write 12\.00 EUR/,
  ],
  [
    "no maxPrice in production",
    { inputs: { maxPrice: "" } },
    /maxPrice: missing; expected an amount with its currency, such as 12\.00 USD, or any/,
  ],
  [
    "an amount without a currency",
    { inputs: { maxPrice: "12.00" } },
    /maxPrice: names no currency\. Write 12\.00 USD, or set `currency`/,
  ],
  [
    "an amount in another currency than the input names",
    { inputs: { maxPrice: "12.00 USD", currency: "EUR" } },
    /maxPrice: is in USD, but `currency` is EUR/,
  ],
  [
    "an amount of tenths of a cent",
    { inputs: { maxPrice: "12.005 USD" } },
    /maxPrice: expected an amount of USD with at most 2 decimals/,
  ],
  [
    "an unknown registrar",
    { inputs: { registrar: "namecheap" } },
    /registrar: expected godaddy, godaddyV3 or porkbun, got "namecheap"/,
  ],
  [
    "two credentials",
    credential({ ...keyAndSecret, ...token }),
    /REGISTRAR_TOKEN: contradicts REGISTRAR_API_KEY\. Give one credential only/,
  ],
];

const atPorkbun: [string, RunChanges, RegExp][] = [
  [
    "a token",
    credential(token),
    /REGISTRAR_TOKEN: porkbun takes key and secret; name a `registrarConnection`/,
  ],
  [
    "no secret",
    credential({ REGISTRAR_API_KEY: "$(KEY)" }),
    /REGISTRAR_API_SECRET: missing from the environment/,
  ],
  [
    "a sandbox key in production",
    { step: credentialOf("test") },
    /environment: is production, but the key belongs to Porkbun's sandbox\. Set environment to test/,
  ],
  [
    "a production key in the test environment",
    { inputs: { environment: "test" } },
    /environment: is test, but the key spends real money\. Use a key of Porkbun's sandbox, which begins with pk1_sb_/,
  ],
  [
    "definitive responses only, which it never gives",
    { inputs: { requireDefinitive: "true" } },
    /requireDefinitive: porkbun does not say whether a response is definitive/,
  ],
];

const atGodaddyV3: [string, RunChanges, RegExp][] = [
  [
    "key and secret",
    credential(keyAndSecret),
    /REGISTRAR_API_KEY: godaddyV3 takes a token; .*REGISTRAR_TOKEN/,
  ],
  ["no token", credential({}), /REGISTRAR_TOKEN: missing from the environment/],
  [
    "its own test environment",
    { inputs: { environment: "test", apiUrl: "" } },
    /environment: godaddyV3 has no test environment\. Set `dryRun` to true/,
  ],
  ["no request file", { inputs: { requestFile: "" } }, /requestFile: missing/],
  [
    "a request file without consent",
    { request: { period: 1 } },
    /consent\.agreementKeys: missing; expected the agreements that you accept, such as API_DPA/,
  ],
  [
    "a request file without a period",
    { request: { consent: acceptance.consent } },
    /period: missing; expected a whole number of years, 1 to 10/,
  ],
  [
    "a fee with decimals",
    {
      request: {
        ...acceptance,
        consent: {
          ...acceptance.consent,
          acknowledgedFees: [{ type: "FEE", fee: { currencyCode: "USD", value: 39.5 } }],
        },
      },
    },
    /acknowledgedFees.*value: expected a whole number in the currency's smallest unit/,
  ],
];

/** Asserts that a run with a mistake says so once, and that the registrar gets no request. */
async function assertRefused(stage: KeyedStage<KeyedService>, changes: RunChanges, told: RegExp) {
  const done = await stage.run(changes);
  assert.deepEqual([done.result, stage.service.requests], ["Failed", []]);
  assert.equal(done.issues.filter(({ type }) => type === "error").length, 1);
  assert.match(issuesOf(done), /\d+ problems? found; nothing was sent\.\n/);
  assert.match(issuesOf(done), told);
}

describe("packaged DomainRegister at Porkbun, when its inputs are wrong", () => {
  const porkbun = usePorkbun();
  for (const [mistake, changes, told] of [...everywhere, ...atPorkbun])
    it(`${mistake}: prints one message and sends no request`, () =>
      porkbun({}, (stage) => assertRefused(stage, changes, told)));
});

describe("packaged DomainRegister at GoDaddy v3, when its inputs are wrong", () => {
  const v3 = useGodaddyV3();
  for (const [mistake, changes, told] of [...everywhere, ...atGodaddyV3])
    it(`${mistake}: prints one message and sends no request`, () =>
      v3({}, (stage) => assertRefused(stage, changes, told)));
});
