import { describe, expect, test } from 'vitest';
import { createReportRowRule } from './report-rows.ts';

const rule = createReportRowRule(['Номер', 'Дата', 'Сумма', 'Телефон'], {
  external_id: 0,
  amount: 2,
  phone: 3,
});
const reasonOf = (line: string) => rule(line.split(';'));

describe('a row of a report is recognized:', () => {
  test.each([
    ['Итого;;25 000,00;', 'итогов'],
    ['ИТОГО:;;25 000,00;', 'итогов'],
    [';Всего по отчету;12 сделок;', 'итогов'],
    ['ООО «Ромашка»;;25 000,00;', 'группы'],
    [';Розничные покупатели;;', 'группы'],
    ['Номер;Дата;Сумма;Телефон', 'заголовков'],
  ])('%s', (line, reason) => expect(reasonOf(line)).toContain(reason));
});

describe('a row of an object is not a row of a report:', () => {
  test.each([
    'С-1042;;15 000,00;',
    'С-1042;01.02.2026;15 000,00;',
    'Ромашка;01.02.2026;;',
    'Ромашка;;15 000,00;+7 916 123-45-67',
    'Ромашка;;15 000,00;89167771240',
    'Ромашка;;15 000,00;8 916 777 12 40',
    'Всеволод;Иванов;15 000,00;',
    ';;15 000,00;',
    'Розничные покупатели;;;',
    ';Ромашка;;791612301',
    '1042;Ромашка;15 000,00;',
  ])('%s', (line) => expect(reasonOf(line)).toBeUndefined());

  test('a name in a table of two columns', () => {
    expect(createReportRowRule(['Имя', 'Телефон'], {})(['Ирина', ''])).toBeUndefined();
  });
});
