const END_OF_DIRECTORY = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const MAX_COMMENT = 65_535;

/**
 * Returns the number of bytes that a zip archive declares for all its files when they are unpacked, by its central directory. Nothing is unpacked.
 *
 * @returns undefined for bytes that are no zip archive, and for archives of the format for more than 4 GB.
 */
export function readUnpackedSize(bytes: Uint8Array): number | undefined {
  const buffer = Buffer.from(bytes);
  let end = buffer.length - END_BYTES;
  const last = Math.max(0, end - MAX_COMMENT);
  while (end >= last && buffer.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < last) return undefined;
  const entries = buffer.readUInt16LE(end + 10);
  let at = buffer.readUInt32LE(end + 16);
  let total = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + ENTRY_BYTES > buffer.length || buffer.readUInt32LE(at) !== ENTRY) return undefined;
    total += buffer.readUInt32LE(at + 24);
    at +=
      ENTRY_BYTES +
      buffer.readUInt16LE(at + 28) +
      buffer.readUInt16LE(at + 30) +
      buffer.readUInt16LE(at + 32);
  }
  return total;
}
