import { type EnteredSales, MAX_NEW_SALES, saleRoutes } from '@referral-dashboard/api-contract';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { BULK_DRAFT_KEY, CLIENT_DEPENDENT_ROUTES, SALE_NOUN } from '@/features/clients/client.ts';
import { isRetryable } from '@/shared/api/failure.ts';
import { useApi } from '@/shared/api/use-api.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { useIdempotencyKey } from '@/shared/api/use-idempotency-key.ts';
import { useDraft } from '@/shared/drafts/use-draft.ts';
import { toFieldSentence } from '@/shared/errors/field-sentences.ts';
import { useSubmission } from '@/shared/form/use-submission.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import {
  createRow,
  type FoundClient,
  isBlankRow,
  parseCells,
  pasteCells,
  type RowErrors,
  type SaleRow,
  toDraft,
  toSale,
} from './bulk.ts';

/** Number of empty rows of a new table. */
const NEW_ROWS = 3;

const NO_CLIENTS: readonly FoundClient[] = [];

const textsOf = (rows: readonly SaleRow[]) =>
  [...new Set(rows.map(({ client }) => client.trim()))].filter((text) => text !== '');

function describeEntered({ results, waiting, amount_kop, reward_kop }: EnteredSales) {
  const waitingText = `Не сопоставлено: ${formatCount(waiting, SALE_NOUN)}`;
  const count = results.length - waiting;
  if (count === 0) return { title: 'Продажи ждут своих клиентов', description: waitingText };
  const entered = `${formatCount(count, SALE_NOUN)} на ${formatMoney(amount_kop)}, вознаграждение ${formatMoney(reward_kop)}`;
  return {
    title: 'Продажи добавлены',
    description: waiting === 0 ? entered : `${entered}. ${waitingText}`,
  };
}

/** Splits `sales.3.amount_kop`. A part of the buyer is the client. */
const splitPath = (path: string) =>
  /^sales\.(\d+)\.(\w+)/.exec(path.replace('buyer', 'client'))?.slice(1) ?? [];

