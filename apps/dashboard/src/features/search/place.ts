import type { To } from 'react-router-dom';

/** A page or an action, found by its name. */
export type Place = {
  name: string;
  kind: 'page' | 'action';
  /** Additional search terms. */
  words?: string;
  /** Link target; `state` becomes its navigation state. */
  to?: To;
  state?: unknown;
  /** Action to run instead of a navigation. */
  act?: () => void;
};

const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

/** Converts text typed in the Latin keyboard layout to the Russian layout. */
const inRussian = (typed: string) =>
  [...typed].map((letter) => RUSSIAN[LATIN.indexOf(letter)] ?? letter).join('');

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е');

/** Places whose words start with every typed word, in either keyboard layout; all places for an empty search. */
export function placesFor(places: readonly Place[], typed: string): Place[] {
  const wordsOf = (text: string) => plain(text).split(/\s+/).filter(Boolean);
  const readings = [wordsOf(typed), wordsOf(inRussian(typed.toLowerCase()))];
  return places.filter(({ name, words = '' }) => {
    const own = wordsOf(`${name} ${words}`);
    return readings.some((asked) => asked.every((word) => own.some((one) => one.startsWith(word))));
  });
}
