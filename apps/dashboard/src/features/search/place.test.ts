import { expect, test } from 'vitest';
import { type Place, placesFor } from './place.ts';

const places: Place[] = [
  { kind: 'page', name: 'Лиды' },
  { kind: 'action', name: 'Добавить лид', words: 'новый клиент' },
  { kind: 'page', name: 'Реферальные программы' },
  { kind: 'page', name: 'Журнал' },
];
const found = (typed: string) => placesFor(places, typed).map(({ name }) => name);

test.each([
  ['', ['Лиды', 'Добавить лид', 'Реферальные программы', 'Журнал']],
  ['лид', ['Лиды', 'Добавить лид']],
  ['ПРОГ', ['Реферальные программы']],
  ['новый', ['Добавить лид']],
  ['лид доб', ['Добавить лид']],
  [';ehyfk', ['Журнал']],
  ['kbl', ['Лиды', 'Добавить лид']],
  ['урнал', []],
])('«%s» finds %j', (typed, names) => {
  expect(found(typed)).toEqual(names);
});
