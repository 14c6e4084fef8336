/** Code that breaks the task from within, to prove that the judge notices. */
export const sabotage = process.env["CAMPAIGN_SABOTAGE"];
