const word = Buffer.from("error");

/**
 * Whether a text that comes in chunks holds the five letters `error`, lower case, anywhere (rule 6.2,
 * decision 1), also across the border of two chunks. Stops at the first hit; keeps no more than one chunk.
 */
export async function holdsError(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  let tail = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (chunk.includes(word)) return true;
    const border = Buffer.concat([tail, chunk.subarray(0, word.length - 1)]);
    if (border.includes(word)) return true;
    const last = chunk.length >= word.length - 1 ? chunk : border;
    tail = Buffer.from(last.subarray(-(word.length - 1)));
  }
  return false;
}
