import {
  CLIENT_FIELD_LABELS,
  type Client,
  type ClientField,
  clientRoutes,
  type Sale,
  saleRoutes,
} from '@referral-dashboard/api-contract';
import type { Api } from '@/shared/api/client.ts';
import { formatChangedFields } from '@/shared/format/changed-fields.ts';
import { getOpenAttachments, isFullClient, isFullSale } from './client.ts';

const CLIENT_LABELS = { ...CLIENT_FIELD_LABELS, attachments: 'Закрепление' };
const CLIENT_FIELDS = Object.keys(CLIENT_FIELD_LABELS) as ClientField[];
const SALE_LABELS = { amount_kop: 'Сумма', paid_on: 'Дата оплаты', comment: 'Комментарий' };
const SALE_FIELDS = Object.keys(SALE_LABELS) as (keyof typeof SALE_LABELS)[];

const describe = (subject: string, changed: readonly string[], labels: Record<string, string>) =>
  changed.length === 0 ? subject : `${subject}: ${formatChangedFields(changed, labels)}`;

const joinPartners = (client: Client) =>
  getOpenAttachments(client)
    .map(({ program, partner }) => `${program.id} ${partner.id}`)
    .toSorted()
    .join();

/**
 * Loads a client and names what other users have changed since `known`: «Клиент уже изменен: телефон, закрепление».
 *
 * @throws ApiFailure if the client cannot be loaded.
 */
export async function describeClientConflict({ call }: Api, known: Client): Promise<string> {
  const client = await call(clientRoutes.client, { params: { id: known.id } });
  if (!isFullClient(client)) return 'Клиент уже изменен';
  const changed = [
    ...CLIENT_FIELDS.filter((field) => client[field] !== known[field]),
    ...(joinPartners(client) === joinPartners(known) ? [] : ['attachments']),
  ];
  return describe('Клиент уже изменен', changed, CLIENT_LABELS);
}

/**
 * Loads a sale and names what other users have changed since `known`: «Продажа уже изменена: сумма».
 *
 * @throws ApiFailure if the sales of the client cannot be loaded.
 */
export async function describeSaleConflict({ call }: Api, known: Sale): Promise<string> {
  const { results } = await call(saleRoutes.sales, { query: { client: [known.client.id] } });
  const sale = results.find(({ id }) => id === known.id);
  const changed = sale && isFullSale(sale) ? SALE_FIELDS.filter((field) => sale[field] !== known[field]) : [];
  return describe('Продажа уже изменена', changed, SALE_LABELS);
}