/** Table of new sales. They are saved together or not at all. */
export function useBulkForm(onClose: () => void) {
  const api = useApi();
  const today = useDates().dayAt(Date.now());
  const { mutateAsync } = useApiMutation(saleRoutes.createSales, CLIENT_DEPENDENT_ROUTES);
  const { getKey } = useIdempotencyKey();
  const { storedDraft, saveDraft } = useDraft<{ rows: SaleRow[] }>(BULK_DRAFT_KEY);
  const [rows, setRows] = useState(
    () => storedDraft?.rows ?? Array.from({ length: NEW_ROWS }, (_, key) => createRow(key, today)),
  );
  const [errors, setErrors] = useState<ReadonlyMap<number, RowErrors>>(new Map());
  const [notice, setNotice] = useState('');
  const [searched, setSearched] = useState(() => textsOf(rows));
  const latest = useRef(rows);
  const nextKey = useRef(Math.max(0, ...rows.map(({ key }) => key)) + 1);
  const sent = useRef<readonly SaleRow[]>([]);

  const { data, error: searchError } = useApiQuery(
    saleRoutes.findSaleClients,
    { body: { texts: searched } },
    { enabled: searched.length > 0, keepPrevious: true },
  );
  const found = new Map(data?.results.map(({ text, clients }) => [text, clients]));

  const createNext = () => createRow(nextKey.current++, today);
  const update = useCallback(
    (next: SaleRow[]) => {
      latest.current = next;
      setRows(next);
      saveDraft(next.every(isBlankRow) ? null : { rows: toDraft(next) });
    },
    [saveDraft],
  );
  const searchClients = useCallback(() => setSearched(textsOf(latest.current)), []);
  const changeRow = useCallback(
    (key: number, change: Partial<SaleRow>) => {
      update(latest.current.map((row) => (row.key === key ? { ...row, ...change } : row)));
      setErrors((current) => {
        const ofRow = current.get(key);
        if (ofRow === undefined) return current;
        const left = Object.entries(ofRow).filter(([name]) => !(name in change));
        return new Map(current).set(key, Object.fromEntries(left));
      });
    },
    [update],
  );
  const removeRow = useCallback(
    (key: number) => update(latest.current.filter((row) => row.key !== key)),
    [update],
  );

  const { failure, setFailure, isSending, submit } = useSubmission({
    failureTitle: 'Продажи не добавлены',
    hasField: (path) => splitPath(path).length > 0,
    showErrors: (messages) => {
      const byRow = new Map<number, RowErrors>();
      for (const [path, message] of Object.entries(messages)) {
        const [index, name] = splitPath(path);
        const row = sent.current[Number(index)];
        if (row !== undefined && name !== undefined)
          byRow.set(row.key, { ...byRow.get(row.key), [name]: message });
      }
      setErrors(byRow);
    },
    onError: (error) => {
      // The request may have succeeded. Deleting the draft prevents a resend with a new idempotency key after a reload.
      if (isRetryable(error)) saveDraft(null);
    },
  });

  /** Checks all rows. Returns null after showing the errors. */
  async function check(filled: readonly SaleRow[]) {
    const texts = textsOf(filled);
    setSearched(texts);
    const { results } =
      texts.length === 0 ? { results: [] } : await api.call(saleRoutes.findSaleClients, { body: { texts } });
    const clients = new Map(results.map((result) => [result.text, result.clients]));
    const checked = filled.map((row) => toSale(row, clients.get(row.client.trim()) ?? NO_CLIENTS));
    const wrong = new Map<number, RowErrors>();
    for (const [index, row] of filled.entries()) {
      const result = checked[index];
      if (result !== undefined && 'errors' in result) wrong.set(row.key, result.errors);
    }
    const sales = checked.flatMap((result) => ('sale' in result ? [result.sale] : []));
    const body = saleRoutes.createSales.body.safeParse({ sales });
    if (wrong.size === 0 && body.success) return body.data;
    // Limits of texts are checked by the contract. Without other errors, its sales are the rows.
    if (wrong.size === 0)
      for (const { path, message } of body.error?.issues ?? []) {
        const [index, name] = splitPath(path.join('.'));
        const row = filled[Number(index)];
        if (row && name) wrong.set(row.key, { [name]: toFieldSentence(name, message) });
      }
    setErrors(wrong);
    setFailure({
      title: 'Продажи не добавлены',
      advice: `Исправьте ${formatCount(wrong.size, ['строку', 'строки', 'строк'])}. Введенное на месте.`,
    });
    return null;
  }

  const close = () => {
    saveDraft(null);
    onClose();
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const filled = latest.current.filter((row) => !isBlankRow(row));
    setErrors(new Map());
    if (filled.length === 0)
      return setFailure({ title: 'Продажи не добавлены', advice: 'Введите хотя бы одну продажу.' });
    sent.current = filled;
    void submit(async () => {
      const body = await check(filled);
      if (body === null) return;
      const entered = await mutateAsync({ body, idempotencyKey: getKey(body) });
      close();
      void toast.success(describeEntered(entered));
    });
  };

  return {
    rows,
    errors,
    found,
    searchError,
    notice,
    failure,
    isSending,
    handleSubmit,
    close,
    changeRow,
    removeRow,
    searchClients,
    addRow: () => update([...latest.current, createNext()]),
    /** Fills in the rows with copied cells. Returns false for a text that is a single cell. */
    paste(text: string, at: { row: number; column: number }): boolean {
      const cells = parseCells(text);
      if (cells === null) return false;
      const next = pasteCells(latest.current, cells, at, createNext);
      setNotice(
        next.length > MAX_NEW_SALES
          ? `За один раз можно добавить ${MAX_NEW_SALES} продаж. Не вошло: ${formatCount(next.length - MAX_NEW_SALES, ['строка', 'строки', 'строк'])}.`
          : '',
      );
      setErrors(new Map());
      update(next.slice(0, MAX_NEW_SALES));
      searchClients();
      return true;
    },
  };
}
