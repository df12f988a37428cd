import { PARTNER_KIND_LABELS, type PartnerKind } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { readsRequisites } from '../../people/index.ts';
import type { Column } from '../../platform/export/columns.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/** The kind and the INN of the partner; null where they are unknown for an older payment. */
export type Payee = { partner_kind: PartnerKind | null; partner_inn: string | null };

/** SQL: the kind of the payee with which payment `pay` to partner `card` goes out: frozen while it is approved, otherwise the current one. */
export const outgoingKind = sql<PartnerKind>`case
  when pay.status in ('requested', 'draft', 'failed') then card.kind else coalesce(pay.payee_kind, card.kind) end`;

const UNKNOWN = 'нет данных';

export const formatKind = (kind: PartnerKind | null) => (kind === null ? UNKNOWN : PARTNER_KIND_LABELS[kind]);
export const formatInn = (inn: string | null) => inn ?? UNKNOWN;

/** Partner columns of the exports of accruals and payments. The INN is empty for viewers without access to requisites. */
export const payeeColumns: Column<Payee>[] = [
  {
    title: 'Вид партнера',
    width: 18,
    kind: 'text',
    value: ({ partner_kind }) => formatKind(partner_kind),
  },
  { title: 'ИНН партнера', width: 15, kind: 'text', value: ({ partner_inn }) => formatInn(partner_inn) },
];

export const payeeFor = ({ partner_kind, partner_inn }: Payee, viewer: Viewer): Payee => ({
  partner_kind,
  partner_inn: readsRequisites(viewer) ? partner_inn : '',
});
