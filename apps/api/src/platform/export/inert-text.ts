const LINE_END = /\r\n|[\n\r\v\f\x85\u2028\u2029]/g;
const CONTROLS = /[^\P{Cc}\t\n]|[\ufffe\uffff]/gu;

/**
 * Start of a formula in any CSV dialect: at the start of the text or after a line end, `;`, `,` or a tab. Spaces, quotes and invisible
 * characters before it are skipped.
 */
const FORMULA = /(?<=^|[\n;,\t])(?=(["'“”«\p{Cf}]|[^\S\n\t])*[=+\-@＝＋－＠\t])/gu;

const MONTHS = [
  ...['янв(ар[ья])?', 'фев(рал[ья])?', 'мар(та?)?', 'апр(ел[ья])?', 'ма[йя]', 'июн[ья]?', 'июл[ья]?'],
  ...['авг(уста?)?', 'сен(тябр[ья])?', 'окт(ябр[ья])?', 'ноя(бр[ья])?', 'дек(абр[ья])?'],
  ...['jan(uary)?', 'feb(ruary)?', 'mar(ch)?', 'apr(il)?', 'may', 'june?', 'july?', 'aug(ust)?'],
  ...['sep(tember)?', 'oct(ober)?', 'nov(ember)?', 'dec(ember)?'],
].join('|');
const APART = '[\\s./-]*';

/** Text that spreadsheets convert to numbers, dates, times, percentages and booleans. */
const VALUES = [
  // With an exponent: spreadsheets take a code such as 12e3456 for a number.
  /^(?=\D*\d)[\s\d.,:/()%$€₽£¥'’−–-]+(e[+-]?\d+|[ap]m?)?$/i,
  new RegExp(`^\\d{1,4}${APART}(${MONTHS})\\.?(${APART}\\d{1,4})?$`, 'i'),
  new RegExp(`^(${MONTHS})\\.?${APART}\\d{1,4}$`, 'i'),
  /^(true|false|истина|ложь)$/i,
];

/**
 * Returns a text for a CSV file that spreadsheets neither compute nor convert. Adds an apostrophe before every formula, and before text
 * that would be converted and lose zeros or digits. Replaces line ends by line feeds and removes other control characters and
 * noncharacters.
 */
export function inertText(text: string): string {
  const plain = text.replace(LINE_END, '\n').replace(CONTROLS, '');
  const inert = plain.replace(FORMULA, "'");
  const isValue = VALUES.some((pattern) => pattern.test(plain.trim()));
  return isValue && !inert.startsWith("'") ? `'${inert}` : inert;
}
