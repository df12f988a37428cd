import {
  PARTNER_FIELD_LABELS,
  PARTNER_KIND_LABELS,
  PARTNER_TEXT_NAMES,
  PARTNER_TEXTS,
  type Partner,
  stateMachines,
} from '@referral-dashboard/api-contract';
import type { Column, Sheet, WithTimeZone } from '../../platform/export/columns.ts';

const count = (title: string, value: (figures: Partner['figures']) => number): Column<Partner> => ({
  title,
  width: 12,
  kind: 'number',
  value: ({ figures }) => value(figures),
});

const money = (title: string, value: (balance: Partner['balance']) => number): Column<Partner> => ({
  title,
  width: 18,
  kind: 'money',
  value: ({ balance }) => value(balance),
});

/** A partner with the current year, and the sum of its payments in that year. */
export type ExportedPartner = Partner & WithTimeZone & { tax_year: string; paid_in_year_kop: number };

/** Export columns of partners for an organization. */
export const partnerSheet: Sheet<ExportedPartner> = {
  name: 'Партнеры',
  latinName: 'partners',
  columns: [
    { title: 'Партнер', width: 32, kind: 'text', value: ({ name }) => name },
    {
      title: PARTNER_FIELD_LABELS.kind,
      width: 18,
      kind: 'text',
      value: ({ kind }) => PARTNER_KIND_LABELS[kind],
    },
    { title: 'Статус', width: 18, kind: 'text', value: ({ status }) => stateMachines.partner.labels[status] },
    { title: 'Телефон', width: 20, kind: 'phone', value: ({ phone }) => phone },
    { title: PARTNER_FIELD_LABELS.email, width: 26, kind: 'text', value: ({ email }) => email },
    { title: PARTNER_FIELD_LABELS.inn, width: 15, kind: 'text', value: ({ inn }) => inn },
    { title: PARTNER_FIELD_LABELS.tags, width: 24, kind: 'text', value: ({ tags }) => tags.join(', ') },
    count('Программ', ({ programs }) => programs),
    count('Переходов', ({ clicks }) => clicks),
    count('Лидов', ({ leads }) => leads),
    count('Сделок', ({ won }) => won),
    money('Заработано, ₽', ({ earned_kop }) => earned_kop),
    money('На удержании, ₽', ({ hold_kop }) => hold_kop),
    money('На проверке, ₽', ({ review_kop }) => review_kop),
    money('К выплате, ₽', ({ available_kop }) => available_kop),
    money('В выплатах, ₽', ({ reserved_kop }) => reserved_kop),
    money('Выплачено, ₽', ({ paid_kop }) => paid_kop),
    { title: 'Налоговый период', width: 18, kind: 'digits', value: ({ tax_year }) => tax_year },
    {
      title: 'Выплачено за период, ₽',
      width: 22,
      kind: 'money',
      value: ({ paid_in_year_kop }) => paid_in_year_kop,
    },
    { title: 'Последний лид', width: 17, kind: 'time', value: ({ last_lead_at }) => last_lead_at },
    { title: 'Добавлен', width: 17, kind: 'time', value: ({ created_at }) => created_at },
    { title: 'Причина статуса', width: 30, kind: 'text', value: ({ status_reason }) => status_reason },
    ...PARTNER_TEXT_NAMES.map((text): Column<Partner> => {
      const { label: title, width } = PARTNER_TEXTS[text];
      return { title, width, kind: 'text', value: (partner) => partner[text] };
    }),
  ],
};

/** Export columns with balances of a past day. A column contains the day. */
export const partnerSheetAt = (day: string): Sheet<ExportedPartner> => ({
  ...partnerSheet,
  columns: partnerSheet.columns.flatMap((column) =>
    column.title === 'Заработано, ₽'
      ? [{ title: 'Суммы на дату', width: 14, kind: 'day', value: () => day }, column]
      : [column],
  ),
});
