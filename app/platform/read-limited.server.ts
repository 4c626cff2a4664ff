/** Reads a stream completely; undefined if it is longer than `most` bytes. */
export async function readLimited(
  parts: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of parts) {
    size += chunk.byteLength
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
