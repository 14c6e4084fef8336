const word = Buffer.from("error");

/**
 * Searches a text that arrives in chunks for the five letters `error` in lower case, even where two chunks
 * meet (rule 6.2, decision 1). The returned function takes a chunk and returns whether the word has occurred
 * so far. It keeps four bytes.
 */
export function errorSearch(): (chunk: Buffer) => boolean {
  let tail = Buffer.alloc(0);
  return (chunk) => {
    // The word may begin in the previous chunk.
    const seam = Buffer.concat([tail, chunk.subarray(0, word.length)]);
    tail = Buffer.concat([tail, chunk.subarray(1 - word.length)]).subarray(1 - word.length);
    return seam.includes(word) || chunk.includes(word);
  };
}
