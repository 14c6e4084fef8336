const word = Buffer.from("error");

/**
 * A search for the five letters `error`, lower case, anywhere in a text that comes in chunks, also across the border of
 * two (rule 6.2, decision 1): answers for each chunk whether they have come by. Keeps four bytes.
 */
export function errorSearch(): (chunk: Buffer) => boolean {
  let tail = Buffer.alloc(0);
  return (chunk) => {
    // All but one letter of a word may have come by before, and the rest is now at the beginning.
    const seam = Buffer.concat([tail, chunk.subarray(0, word.length - 1)]);
    tail = Buffer.concat([tail, chunk.subarray(1 - word.length)]).subarray(1 - word.length);
    return seam.includes(word) || chunk.includes(word);
  };
}
