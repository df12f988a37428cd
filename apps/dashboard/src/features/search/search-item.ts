import type { To } from 'react-router-dom';

/** A page or an action, found by its name. */
export type SearchItem = {
  name: string;
  kind: 'page' | 'action';
  /** Additional search terms. */
  keywords?: string;
  /** Shown next to the name: the page that contains the item. */
  note?: string;
  /** Offered only for a query that matches it. */
  isSecondary?: boolean;
  /** Link target. */
  to?: To;
  /** Action to run instead of a navigation. */
  run?: () => void;
};

const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

/** Converts text typed in the Latin keyboard layout to the Russian layout. */
const toRussianLayout = (text: string) =>
  [...text].map((character) => RUSSIAN[LATIN.indexOf(character)] ?? character).join('');

const normalize = (text: string) => text.toLowerCase().replaceAll('ё', 'е');

/**
 * Returns the pages and actions whose name or keywords contain, for each typed word, a word that starts with it, in either keyboard layout.
 * Returns all primary items for an empty query.
 */
export function findItems(items: readonly SearchItem[], query: string): SearchItem[] {
  const splitWords = (text: string) => normalize(text).split(/\s+/).filter(Boolean);
  const queries = [splitWords(query), splitWords(toRussianLayout(query.toLowerCase()))];
  const isEmpty = query.trim() === '';
  return items.filter(({ name, keywords = '', isSecondary = false }) => {
    if (isEmpty) return !isSecondary;
    const itemWords = splitWords(`${name} ${keywords}`);
    return queries.some((queryWords) =>
      queryWords.every((word) => itemWords.some((itemWord) => itemWord.startsWith(word))),
    );
  });
}
