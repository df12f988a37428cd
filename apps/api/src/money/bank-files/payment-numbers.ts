/** A purpose that names more payments than this matches none of them. */
const MAX = 10;

/** Numbers of payments in a purpose: В-7, also with a Latin letter, a long dash or a blank. At most ten. */
export const paymentNumbersIn = (purpose: string): number[] =>
  [
    ...new Set(
      [...purpose.matchAll(/(?<![\p{L}\d])[ВB]\s?[-‐‑–—]\s?(\d{1,9})(?!\d)/giu)].map(([, digits]) =>
        Number(digits),
      ),
    ),
  ].slice(0, MAX);
