import { expect, test } from 'vitest';
import { findHeader, NOTHING_REMEMBERED } from './header.ts';

const HEADERS = { name: ['Имя', 'Клиент'], phone: ['Телефон'], amount: ['Сумма'] };
const toRows = (lines: readonly string[]) =>
  lines.map((line, at) => ({ number: at + 1, cells: line.split(';') }));
const rowOf = (lines: readonly string[], remembered = NOTHING_REMEMBERED) =>
  findHeader(toRows(lines), HEADERS, remembered).row;

test('the row with the most known names is the header, below the titles of a report', () => {
  expect(rowOf(['Отчет по продажам;;', 'Период: 2026;;', 'Клиент;Телефон;Город', 'Ирина;1;Омск'])).toBe(3);
});

test('the more detailed of two rows of headers is the header', () => {
  expect(rowOf(['Клиент;;Оплата', 'Имя;Телефон;Сумма', 'Ирина;1;100'])).toBe(2);
});

test('a row with a known name as a value is not the header', () => {
  expect(rowOf(['Кто;Куда звонить;Когда', 'Клиент;+7 916 123-45-67;24.11.2026'])).toBe(1);
});

test('the row with the most texts is the header when no name is known', () => {
  expect(rowOf(['Выгрузка;;', 'Кто;Куда звонить;Почта', 'Ирина;+7 916 123-45-67;irina@example.ru'])).toBe(2);
});

test('the headers and the row of the last file are found again', () => {
  const lines = ['Выгрузка;из программы', 'Кто;Куда', 'Ирина;Омск'];
  expect(rowOf(lines, { headers: { name: 'Кто' }, row: null })).toBe(2);
  expect(rowOf(lines, { headers: {}, row: 2 })).toBe(2);
});

test('the row of the last file is not the header of a file that begins with its header', () => {
  const lines = ['Кто;Куда;Когда', 'Ирина;Омск;24.11.2026', 'Олег;Пермь;25.11.2026', 'Лев;Тула;26.11.2026'];
  expect(rowOf(lines, { headers: { name: 'Заказчик' }, row: 3 })).toBe(1);
});

test('the first of equal rows is the header', () => {
  expect(rowOf(['Имя;Телефон', 'Имя;Телефон', 'Ирина;1'])).toBe(1);
});

test('a header below the twentieth row is not looked for', () => {
  const titles = Array.from({ length: 20 }, (_, at) => `Название ${at};`);
  expect(rowOf([...titles, 'Имя;Телефон', 'Ирина;1'])).toBe(1);
});

test('the number of rows below the header is counted', () => {
  expect(findHeader(toRows(['Отчет;', 'Имя;Телефон']), HEADERS, NOTHING_REMEMBERED).below).toBe(0);
  expect(findHeader([], HEADERS, NOTHING_REMEMBERED).below).toBe(0);
});
