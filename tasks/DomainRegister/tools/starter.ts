import type { Starter } from "../../../shared/agent/program";
import { parseRequest } from "../request/parse";
import { contactRoles } from "../request/schema";

const person = ["nameFirst", "nameLast", "email", "phone"] as const;
const address = ["address1", "city", "state", "postalCode", "country"] as const;

/** A registration request to begin with, one contact in all four roles; what nobody has told stays empty. */
export const starter: Starter = {
  file: "domain.json",
  schema: "request.schema.json",
  answers: {
    period: "years to register, 1 to 10 (1)",
    agreedBy: "the IP address of who agrees to the registrar's terms",
    nameFirst: "first name of the contact",
    nameLast: "last name of the contact",
    email: "e-mail address of the contact",
    phone: "telephone number of the contact, as +49.301234567",
    address1: "street and number",
    city: "city",
    state: "state",
    postalCode: "postal code",
    country: "country, as DE",
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
    const wrong = parseRequest(value, "").problems;
    return {
      value,
      problems: wrong.filter((problem) => isAnswered(/^[\w.]*?(\w+):/.exec(problem)?.[1] ?? "")),
      open: ["agreedBy", ...person, ...address].filter((name) => !isAnswered(name)),
    };
  },
  next: (command, file) =>
    "put key and secret into the environment variables REGISTRAR_API_KEY and REGISTRAR_API_SECRET, " +
    `then ${command} DOMAIN --action validate --requestFile ${JSON.stringify(file)}\n` +
    "The file holds personal data: keep it where only its users can read it.",
};
