import iconv from 'iconv-lite';

/** Returns all characters of a single-byte code page. */
const listCharacters = (encoding: string) =>
  new Set(
    Array.from({ length: 256 }, (_, byte) => iconv.decode(Buffer.from([byte]), encoding)).filter(
      (sign) => sign !== '\ufffd',
    ),
  );

const KNOWN = listCharacters('win1251');

/** Replacements that always apply, also to characters that the code page contains. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '₽': 'руб.',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2015': '—',
  '\u2212': '-',
  '\u2032': "'",
  '\u2033': '"',
  '\u2007': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  '\u00a0': ' ',
  '\u200b': '',
  '\u200d': '',
  '\ufeff': '',
  '\ufe0f': '',
  '\u00ad': '',
};

/** Removes diacritics from a character: «é» becomes «e». */
const withoutMarks = (sign: string) => sign.normalize('NFD').replace(/\p{M}/gu, '');

/**
 * Replaces the characters that windows-1251 lacks. Characters without a replacement are removed; `missing` lists each of them once.
 */
export function forWindows1251(text: string): { text: string; missing: string[] } {
  const missing = new Set<string>();
  const converted = Array.from(text.normalize('NFC'), (sign) => {
    const other = REPLACEMENTS[sign];
    if (other !== undefined) return other;
    if (KNOWN.has(sign)) return sign;
    const plain = withoutMarks(sign);
    if (plain !== '' && Array.from(plain).every((one) => KNOWN.has(one))) return plain;
    missing.add(sign);
    return '';
  });
  return { text: converted.join(''), missing: [...missing] };
}

export const windows1251 = (text: string): Buffer => iconv.encode(text, 'win1251');
