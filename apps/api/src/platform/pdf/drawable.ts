const GRAPHEMES = new Intl.Segmenter('ru', { granularity: 'grapheme' });
const BLANKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** In place of a sign that the font has no picture for. */
const UNKNOWN = '*';

/** True for a sign that a font can draw. */
export type HasGlyph = (codePoint: number) => boolean;

/** A text in the signs of a font: what it lacks is written in a plainer form that it has, or as a star; an emoji is one sign. */
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
