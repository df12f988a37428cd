import { CLIENT_FIELD_LABELS, type Client, type ClientForPartner } from '@referral-dashboard/api-contract';
import type { Column, Sheet, WithTimeZone } from '../../platform/export/columns.ts';
import type { ExportedAttachment } from './clients.repo.ts';

type Attached = { attachments: readonly ExportedAttachment[] };
type Attachment = 'program' | 'starts_at' | 'ends_at' | 'closed_at' | 'reward' | 'reward_event';
type ForPartner = Omit<ClientForPartner, 'id' | Attachment> & Attached;
type ForOrganization = Omit<Client, 'id' | 'version' | 'attachments'> & Attached;
type Shared = Omit<ForPartner, 'organization'>;

const text = (title: string, width: number) => ({ title, width, kind: 'text' }) as const;

const NUMBER: Column<Shared> = { ...text('Номер', 10), value: ({ number }) => number };
const NAME: Column<Shared> = { ...text(CLIENT_FIELD_LABELS.name, 28), value: ({ name }) => name };
const PHONE: Column<Shared> = {
  title: CLIENT_FIELD_LABELS.phone,
  width: 20,
  kind: 'phone',
  value: ({ phone }) => phone,
};
const SUMS: Column<Shared>[] = [
  { title: 'Продаж', width: 10, kind: 'number', value: ({ sales }) => sales },
  { title: 'Выручка, ₽', width: 18, kind: 'money', value: ({ revenue_kop }) => revenue_kop },
  { title: 'Вознаграждение, ₽', width: 19, kind: 'money', value: ({ reward_kop }) => reward_kop },
  { title: 'Последняя продажа', width: 14, kind: 'day', value: ({ last_sale_on }) => last_sale_on },
];

const getOpen = ({ attachments }: Attached) => attachments.filter(({ closed_at }) => closed_at === null);
const joinNames = (names: readonly string[]) => [...new Set(names)].join(', ');

/** Latest end of the open attachments; null without a term. */
function getEnd(client: Attached): string | null {
  const ends = getOpen(client).map(({ ends_at }) => ends_at);
  return ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null);
}

const CLIENTS = { name: 'Клиенты', latinName: 'clients' };

/** Export columns of clients for an organization. */
export const clientSheet: Sheet<ForOrganization & WithTimeZone> = {
  ...CLIENTS,
  columns: [
    NUMBER,
    { title: 'Появился', width: 17, kind: 'time', value: ({ created_at }) => created_at },
    ...[NAME, PHONE],
    { ...text(CLIENT_FIELD_LABELS.email, 26), value: ({ email }) => email },
    { ...text(CLIENT_FIELD_LABELS.inn, 14), value: ({ inn }) => inn },
    { ...text(CLIENT_FIELD_LABELS.external_id, 22), value: ({ external_id }) => external_id },
    {
      ...text('Партнер', 28),
      value: (client) => joinNames(getOpen(client).map(({ partner }) => partner)),
    },
    {
      ...text('Программа', 30),
      value: (client) => joinNames(getOpen(client).map(({ program }) => program)),
    },
    { title: 'Закреплен до', width: 14, kind: 'day', value: getEnd },
    ...SUMS,
  ],
};

/** Export columns of clients for a partner: the term of the latest attachment, and the sums of the own ones. */
export const clientSheetForPartner: Sheet<ForPartner & WithTimeZone> = {
  ...CLIENTS,
  columns: [
    ...[NUMBER, NAME, PHONE],
    { ...text('Организация', 30), value: ({ organization }) => organization.name },
    { ...text('Программа', 30), value: ({ attachments: [latest] }) => latest?.program ?? null },
    {
      title: 'Закреплен с',
      width: 14,
      kind: 'day',
      value: ({ attachments: [latest] }) => latest?.starts_at ?? null,
    },
    {
      title: 'Закреплен до',
      width: 14,
      kind: 'day',
      value: ({ attachments: [latest] }) => latest?.ends_at ?? null,
    },
    {
      title: 'Закрепление закрыто',
      width: 19,
      kind: 'time',
      value: ({ attachments: [latest] }) => latest?.closed_at ?? null,
    },
    ...SUMS,
  ],
};
