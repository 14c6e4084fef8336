import type { Starter } from "../../../shared/agent/program";
import { parseDomain } from "../request/domain";
import { parseRequest } from "../request/parse";
import { contactRoles } from "../request/schema";

const person = ["nameFirst", "nameLast", "email", "phone"] as const;
const address = ["address1", "city", "state", "postalCode", "country"] as const;

/**
 * Makes a registration request to start with, for the specification's registrar: only it needs contacts. All
 * four roles have the same contact, and unknown members are empty.
 */
export const starter: Starter = {
  file: "domain.json",
  schema: "request.schema.json",
  answers: {
    domain: "the domain to register, such as example.org",
    period: "years to register, 1 to 10; default 1",
    agreedBy: "IP address of the person who accepts the registrar's agreements",
    nameFirst: "first name of the contact",
    nameLast: "last name of the contact",
    email: "email address of the contact",
    phone: "phone number of the contact, such as +49.301234567",
    address1: "street and number",
    city: "city",
    state: "state or province",
    postalCode: "postal code",
    country: "country code, such as DE",
  },
  make(answer) {
    const texts = (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, answer(name) ?? ""]));
    const contact = { ...texts(person), addressMailing: texts(address) };
    const value = {
      renewAuto: false,
      privacy: false,
      nameServers: [],
      period: Number(answer("period") ?? 1),
      consent: { agreementKeys: ["DNRA"], ...texts(["agreedBy"]) },
      ...Object.fromEntries(contactRoles.map((role) => [role, contact])),
    };
    const isAnswered = (name: string) => answer(name) !== undefined;
    const { problems } = parseRequest(value, "");
    const domain = parseDomain(answer("domain") ?? "example.org");
    return {
      value,
      problems: [
        ...("problem" in domain ? [`domain: ${domain.problem}`] : []),
        ...problems.filter((problem) => isAnswered(/(\w+):/.exec(problem)?.[1] ?? "")),
      ],
      open: ["domain", "agreedBy", ...person, ...address].filter((name) => !isAnswered(name)),
    };
  },
  pipeline: (task, file, answer) => [
    `# Checks the request of ${file} at the registrar, and buys nothing. Commit both files to a repository that only`,
    "# their users can read, store key and secret as secret variables of the pipeline, and run it.",
    "# Next: action: register with dryRun: true, which does everything but the purchase. To buy, take the pipeline",
    "# with a schedule and a lock from the documentation of the task.",
    "trigger: none",
    "pr: none",
    "pool: { vmImage: ubuntu-latest }",
    "steps:",
    `  - task: ${task}`,
    "    inputs:",
    "      action: validate",
    `      domain: ${answer("domain") ?? "example.org # the domain to register"}`,
    `      requestFile: ${file}`,
    "      registrar: godaddy",
    "    env:",
    "      REGISTRAR_API_KEY: $(REGISTRAR_API_KEY)",
    "      REGISTRAR_API_SECRET: $(REGISTRAR_API_SECRET)",
  ],
  next(file, answer) {
    const domain = answer("domain") ?? "DOMAIN";
    return {
      notes: [
        "The file is for the registrar godaddy. At godaddyV3, keep only period and consent, with its agreements. " +
          "Porkbun needs no file.",
        "The file holds personal data: keep it where only its users can read it.",
      ],
      before: "set REGISTRAR_API_KEY and REGISTRAR_API_SECRET in the environment, and run",
      commands: [
        [`${domain} --action check`, "whether it is available"],
        [`${domain} --action validate --requestFile ${file}`, "whether the registrar accepts the request"],
        [
          `${domain} --action register --dryRun --waitMinutes 0 --requestFile ${file}`,
          "everything but the purchase",
        ],
      ],
    };
  },
};
