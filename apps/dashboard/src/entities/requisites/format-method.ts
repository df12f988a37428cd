import { preventHyphenBreaks } from '@/shared/format/breakable-text/breakable-text.tsx';

/**
 * Text with banks and numbers, such as «СБП, +7 916 123-45-67, Т-Банк» or «Счет •• 4321, Альфа-Банк». Lines break between its parts, never inside a
 * phone number, the last digits of an account or the name of a bank with a hyphen.
 */
export const formatMethod = (text: string) =>
  preventHyphenBreaks(
    text
      .replaceAll(/\+\d[\d ]*/g, (phone) => phone.replaceAll(/ (?=\d)/g, '\u00a0'))
      .replaceAll(/ ?•• ?(?=\d)/g, (dots) => dots.replaceAll(' ', '\u00a0')),
  );
