import {
  accrualRoutes,
  clientRoutes,
  type ImportKind,
  type ImportView,
  importFields,
  importRoutes,
  leadRoutes,
  partnerRoutes,
  saleRoutes,
} from '@referral-dashboard/api-contract';
import type { To } from 'react-router-dom';
import { CLIENTS_VIEW } from '@/entities/lead/views.ts';
import { createLocation, paths } from '@/shared/paths.ts';

export const ROWS = ['строка', 'строки', 'строк'] as const;
/** Rows as the object of a verb. */
export const ROWS_LOADED = ['строку', 'строки', 'строк'] as const;

const CLIENTS = createLocation(paths.leads, { view: CLIENTS_VIEW });

/** Texts and links of each kind. */
export const KINDS = {
  partners: { list: paths.partners, toList: 'К партнерам' },
  leads: { list: paths.leads, toList: 'К лидам' },
  clients: { list: CLIENTS, toList: 'К клиентам' },
  sales: { list: CLIENTS, toList: 'К клиентам' },
  balances: { list: createLocation(paths.payments, { tab: 'accruals' }), toList: 'К начислениям' },
} as const satisfies Record<ImportKind, { list: To; toList: string }>;

/** Reads that a run or an undo changes. */
export const STALE_AFTER_RUN = [
  importRoutes.imports,
  leadRoutes.leads,
  partnerRoutes.partners,
  clientRoutes.clients,
  saleRoutes.sales,
  accrualRoutes.accruals,
];

/** Whether the rows of the file are still stored. */
export const hasRows = ({ columns }: Pick<ImportView, 'columns'>) => columns.length > 0;

/** Returns a table with the headers of a kind and an example row, which Excel opens by a double click. */
export function createTemplate(kind: ImportKind): Blob {
  const fields = Object.values(importFields(kind));
  const lines = [fields.map(({ label }) => label), fields.map(({ example }) => example)];
  const text = lines.map((cells) => cells.join(';')).join('\r\n');
  return new Blob([`\ufeff${text}\r\n`], { type: 'text/csv;charset=utf-8' });
}
