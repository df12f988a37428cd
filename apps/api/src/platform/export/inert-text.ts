const LINE_END = /\r\n|[\n\r\v\f\x85\u2028\u2029]/g;
const CONTROLS = /[^\P{Cc}\t\n]|[\ufffe\uffff]/gu;

/** Beginning of a formula for a reader of any dialect: at the start, after a line end, `;`, `,` or a tab; blanks, quotes and unseen signs aside. */
const FORMULA = /(?<=^|[\n;,\t])(?=(["'“”«\p{Cf}]|[^\S\n\t])*[=+\-@＝＋－＠\t])/gu;

const MONTHS = [
  ...['янв(ар[ья])?', 'фев(рал[ья])?', 'мар(та?)?', 'апр(ел[ья])?', 'ма[йя]', 'июн[ья]?', 'июл[ья]?'],
  ...['авг(уста?)?', 'сен(тябр[ья])?', 'окт(ябр[ья])?', 'ноя(бр[ья])?', 'дек(абр[ья])?'],
  ...['jan(uary)?', 'feb(ruary)?', 'mar(ch)?', 'apr(il)?', 'may', 'june?', 'july?', 'aug(ust)?'],
  ...['sep(tember)?', 'oct(ober)?', 'nov(ember)?', 'dec(ember)?'],
].join('|');
const APART = '[\\s./-]*';

/** Text that spreadsheets turn into numbers, days, times, shares and truth values. */
const VALUES = [
  // With an exponent: a code such as 12e3456 is a number to them.
  /^(?=\D*\d)[\s\d.,:/()%$€₽£¥'’−–-]+(e[+-]?\d+|[ap]m?)?$/i,
  new RegExp(`^\\d{1,4}${APART}(${MONTHS})\\.?(${APART}\\d{1,4})?$`, 'i'),
  new RegExp(`^(${MONTHS})\\.?${APART}\\d{1,4}$`, 'i'),
  /^(true|false|истина|ложь)$/i,
];

/**
 * A text for a CSV file that a spreadsheet neither computes nor converts: an apostrophe stands before every formula, and before what would
 * be read as a number or a day and lose its zeros or digits. Lines end with a line feed alone; other characters that control or are none are left out.
 */
export function inertText(text: string): string {
  const plain = text.replace(LINE_END, '\n').replace(CONTROLS, '');
  const inert = plain.replace(FORMULA, "'");
  const isValue = VALUES.some((pattern) => pattern.test(plain.trim()));
  return isValue && !inert.startsWith("'") ? `'${inert}` : inert;
}
