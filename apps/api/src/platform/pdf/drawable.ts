const GRAPHEMES = new Intl.Segmenter('ru', { granularity: 'grapheme' });
const BLANKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Replaces characters without a glyph. */
const UNKNOWN = '*';

/** Returns true for a character that the font has a glyph for. */
export type HasGlyph = (codePoint: number) => boolean;

/**
 * Returns a text with characters of the font only. A missing character is replaced by its compatibility form or by an asterisk; an emoji
 * counts as one character.
 */
export function drawable(text: string, hasGlyph: HasGlyph): string {
  const isDrawn = (piece: string) => Array.from(piece).every((sign) => hasGlyph(sign.codePointAt(0) ?? 0));
  const line = text.normalize('NFC').replace(BLANKS, ' ');
  if (isDrawn(line)) return line;
  const pieces = Array.from(GRAPHEMES.segment(line), ({ segment }) => {
    if (isDrawn(segment)) return segment;
    const plain = segment.normalize('NFKC');
    return isDrawn(plain) ? plain : UNKNOWN;
  });
  return pieces.join('');
}
