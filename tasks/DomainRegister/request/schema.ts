import * as v from "valibot";
import { objectOf } from "../../../shared/json/schema";
import { isHostName } from "./domain";

/**
 * The registration request as it is in its file. The check at run time, the TypeScript type and
 * request.schema.json all come from this definition. Each message says what is expected.
 */

const text = "a non-empty string";
const filled = v.pipe(v.string(text), v.regex(/\S/, text));
const filledText = (description: string) => v.pipe(filled, v.description(description));
const optionalText = (description: string) =>
  v.optional(v.pipe(v.string("a string"), v.description(description)));
const trueOrFalse = (description: string) => v.pipe(v.boolean("true or false"), v.description(description));

const email = "an email address, <name>@<host>";
const phone = '"+<country code>.<number>"';
const country = "a two-letter country code, such as DE";
const years = "a whole number of years, 1 to 10";
const time = "a UTC time, YYYY-MM-DDThh:mm:ssZ";
const hostName = "a host name, such as ns1.example.net";
const address = "an IP address";

export const addressMembers = {
  address1: filledText("Street and number, first line."),
  address2: optionalText("Street and number, second line."),
  city: filledText("City or other place."),
  state: filledText("State or province. If the country has none, the city."),
  postalCode: filledText("Postal code of the address."),
  country: v.pipe(
    v.string(country),
    // Only the form is checked: which codes are in use is for the registrar to say.
    v.regex(/^[A-Z]{2}$/, country),
    v.description("Two-letter country code, such as DE."),
  ),
};

/** A person. The registrar accepts a few more members than the specification shows. */
export const contactMembers = {
  nameFirst: filledText("The person's first name."),
  nameMiddle: optionalText("The person's middle name."),
  nameLast: filledText("The person's last name."),
  organization: optionalText("The organization that the person represents."),
  jobTitle: optionalText("The person's job title."),
  email: v.pipe(
    v.string(email),
    v.regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/, email),
    v.description("Email address, <name>@<host>. The registrar sends messages to it."),
  ),
  phone: v.pipe(
    v.string(phone),
    v.regex(/^\+\d{1,3}\.\d{4,14}$/, phone),
    v.description("Phone number, +<country code>.<number>."),
  ),
  fax: optionalText("Fax number, +<country code>.<number>."),
  addressMailing: v.pipe(
    objectOf(addressMembers, "an address"),
    v.description("The person's postal address."),
  ),
};
const contact = (description: string) =>
  v.pipe(objectOf(contactMembers, "a contact"), v.description(description));

const keys = "an array of one or more keys, such as DNRA";

/** Who agrees to which of the registrar's terms, and when. */
export const consentMembers = {
  agreementKeys: v.optional(
    v.pipe(
      v.array(filled, keys),
      v.minLength(1, keys),
      v.description("Keys of the agreements that the person accepts. Default: DNRA."),
    ),
  ),
  agreedBy: v.pipe(
    v.union(
      [v.pipe(v.string(), v.ipv4()), v.pipe(v.string(), v.regex(/^[\dA-Fa-f:.]+$/), v.check(isIPv6))],
      address,
    ),
    v.description("IP address of the person who accepts the agreements."),
  ),
  agreedAt: v.optional(
    v.pipe(
      v.string(time),
      v.check(isTime, time),
      v.description(
        "When the person accepted. If absent or more than 24 hours off, the time of sending is used.",
      ),
    ),
  ),
};

export const contactRoles = ["contactAdmin", "contactBilling", "contactRegistrant", "contactTech"] as const;

export const requestMembers = {
  $schema: v.optional(v.pipe(v.string("the URL of a schema"), v.description("For editors. Never sent."))),
  domain: v.optional(
    v.pipe(v.string("a domain name"), v.description("If given, it must be the domain of the task's input.")),
  ),
  renewAuto: trueOrFalse("Whether to renew the registration automatically."),
  privacy: trueOrFalse("Whether to hide the contacts from the public record."),
  nameServers: v.pipe(
    v.array(
      v.pipe(v.string(hostName), v.check(isHostName, hostName)),
      "an array of host names, which may be empty",
    ),
    v.description("Host names of the name servers. If empty, the registrar uses its own."),
  ),
  consent: v.pipe(
    objectOf(consentMembers, "an object"),
    v.description("Who accepts the registrar's agreements, and when."),
  ),
  period: v.pipe(
    v.number(years),
    v.safeInteger(years),
    v.minValue(1, years),
    v.maxValue(10, years),
    v.description("How many years to register the domain for, 1 to 10."),
  ),
  contactAdmin: contact("The administrative contact, who decides about the domain."),
  contactBilling: contact("The billing contact, who receives the bills."),
  contactRegistrant: contact("The registrant, who will own the domain."),
  contactTech: contact("The technical contact, who manages the name servers."),
};

export const requestSchema = objectOf(requestMembers, "an object");

function isIPv6(value: string): boolean {
  // The host in brackets of a URL is an address by RFC 4291. valibot's check also accepts zones and other
  // things.
  return URL.canParse(`http://[${value}]/`);
}

function isTime(value: string): boolean {
  const milliseconds = Date.parse(value);
  // `Date` also parses incomplete times and the 30th of February, but does not write them back as they were.
  // A year with more than four digits starts with a sign.
  return (
    /^\d/.test(value) &&
    !Number.isNaN(milliseconds) &&
    `${new Date(milliseconds).toISOString().slice(0, 19)}Z` === value
  );
}
