import * as z from "zod/mini";
import { isHostName } from "./domain";

/**
 * The registration request as it stands in its file: the one definition behind the check at run time, the
 * TypeScript type, and request.schema.json. Each error text is what is expected.
 */

const describe = (description: string) => z.describe(description);

const text = "a text that is not empty";
const filled = z.string(text).check(z.regex(/\S/, text));

const trueOrFalse = "true or false";
const email = "an e-mail address, <name>@<host>";
const phone = '"+<country code>.<number>"';
const country = "a two-letter country code, such as DE";
const years = "a whole number of years, 1 to 10";
const time = "a UTC time, YYYY-MM-DDThh:mm:ssZ";
const hostName = "a host name, such as ns1.example.net";
const address = "an IP address";

const optionalText = z.optional(z.string("a text"));

/** Where a contact receives mail. */
export const addressSchema = z.looseObject(
  {
    address1: filled.check(describe("Street line.")),
    address2: optionalText,
    city: filled,
    state: filled.check(describe("State or province; the city where a country has none.")),
    postalCode: filled,
    country: z.string(country).check(z.regex(/^[A-Z]{2}$/, country), z.refine(isCountry, country)),
  },
  "an address",
);

/** A person, in the form that the registrar wants; it takes a few members more than the interface shows. */
export const contactSchema = z.looseObject(
  {
    nameFirst: filled,
    nameMiddle: optionalText,
    nameLast: filled,
    organization: optionalText,
    jobTitle: optionalText,
    email: z.string(email).check(z.regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/, email)),
    phone: z
      .string(phone)
      .check(z.regex(/^\+\d{1,3}\.\d{4,14}$/, phone), describe("+<country code>.<number>")),
    fax: optionalText,
    addressMailing: addressSchema,
  },
  "a contact",
);

const keys = "an array of one key or more, such as DNRA";

/** Who agrees to the registrar's terms, to which, and when. */
export const consentSchema = z.looseObject(
  {
    agreementKeys: z
      .optional(z.array(filled, keys).check(z.minLength(1, keys)))
      .check(describe("Without: DNRA.")),
    agreedBy: z.union([z.ipv4(), z.ipv6()], address).check(describe("IP address of who agrees.")),
    agreedAt: z
      .optional(z.string(time).check(z.refine(isTime, time)))
      .check(describe("Absent, or more than 24 hours off: the moment of sending.")),
  },
  "an object",
);

/** The whole file. */
export const requestSchema = z.looseObject(
  {
    $schema: z.optional(z.string("the address of a schema")).check(describe("For editors; never sent.")),
    domain: z
      .optional(z.string("a domain name"))
      .check(describe("When given, the domain of the task's input.")),
    renewAuto: z.boolean(trueOrFalse).check(describe("Renew the registration automatically.")),
    privacy: z.boolean(trueOrFalse).check(describe("Hide the contacts from the public record.")),
    nameServers: z
      .array(
        z.string(hostName).check(z.refine(isHostName, hostName)),
        "an array of host names, which may be empty",
      )
      .check(describe("May be empty; the registrar's own are used then.")),
    consent: consentSchema.check(describe("Who agrees to the registrar's terms.")),
    period: z.int(years).check(z.minimum(1, years), z.maximum(10, years), describe("Years.")),
    contactAdmin: contactSchema,
    contactBilling: contactSchema,
    contactRegistrant: contactSchema,
    contactTech: contactSchema,
  },
  "an object",
);

/** Regions that have a code and a name, but are no country. */
const noCountries = new Set(["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"]);

function isCountry(code: string): boolean {
  try {
    const name = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }).of(code);
    // A code that was withdrawn, such as UK or YU, is led back to the one that took its place.
    return name !== undefined && new Intl.Locale(`und-${code}`).region === code && !noCountries.has(code);
  } catch {
    return false;
  }
}

function isTime(value: string): boolean {
  const milliseconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) ? Date.parse(value) : Number.NaN;
  // There is no 30th of February, though it parses.
  return !Number.isNaN(milliseconds) && `${new Date(milliseconds).toISOString().slice(0, 19)}Z` === value;
}
