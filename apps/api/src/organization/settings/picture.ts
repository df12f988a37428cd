import { LOGO_BYTES, LOGO_IS_TOO_LARGE, type NewLogo } from '@referral-dashboard/api-contract';
import { invalid } from '../../platform/errors.ts';

const MAX_SIDE = 1024;

type Size = { width: number; height: number };

/** Decodes a picture. @throws ApiError 400 for a picture that is too large or has another type than declared */
export function decodePicture({ type, data }: NewLogo): Buffer {
  const content = Buffer.from(data, 'base64');
  if (content.length > LOGO_BYTES) throw invalid({ data: [LOGO_IS_TOO_LARGE] });
  const size = READERS[type](content);
  if (size === null || size.width === 0 || size.height === 0)
    throw invalid({ data: ['Файл не похож на картинку подходящего вида.'] });
  if (Math.max(size.width, size.height) > MAX_SIDE)
    throw invalid({ data: [`Картинка больше ${MAX_SIDE} × ${MAX_SIDE} точек. Уменьшите ее.`] });
  return content;
}

/** Readers of the size in a file header, by type. They return null for a file of another type. */
const READERS: Record<NewLogo['type'], (content: Buffer) => Size | null> = {
  'image/png': (content) =>
    content.length > 32 && content.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))
      ? { width: content.readUInt32BE(16), height: content.readUInt32BE(20) }
      : null,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

/** Reads the size from the first frame header of a JPEG. Source: ITU-T T.81, annex B. */
function jpegSize(content: Buffer): Size | null {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= content.length && content[at] === 0xff; ) {
    const marker = content[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) };
    at += 2 + content.readUInt16BE(at + 2);
  }
  return null;
}

/** Reads the size from the first chunk of a WebP, which has one of three formats. Source: RFC 9649. */
function webpSize(content: Buffer): Size | null {
  const word = (at: number) => content.toString('latin1', at, at + 4);
  if (content.length < 30 || word(0) !== 'RIFF' || word(8) !== 'WEBP') return null;
  if (word(12) === 'VP8X')
    return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 };
  if (word(12) === 'VP8L' && content[20] === 0x2f) {
    const bits = content.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (word(12) === 'VP8 ')
    return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff };
  return null;
}
