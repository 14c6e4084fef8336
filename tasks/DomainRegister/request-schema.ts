import * as z from "zod/mini";
import { isHostName } from "./domain";

/**
 * The registration request as it stands in its file: the one definition behind the check at run time, the
 * TypeScript type, and request.schema.json. Each error text is what is expected.
 */

const describe = (description: string) => z.describe(description);

const text = "a text that is not empty";
const filled = z.string(text).check(z.regex(/\S/, text));
const filledText = (description: string) => filled.check(describe(description));
const optionalText = (description: string) => z.optional(z.string("a text")).check(describe(description));

const trueOrFalse = "true or false";
const email = "an e-mail address, <name>@<host>";
const phone = '"+<country code>.<number>"';
const country = "a two-letter country code, such as DE";
const years = "a whole number of years, 1 to 10";
const time = "a UTC time, YYYY-MM-DDThh:mm:ssZ";
const hostName = "a host name, such as ns1.example.net";
const address = "an IP address";

/** Where a contact receives mail. */
export const addressSchema = z.looseObject(
  {
    address1: filledText("Street and number, the first line."),
    address2: optionalText("Street and number, the second line."),
    city: filledText("City or other place."),
    state: filledText("State or province; the city where a country has none."),
    postalCode: filledText("The place's postal code."),
    country: z.string(country).check(
      // No further check where this one fails: what is no pair of letters cannot be asked about.
      z.regex(/^[A-Z]{2}$/, { error: country, abort: true }),
      z.refine(isCountry, country),
      describe("Two-letter country code, such as DE."),
    ),
  },
  "an address",
);

/** A person, in the form that the registrar wants; it takes a few members more than the interface shows. */
export const contactSchema = z.looseObject(
  {
    nameFirst: filledText("The person's first name."),
    nameMiddle: optionalText("The person's middle name."),
    nameLast: filledText("The person's last name."),
    organization: optionalText("Whom the person acts for."),
    jobTitle: optionalText("The person's position there."),
    email: z
      .string(email)
      .check(
        z.regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/, email),
        describe("E-mail address, <name>@<host>; the registrar writes to it."),
      ),
    phone: z
      .string(phone)
      .check(z.regex(/^\+\d{1,3}\.\d{4,14}$/, phone), describe("Telephone number, +<country code>.<number>")),
    fax: optionalText("Fax number, +<country code>.<number>"),
    addressMailing: addressSchema.check(describe("Where the person receives mail.")),
  },
  "a contact",
);

const keys = "an array of one key or more, such as DNRA";

/** Who agrees to the registrar's terms, to which, and when. */
export const consentSchema = z.looseObject(
  {
    agreementKeys: z
      .optional(z.array(filled, keys).check(z.minLength(1, keys)))
      .check(describe("The agreements that are agreed to. Without: DNRA.")),
    agreedBy: z.union([z.ipv4(), z.ipv6()], address).check(describe("IP address of the person who agrees.")),
    agreedAt: z
      .optional(z.string(time).check(z.refine(isTime, time)))
      .check(describe("When it was agreed. Absent, or more than 24 hours off: the moment of sending.")),
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
    period: z
      .int(years)
      .check(
        z.minimum(1, years),
        z.maximum(10, years),
        describe("Years to register the domain for, 1 to 10."),
      ),
    contactAdmin: contactSchema.check(describe("Who decides about the domain.")),
    contactBilling: contactSchema.check(describe("Who is sent the bills.")),
    contactRegistrant: contactSchema.check(describe("Who will own the domain.")),
    contactTech: contactSchema.check(describe("Who looks after the name servers.")),
  },
  "an object",
);

/** Regions that have a code and a name, but are no country. */
const noCountries = new Set(["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"]);

function isCountry(code: string): boolean {
  const name = new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code);
  // A code that was withdrawn, such as UK or YU, is led back to the one that took its place.
  return name !== undefined && new Intl.Locale(`und-${code}`).region === code && !noCountries.has(code);
}

function isTime(value: string): boolean {
  const milliseconds = Date.parse(value);
  // Only a whole time is written back as it was read; there is no 30th of February, though it parses. A year of
  // more than four digits has a sign in front.
  return (
    /^\d/.test(value) &&
    !Number.isNaN(milliseconds) &&
    `${new Date(milliseconds).toISOString().slice(0, 19)}Z` === value
  );
}
