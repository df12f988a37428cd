import { expect, test } from 'vitest';
import { findItems, type SearchItem } from './search-item.ts';

const items: SearchItem[] = [
  { kind: 'page', name: 'Лиды' },
  { kind: 'action', name: 'Добавить лид', keywords: 'новый клиент' },
  { kind: 'page', name: 'Реферальные программы' },
  { kind: 'page', name: 'Журнал' },
];
const findNames = (text: string) => findItems(items, text).map(({ name }) => name);

test.each([
  ['', ['Лиды', 'Добавить лид', 'Реферальные программы', 'Журнал']],
  ['лид', ['Лиды', 'Добавить лид']],
  ['ПРОГ', ['Реферальные программы']],
  ['новый', ['Добавить лид']],
  ['лид доб', ['Добавить лид']],
  [';ehyfk', ['Журнал']],
  ['kbl', ['Лиды', 'Добавить лид']],
  ['урнал', []],
])('«%s» finds %j', (text, names) => {
  expect(findNames(text)).toEqual(names);
});
