import type { Starter } from "../../../shared/agent/program";
import { parseRequest } from "../request/parse";
import { contactRoles } from "../request/schema";

const person = ["nameFirst", "nameLast", "email", "phone"] as const;
const address = ["address1", "city", "state", "postalCode", "country"] as const;

/**
 * Makes a registration request to start with. All four roles have the same contact, and unknown members are
 * empty.
 */
export const starter: Starter = {
  file: "domain.json",
  schema: "request.schema.json",
  answers: {
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
    return {
      value,
      problems: problems.filter((problem) => isAnswered(/^[\w.]*?(\w+):/.exec(problem)?.[1] ?? "")),
      open: ["agreedBy", ...person, ...address].filter((name) => !isAnswered(name)),
    };
  },
  next: (command, file) =>
    "put the key and secret into the environment variables REGISTRAR_API_KEY and REGISTRAR_API_SECRET, " +
    `then run ${command} DOMAIN --action validate --requestFile ${JSON.stringify(file)}\n` +
    "The file contains personal data: keep it where only its users can read it.",
};
