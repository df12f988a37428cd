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
