const word = Buffer.from("error");

/**
 * Whether a text that comes in chunks holds the five letters `error`, lower case, anywhere (rule 6.2,
 * decision 1), also across the border of two chunks. Stops at the first hit; keeps no more than one chunk.
 */
export async function holdsError(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  let tail = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const text = Buffer.concat([tail, chunk]);
    if (text.includes(word)) return true;
    // All but the first letter of a word may have come by now. A copy, for a part would keep the whole alive.
    tail = Buffer.from(text.subarray(1 - word.length));
  }
  return false;
}
