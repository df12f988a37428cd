import type { TestServer } from '@referral-dashboard/api/testing';
import { organizationPages, partnerPages } from '../support/filled-pages.ts';
import { organization, partner } from '../support/people.ts';

export type Screen = {
  name: string;
  address: string;
  /** Buttons, links, tabs and boxes pressed one after another, by their names. */
  press?: readonly (string | RegExp)[];
};

/** `/partners/0190…?tab=leads` is named `partners-tab-leads`. */
const nameOf = (address: string) =>
  address
    .replace(/[0-9a-f]{8}-[\w-]{27}/g, '')
    .match(/\w+/g)
    ?.join('-') ?? 'home';

function named(addresses: readonly string[]): Screen[] {
  const names = addresses.map(nameOf);
  return addresses.map((address, index) => {
    const nth = names.slice(0, index).filter((name) => name === names[index]).length;
    return { name: `${names[index]}${nth > 0 ? `-${nth + 1}` : ''}`, address };
  });
}

/** The id of some record in a state. */
async function someIn(
  server: TestServer,
  table: 'leads' | 'partners' | 'payments' | 'accruals',
  status: string,
) {
  const query = server.db
    .selectFrom(table)
    .select('id')
    .where('status', '=', status as never);
  return (await query.orderBy('id').executeTakeFirstOrThrow()).id;
}

/** What opens over a page of an organization. */
async function dialogsOfOrganization(server: TestServer): Promise<Screen[]> {
  const program = await server.db
    .selectFrom('programs')
    .select('id')
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  const [partner, fresh, ripe, payable, held] = await Promise.all([
    someIn(server, 'partners', 'active'),
    someIn(server, 'leads', 'new'),
    someIn(server, 'leads', 'qualified'),
    someIn(server, 'payments', 'approved'),
    someIn(server, 'accruals', 'hold'),
  ]);
  const [ofProgram, ofPartner] = [`/referral/program/${program.id}`, `/partners/${partner}`];
  return [
    { name: 'dialog-export', address: '/leads', press: ['Экспорт'] },
    { name: 'dialog-filters', address: '/leads', press: [/^Фильтры/] },
    { name: 'dialog-new-lead', address: '/leads', press: [/Добавить лид|Новый лид/] },
    { name: 'lead-new', address: `/leads?status=new&id=${fresh}` },
    { name: 'dialog-lead-moves', address: `/leads?id=${fresh}`, press: ['Другие действия'] },
    { name: 'dialog-reject-lead', address: `/leads?id=${fresh}`, press: ['Другие действия', 'Отклонить'] },
    { name: 'dialog-deal', address: `/leads?id=${ripe}`, press: ['Закрыть сделкой'] },
    { name: 'dialog-edit-lead', address: `/leads?id=${fresh}`, press: ['Изменить'] },
    { name: 'leads-ticked', address: '/leads?status=new', press: [/^Выбрать/] },
    { name: 'leads-found-none', address: '/leads?search=Щщщ' },
    { name: 'lead-not-found', address: '/leads?id=0190a0b0-0000-7000-8000-000000000000' },
    { name: 'dialog-program-pause', address: ofProgram, press: ['Действия с программой', 'Приостановить'] },
    { name: 'dialog-partner-block', address: ofPartner, press: ['Другие действия', 'Заблокировать'] },
    { name: 'dialog-add-to-program', address: ofPartner, press: ['Добавить в программу'] },
    { name: 'dialog-new-link', address: ofPartner, press: ['Новая ссылка'] },
    { name: 'dialog-accrual', address: '/payments?tab=accruals', press: [/Бонус/] },
    { name: 'dialog-hold', address: `/payments?tab=accruals&id=${held}`, press: [/проверку/] },
    { name: 'due-ticked', address: '/payments', press: [/^Выбрать/] },
    { name: 'dialog-form-payments', address: '/payments', press: [/^Выбрать/, 'Сформировать выплаты'] },
    { name: 'dialog-paid', address: `/payments?payment=${payable}`, press: ['Отметить выплаченной'] },
    { name: 'dialog-organization', address: '/profile', press: ['Изменить'] },
    { name: 'dialog-password', address: '/profile', press: ['Сменить пароль'] },
    { name: 'not-found', address: '/no/such/page' },
  ];
}

const dialogsOfPartner: readonly Screen[] = [
  { name: 'dialog-qr', address: '/', press: ['QR-код'] },
  { name: 'dialog-method', address: '/profile', press: ['Добавить'] },
];

/** A screen that a person without data has: no record of it is named in the address. */
export const isOfNobody = ({ address }: Screen) => !/[0-9a-f]{8}-/.test(address);

/** Both roles with their pages, and with what opens over them. */
export const whose = [
  {
    who: 'organization',
    person: organization,
    pages: async (server: TestServer) => named((await organizationPages(server)).map((page) => page.address)),
    dialogs: dialogsOfOrganization,
  },
  {
    who: 'partner',
    person: partner,
    pages: async (server: TestServer) => named((await partnerPages(server)).map((page) => page.address)),
    dialogs: () => Promise.resolve(dialogsOfPartner),
  },
] as const;
