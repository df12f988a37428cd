/** Whose click decides the partner: the last one within the window of the program, or the first one. */
export const ATTRIBUTIONS = ['last', 'first'] as const;
export type Attribution = (typeof ATTRIBUTIONS)[number];
export const ATTRIBUTION_LABELS = {
  last: 'Последнему партнеру',
  first: 'Первому партнеру',
} as const satisfies Record<Attribution, string>;
