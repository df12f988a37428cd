import {
  BANK_DOCUMENT_KIND_LABELS,
  BANK_DOCUMENT_STATE_LABELS,
  type BankDocumentExportQuery,
  type BankDocumentFilters,
  type BankDocumentListQuery,
  type ListedBankDocument,
} from '@referral-dashboard/api-contract';
import { formatActor } from '../../audit/index.ts';
import { toStatusCounts } from '../../database/figures/counts.ts';
import type { Db } from '../../platform/db/db.ts';
import { inTimeZone, type Sheet, type WithTimeZone } from '../../platform/export/columns.ts';
import { withSnapshot } from '../../platform/export/snapshot.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { documentListRepo, type ListedRow } from './document-list.repo.ts';

/** Maps a row to the contract. */
function documentView(row: ListedRow): ListedBankDocument {
  const { last_name, first_name, father_name, phone, statement_id, statement_name, ...document } = row;
  return {
    ...document,
    payments: row.payments.map(({ id, number }) => ({ id, number: `В-${number}` })),
    statement: { id: statement_id, name: statement_name },
    uploaded_at: row.uploaded_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: formatActor({ last_name, first_name, father_name, phone }),
  };
}

const documentSheet: Sheet<ListedBankDocument & WithTimeZone> = {
  name: 'Документы банка',
  latinName: 'bank-documents',
  columns: [
    { title: 'Дата в банке', width: 14, kind: 'day', value: ({ day }) => day },
    {
      title: 'Вид',
      width: 12,
      kind: 'text',
      value: ({ is_return }) => BANK_DOCUMENT_KIND_LABELS[is_return ? 'return' : 'debit'],
    },
    { title: 'Номер', width: 14, kind: 'digits', value: ({ number }) => number },
    { title: 'Сумма, ₽', width: 16, kind: 'money', value: ({ amount_kop }) => amount_kop },
    { title: 'Получатель или отправитель', width: 32, kind: 'text', value: ({ payee }) => payee },
    { title: 'ИНН', width: 14, kind: 'digits', value: ({ payee_inn }) => payee_inn },
    { title: 'Счет', width: 24, kind: 'digits', value: ({ payee_account }) => payee_account },
    { title: 'Назначение', width: 60, kind: 'text', value: ({ purpose }) => purpose },
    {
      title: 'Выплаты',
      width: 16,
      kind: 'text',
      value: ({ payments }) => payments.map(({ number }) => number).join(', '),
    },
    { title: 'Решение', width: 14, kind: 'text', value: ({ state }) => BANK_DOCUMENT_STATE_LABELS[state] },
    { title: 'Отмечен', width: 17, kind: 'time', value: ({ decided_at }) => decided_at },
    { title: 'Кто отметил', width: 20, kind: 'text', value: ({ decided_by }) => decided_by },
    { title: 'Выписка банка', width: 28, kind: 'text', value: ({ statement }) => statement.name },
    { title: 'Загружена', width: 17, kind: 'time', value: ({ uploaded_at }) => uploaded_at },
    { title: 'Что проверить', width: 60, kind: 'text', value: ({ notes }) => notes.join(' ') },
  ],
};

/** List of the documents of all bank statements. */
export const createDocumentList = (db: Db) => ({
  async list(staff: Staff, query: BankDocumentListQuery) {
    const page = await documentListRepo(db).page(staff, query);
    return { ...page, results: page.results.map(documentView) };
  },

  async counts(staff: Staff, filters: BankDocumentFilters) {
    const counted = await documentListRepo(db).counts(staff, filters);
    return toStatusCounts(
      { labels: BANK_DOCUMENT_STATE_LABELS },
      counted.map(({ state, count }) => ({ status: state, count })),
    );
  },

  export: (staff: Staff, query: BankDocumentExportQuery) => ({
    sheet: documentSheet,
    read: withSnapshot(db, documentListRepo(db).all(staff, query), inTimeZone(documentView)),
  }),
});
