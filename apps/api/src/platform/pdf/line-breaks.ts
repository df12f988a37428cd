/** Maximum length of a word in a column. A longer word is split anywhere. */
const LONGEST_WORD = 24;

/** A piece of a text with its own rule for line breaks. */
type Run = { text: string; noWrap?: true; wordBreak?: 'break-all' };

/** Spaces that must not end a line: in phone numbers, after «№», and between a number and its unit, its noun or its month. */
const INNER_SPACE =
  /(?<=\+7) (?=\d{3} )|(?<=\+7.\d{3}) (?=\d{3}-)|(?<=№) |(?<=\d(?:-\p{Ll}{1,2})?) (?=\p{Ll}{3}|[%₽])/gu;

/** Hyphens that must not end a line: in ordinals, in words with a short part, and in names of banks. */
const INNER_HYPHEN = /\d-|(?<!\p{L})\p{L}{1,2}-|-\p{L}{1,2}(?!\p{L})|-банк/iu;

/**
 * Splits a text into runs, so that an ordinal («32-й лид»), a name of a bank («Т-Банк») and a number with its unit stay on one line, and a
 * word that is longer than a column is split anywhere. Characters other than spaces stay as they are, so that copied text is unchanged.
 */
export function toRuns(text: string): string | Run[] {
  const pieces = text.replace(INNER_SPACE, '\u00a0').split(/(?<= )/);
  const runs = pieces.reduce<Run[]>((done, piece) => {
    const run = toRun(piece);
    const last = done.at(-1);
    const isPlain = Object.keys(run).length === 1;
    if (last !== undefined && isPlain && Object.keys(last).length === 1) last.text += piece;
    else done.push(run);
    return done;
  }, []);
  const [only] = runs;
  return runs.length === 1 && only !== undefined && Object.keys(only).length === 1 ? only.text : runs;
}

function toRun(text: string): Run {
  const longest = Math.max(...text.split(/[\s-]/).map((word) => word.length));
  if (longest > LONGEST_WORD) return { text, wordBreak: 'break-all' };
  return INNER_HYPHEN.test(text) ? { text, noWrap: true } : { text };
}
