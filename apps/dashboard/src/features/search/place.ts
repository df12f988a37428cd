import type { To } from 'react-router-dom';

/** A page to go to or something to do, by its name. */
export type Place = {
  name: string;
  kind: 'page' | 'action';
  /** Other words it is looked for by. */
  words?: string;
  /** Where it leads; the state goes along. */
  to?: To;
  state?: unknown;
  /** Done on the spot. */
  act?: () => void;
};

const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

/** A text as it would have come out in the Russian layout. */
const inRussian = (typed: string) =>
  [...typed].map((letter) => RUSSIAN[LATIN.indexOf(letter)] ?? letter).join('');

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е');

/** Places whose words begin with every word typed, in either layout; all of them while nothing is typed. */
export function placesFor(places: readonly Place[], typed: string): Place[] {
  const wordsOf = (text: string) => plain(text).split(/\s+/).filter(Boolean);
  const readings = [wordsOf(typed), wordsOf(inRussian(typed.toLowerCase()))];
  return places.filter(({ name, words = '' }) => {
    const own = wordsOf(`${name} ${words}`);
    return readings.some((asked) => asked.every((word) => own.some((one) => one.startsWith(word))));
  });
}
