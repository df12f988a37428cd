/** Maximum number of payment numbers read from a purpose. */
const MAX = 10;

/** Returns the payment numbers in a purpose, at most ten: В-7, also with a Latin letter, a long dash or a space. */
export const paymentNumbersIn = (purpose: string): number[] =>
  [
    ...new Set(
      [...purpose.matchAll(/(?<![\p{L}\d])[ВB]\s?[-‐‑–—]\s?(\d{1,9})(?!\d)/giu)].map(([, digits]) =>
        Number(digits),
      ),
    ),
  ].slice(0, MAX);

/** Returns the numbers of payment orders in a purpose, at most ten: 7 for «п/п № 7», «ПП 7» and «платежное поручение 7». */
export const orderNumbersIn = (purpose: string): string[] =>
  [
    ...new Set(
      [
        ...purpose.matchAll(
          /(?<![\p{L}\d])(?:п\/?п|пл(?:ат)?\.?\s*пор[а-я]*\.?|плат[её]жно[а-я]+\s+поручени[а-я]+|документ[а-я]*)\s*(?:№|N)?\s*(\d{1,9})(?!\d)/giu,
        ),
      ].flatMap(([, digits]) => digits ?? []),
    ),
  ].slice(0, MAX);
