import type { Accrual } from '@referral-dashboard/api-contract';
import { leadNumber, saleNumber } from '../../database/rules/numbers.ts';

type Subject = Pick<Accrual, 'lead' | 'sale'>;

/** Columns of the lead or the later sale that an entry rewards. */
export type SubjectRow = {
  lead_id: string | null;
  lead_number: number | null;
  lead_name: string | null;
  sale_id: string | null;
  sale_number: number | null;
  client_id: string | null;
  client_name: string | null;
};

/** Returns the lead or the later sale that an entry rewards. Both are null for a manual entry. */
export const toSubject = (row: SubjectRow): Subject => ({
  lead:
    row.lead_id === null || row.lead_number === null
      ? null
      : { id: row.lead_id, number: leadNumber(row.lead_number), name: row.lead_name ?? '' },
  sale:
    row.sale_id === null || row.sale_number === null || row.client_id === null
      ? null
      : {
          id: row.sale_id,
          number: saleNumber(row.sale_number),
          name: row.client_name ?? '',
          client: row.client_id,
        },
});

/** Formats a lead or a later sale for files: `Л-7 Иванова Мария`, `Продажа П-7, клиент ООО «Ромашка»`. */
export function formatSubject({ lead, sale }: Subject): string {
  if (lead !== null) return `${lead.number} ${lead.name}`;
  return sale === null ? '' : `Продажа ${sale.number}, клиент ${sale.name}`;
}
