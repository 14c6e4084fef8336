import assert from "node:assert/strict";
import { parse } from "yaml";
import { parseRequest } from "../../../../tasks/DomainRegister/request/parse";
import { starter } from "../../../../tasks/DomainRegister/tools/starter";

const person = {
  nameFirst: "Erika",
  nameLast: "Mustermann",
  email: "erika@example.org",
  phone: "+49.301234567",
};
const address = {
  address1: "Musterweg 1",
  city: "Berlin",
  state: "Berlin",
  postalCode: "10115",
  country: "DE",
};
const answers = { domain: "example.net", period: "2", agreedBy: "203.0.113.7", ...person, ...address };
const answering = (given: Record<string, string>) => (name: string) => given[name];

describe("starter of a registration request", () => {
  const make = (given: Record<string, string>) => starter.make(answering(given));

  it("is a request that can be sent if every answer is given, with the same contact in all roles", () => {
    const contact = { ...person, addressMailing: address };
    const { value, problems, open } = make(answers);
    assert.deepEqual(
      { value, problems, open },
      {
        value: {
          ...{ renewAuto: false, privacy: false, nameServers: [], period: 2 },
          consent: { agreementKeys: ["DNRA"], agreedBy: "203.0.113.7" },
          ...{
            contactAdmin: contact,
            contactBilling: contact,
            contactRegistrant: contact,
            contactTech: contact,
          },
        },
        ...{ problems: [], open: [] },
      },
    );
    assert.deepEqual(parseRequest(value, "").problems, []);
    assert.deepEqual(Object.keys(starter.answers).sort(), Object.keys(answers).sort());
  });

  it("lists what a person still has to fill in, and has no problem with that", () => {
    const { value, problems, open } = make({ nameFirst: "Erika", country: "DE" });
    assert.deepEqual(
      [problems, open],
      [[], ["domain", "agreedBy", "nameLast", "email", "phone", "address1", "city", "state", "postalCode"]],
    );
    assert.deepEqual(
      [Reflect.get(value, "period"), Reflect.get(value, "consent")],
      [1, { agreementKeys: ["DNRA"], agreedBy: "" }],
    );
  });

  it("names a wrong answer once, though it is in four contacts", () => {
    const { problems } = make({ domain: "example", period: "many", agreedBy: "me", country: "Germany" });
    assert.deepEqual(
      problems.map((problem) => problem.slice(0, problem.indexOf(":"))),
      ["domain", "consent.agreedBy", "period", "contactAdmin.addressMailing.country"],
    );
    assert.equal(problems[0], "domain: has no top-level domain; expected a name such as example.org");
  });

  it("has a pipeline that validates, and commands that check, validate and rehearse, each with the file", () => {
    const step = (given: Record<string, string>) => {
      const { steps, ...rest } = parse(
        starter.pipeline("DomainRegister@1", "ops/mine.json", answering(given)).join("\n"),
      );
      assert.deepEqual(rest, { trigger: "none", pr: "none", pool: { vmImage: "ubuntu-latest" } });
      return steps;
    };
    const inputs = { action: "validate", requestFile: "ops/mine.json", registrar: "godaddy" };
    const env = {
      REGISTRAR_API_KEY: "$(REGISTRAR_API_KEY)",
      REGISTRAR_API_SECRET: "$(REGISTRAR_API_SECRET)",
    };
    const task = "DomainRegister@1";
    assert.deepEqual(step(answers), [{ task, inputs: { ...inputs, domain: "example.net" }, env }]);
    assert.deepEqual(step({}), [{ task, inputs: { ...inputs, domain: "example.org" }, env }]);
    assert.deepEqual(starter.next("mine.json", answering(answers)).commands, [
      ["example.net --action check", "whether it is available"],
      ["example.net --action validate --requestFile mine.json", "whether the registrar accepts the request"],
      [
        "example.net --action register --dryRun --waitMinutes 0 --requestFile mine.json",
        "everything but the purchase",
      ],
    ]);
    assert.equal(starter.next("mine.json", answering({})).commands[0]?.[0], "DOMAIN --action check");
  });

  it("says what buys nothing, what comes next, what other registrars need, and where the file may be kept", () => {
    const comments = starter.pipeline("-", "mine.json", answering({})).filter((line) => line.startsWith("#"));
    assert.match(comments.join(), /mine\.json.*buys nothing.*as secret variables.*dryRun: true.*a lock/);
    const { notes, before } = starter.next("mine.json", answering({}));
    assert.match(
      notes.join(),
      /godaddyV3, keep only period and consent.*Porkbun needs no file.*personal data/,
    );
    assert.match(before, /REGISTRAR_API_KEY and REGISTRAR_API_SECRET/);
  });
});
