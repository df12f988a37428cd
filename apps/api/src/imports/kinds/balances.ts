import { OPENING_BALANCE, routes } from '@referral-dashboard/api-contract';
import { z } from 'zod';
import type { OpeningBalances } from '../../money/index.ts';
import { dayIn } from '../../platform/clock.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Headers } from '../../platform/fields/headers.ts';
import { formatRubles } from '../../platform/russian-format.ts';
import { type ReadCell, readAmount, readDate, toMoment } from '../reading/cells.ts';
import { applyEach, type Cells, createRowReader, type Kind, type Run, UNDONE } from './kind.ts';
import { PROGRAM_HEADERS } from './lookups.ts';
import { balanceCause } from './undo-causes.ts';

const HEADERS: Headers = {
  partner: [
    'Партнер',
    'Телефон',
    'Телефон партнера',
    'Контрагент',
    'ФИО',
    'ИНН',
    'Почта',
    'Partner',
    'Phone',
  ],
  amount: [
    'Сумма, ₽',
    'Сумма',
    'Остаток',
    'Сальдо',
    'Сальдо на конец периода',
    'Долг',
    'Задолженность',
    'К выплате',
    'Баланс',
    'Amount',
    'Balance',
  ],
  as_of: ['На дату', 'Дата', 'Дата остатка', 'Date', 'As of'],
  program: PROGRAM_HEADERS,
  explanation: ['Основание', 'Комментарий', 'Назначение', 'Примечание', 'Comment'],
  external_id: ['Номер в вашей системе', 'Номер', 'Номер документа', 'Документ', 'Код', 'ID'],
};

const FIELDS = { amount_kop: 'amount' };
const NOT_POSITIVE = 'Остаток должен быть больше нуля. Долг партнера добавьте поправкой в «Начислениях».';

const { amount_kop: amount, explanation } = routes.createAccrual.body.shape;
const { external_id: number } = routes.createSales.body.shape.sales.element.shape;
const writtenBalance = z.object({ amount_kop: amount, explanation, external_id: number });

/** Reads an amount above zero. Reports of 1С put negative amounts in parentheses. */
function readPositive(text: string): ReadCell<number> {
  if (/^[-−–(]/.test(text.trim())) return { problem: NOT_POSITIVE };
  const read = readAmount(text);
  return 'value' in read && read.value === 0 ? { problem: NOT_POSITIVE } : read;
}

/** Reads a row without its partner and its program. */
function readBalance(cells: Cells, { now, timeZone, fileName }: Run) {
  const reader = createRowReader(cells, FIELDS);
  const amount_kop = reader.value('amount', readPositive);
  const day = reader.value('as_of', readDate)?.day ?? '';
  if (cells['partner'] === undefined) reader.add('partner', 'Укажите партнера.');
  if (cells['amount'] === undefined) reader.add('amount', 'Укажите сумму.');
  if (cells['as_of'] === undefined) reader.add('as_of', 'Укажите дату.');
  else if (day > dayIn(now, timeZone)) reader.add('as_of', 'Эта дата еще не наступила.');
  const { explanation = OPENING_BALANCE, external_id = null } = cells;
  const written = reader.parse(writtenBalance, { amount_kop, explanation, external_id });
  return {
    ...written,
    external_id: written.external_id ?? null,
    as_of: day,
    created_at: toMoment({ day, minutes: 0 }, timeZone),
    comment: `Загружено из файла «${fileName}».`,
  };
}

type BalanceRow = { cells: Cells; balance: ReturnType<typeof readBalance> };

/** Imports opening balances. One that is known by its number, or by the partner, the day and the program, is not changed. */
export function createBalanceKind(openingBalances: OpeningBalances): Kind<BalanceRow> {
  return {
    headers: HEADERS,
    fields: FIELDS,
    read(cells, run) {
      const balance = readBalance(cells, run);
      const { partner, program = '' } = cells;
      const key = balance.external_id ?? [partner, balance.as_of, program].join(' ');
      return { key, row: { cells, balance } };
    },
    async lock(trx, run, rows, { programOf, partnerOf }) {
      const objects: { partner: string | null; program: string | null }[] = [];
      for (const { cells } of rows)
        objects.push({
          partner: await orNull(partnerOf(cells)),
          program: await orNull(programOf(cells)),
        });
      await openingBalances.lock(trx, run.staff, objects);
    },
    async apply(trx, { staff }, rows, { programOf, partnerOf }) {
      return applyEach(rows, async ({ cells, balance }) => {
        const [partner, program] = [(await partnerOf(cells)) ?? '', await programOf(cells)];
        const one = { ...balance, partner, program };
        const known = await openingBalances.find(trx, staff, one);
        if (known === undefined)
          return { state: 'created', objectId: await openingBalances.enter(trx, staff, one) };
        const detail = `Остаток уже загружен: Н-${known.number}, ${formatRubles(known.amount_kop)}.`;
        return { state: 'skipped', objectId: known.id, detail };
      });
    },
    undo: {
      cause: balanceCause,
      lock: openingBalances.lockOf,
      apply: (trx, staff, id) => openingBalances.cancel(trx, staff, id, UNDONE),
    },
  };
}

/** Returns null when the lookup is refused: the row is refused when it is written. */
const orNull = async (lookup: Promise<string | null>) =>
  lookup.catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
