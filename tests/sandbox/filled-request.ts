const contact = {
  nameFirst: "Erika",
  nameLast: "Mustermann",
  // Nobody has such an address: the top-level domain is for private use.
  email: "erika@mustermann.internal",
  phone: "+49.301234567",
  addressMailing: {
    address1: "Musterweg 1",
    city: "Berlin",
    state: "Berlin",
    postalCode: "10115",
    country: "DE",
  },
};

/** A request file that a person has filled in. */
export const filledRequest = {
  $schema: "./request.schema.json",
  renewAuto: false,
  privacy: false,
  nameServers: [],
  period: 1,
  // The range is not in use on the internet.
  consent: { agreementKeys: ["DNRA"], agreedBy: "25.10.20.30" },
  contactAdmin: contact,
  contactBilling: contact,
  contactRegistrant: contact,
  contactTech: contact,
};
