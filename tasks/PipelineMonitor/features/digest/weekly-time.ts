export const weeklyTimePattern = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:[01]\d|2[0-3]):[0-5]\d$/;

/** "Mon 08:30" becomes "30 08 * * Mon". */
export function weeklyExpression(text: string): string {
  const [day, hours, minutes] = text.split(/[ :]/);
  return `${minutes} ${hours} * * ${day}`;
}
