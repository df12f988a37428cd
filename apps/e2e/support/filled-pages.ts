import type { TestServer } from '@referral-dashboard/api/testing';
import { organizationApi } from './api.ts';
import { addCrm } from './crm.ts';
import { addOutsideEvents } from './outside-events.ts';
import { addSiteForm } from './site-forms.ts';
import { addWebhook } from './webhooks.ts';

/** A page and a text that it shows once its data has loaded. */
export type FilledPage = { address: string; shows: RegExp };

const LEAD = /Л-\d+/;
const PAYMENT = /В-\d+/;
/** The number of an accrual. Phones hide it and show the reason. */
const ACCRUAL = /Н-\d+|Лид Л-\d|ставка с \d|% от \d/;
const MONEY = /\d,\d\d\s₽/;
const PROGRAM = /Окна для дома/;
const CLIENT = /К-\d+/;
const SALE = /П-\d+, /;

/** A card of an invited partner with a valid link. */
async function invitedCard(server: TestServer) {
  const card = await server.db
    .selectFrom('partners')
    .select('id')
    .where('status', '=', 'invited')
    .executeTakeFirstOrThrow();
  const post = await organizationApi(server);
  await post(`partners/${card.id}/invitation/`, {});
  return card;
}

/** Demo data records: those of the demo partner, an invited card and a failed payment. */
export async function records(server: TestServer) {
  const { db } = server;
  const card = await db
    .selectFrom('partners')
    .select('id')
    .where('user_id', 'is not', null)
    .executeTakeFirstOrThrow();
  const [program, lead, client, accrual, paid, failed, invited, registry, statement, act] = await Promise.all(
    [
      db.selectFrom('programs').select('id').where('name', '=', 'Окна для дома').executeTakeFirstOrThrow(),
      db
        .selectFrom('leads')
        .select('id')
        .where('partner_id', '=', card.id)
        .where('status', '=', 'won')
        .orderBy('number', 'desc')
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('attachments')
        .select('client_id as id')
        .where('partner_id', '=', card.id)
        .where('closed_at', 'is', null)
        .orderBy('starts_at', 'desc')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('accruals')
        .select('id')
        .where('partner_id', '=', card.id)
        .where('lead_id', 'is not', null)
        .orderBy('number', 'desc')
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('payments')
        .select('id')
        .where('partner_id', '=', card.id)
        .where('status', '=', 'paid')
        .orderBy('number', 'desc')
        .executeTakeFirstOrThrow(),
      db.selectFrom('payments').select('id').where('status', '=', 'failed').executeTakeFirstOrThrow(),
      invitedCard(server),
      db.selectFrom('registries').select('id').where('status', '=', 'sent').executeTakeFirstOrThrow(),
      db.selectFrom('bank_statements').select('id').executeTakeFirstOrThrow(),
      db
        .selectFrom('acts')
        .select('id')
        .where('partner_id', '=', card.id)
        .where('status', '=', 'issued')
        .executeTakeFirstOrThrow(),
    ],
  );
  await addWebhook(server);
  await addCrm(server);
  await addOutsideEvents(server);
  await addSiteForm(server, program.id);
  return { card, program, lead, client, accrual, paid, failed, invited, registry, statement, act };
}

/** Every page of an organization. */
export async function organizationPages(server: TestServer): Promise<FilledPage[]> {
  const { card, program, lead, client, accrual, paid, failed, invited, registry, statement, act } =
    await records(server);
  const [programPage, partnerPage] = [`/referral/program/${program.id}`, `/partners/${card.id}`];
  return [
    { address: '/', shows: /Лучшие партнеры/ },
    { address: '/?view=table', shows: /Лучшие партнеры/ },
    { address: '/import?kind=leads', shows: /Выбрать файл/ },
    { address: '/summary', shows: /Вознаграждение на сделку/ },
    { address: '/profile', shows: /Этот браузер/ },
    { address: '/profile/team', shows: /Громов Денис/ },
    { address: '/profile/organization', shows: /Домашний мастер/ },
    { address: '/profile/notifications', shows: /Куда присылать/ },
    { address: '/profile/messages', shows: /Сообщений пока нет|Отправлено/ },
    { address: '/profile/journal', shows: /Статус лида изменен/ },
    { address: '/profile/developers', shows: /Запросов еще не было|Не доставлено|Последнее событие/ },
    { address: '/profile/developers/events', shows: /Сделка/ },
    { address: '/referral/program', shows: PROGRAM },
    { address: '/referral/program/create', shows: /Новая программа/ },
    { address: programPage, shows: /Осталось|Не ограничен/ },
    { address: `${programPage}?tab=terms`, shows: /Закрепление клиента/ },
    { address: `${programPage}?tab=partners`, shows: /Участвует/ },
    { address: `${programPage}?tab=links`, shows: /\d\sпереход/ },
    { address: `${programPage}?tab=leads`, shows: /Открыть в разделе/ },
    { address: '/partners', shows: MONEY },
    { address: '/partner/create', shows: /Новый партнер/ },
    { address: partnerPage, shows: /Основные/ },
    { address: `/partners/${invited.id}`, shows: /Ссылка действует до/ },
    { address: `${partnerPage}?tab=leads`, shows: LEAD },
    { address: `${partnerPage}?tab=accruals`, shows: ACCRUAL },
    { address: `${partnerPage}?tab=payments`, shows: PAYMENT },
    { address: `${partnerPage}?tab=terms`, shows: /Как в программе|Личная ставка/ },
    { address: `${partnerPage}?tab=history`, shows: /Карточка создана|Событий пока нет/ },
    { address: `${partnerPage}?tab=edit`, shows: /Фамилия/ },
    { address: '/leads', shows: PROGRAM },
    { address: '/leads?view=board', shows: PROGRAM },
    { address: `/leads?id=${lead.id}`, shows: /Лид создан/ },
    { address: '/leads?view=clients', shows: CLIENT },
    { address: `/leads?view=clients&id=${client.id}`, shows: SALE },
    { address: '/payments', shows: MONEY },
    { address: '/payments?due=blocked', shows: /Нет реквизитов — добавить/ },
    { address: '/payments?tab=payments', shows: PAYMENT },
    { address: '/payments?tab=registries', shows: /В банке/ },
    { address: `/payments?registry=${registry.id}`, shows: /В банке/ },
    { address: `/payments?statement=${statement.id}`, shows: /Нужно проверить/ },
    { address: '/payments?tab=bank', shows: /№ \d/ },
    { address: '/payments?tab=receipts', shows: /Напомнить: \d|Кому напомнить/ },
    { address: '/payments?tab=taxes', shows: /НДФЛ за 1|не было/ },
    { address: '/payments?tab=acts', shows: /Ждет подтверждения/ },
    { address: `/payments?act=${act.id}`, shows: /Стороны и договор/ },
    { address: `/payments?tab=statement&partner=${card.id}`, shows: /Остаток на конец/ },
    { address: '/payments?tab=accruals', shows: ACCRUAL },
    { address: `/payments?tab=accruals&id=${accrual.id}`, shows: /Начислено/ },
    { address: `/payments?payment=${paid.id}`, shows: /Итого: \d/ },
    { address: `/payments?payment=${failed.id}`, shows: /Перевод не прошел/ },
  ];
}

/** Every page of a partner. */
export async function partnerPages(server: TestServer): Promise<FilledPage[]> {
  const { program, lead, client, accrual, paid, act } = await records(server);
  const ladder = await server.db
    .selectFrom('programs')
    .select('id')
    .where('name', '=', 'Кухни на заказ')
    .executeTakeFirstOrThrow();
  return [
    { address: '/', shows: LEAD },
    { address: '/profile', shows: /Основные/ },
    { address: '/profile/notifications', shows: /Куда присылать/ },
    { address: '/referral/program', shows: PROGRAM },
    { address: `/referral/program/${program.id}`, shows: /\/ref\/demo-/ },
    { address: `/referral/program/${ladder.id}`, shows: /^До \d.%: еще/ },
    { address: '/leads', shows: PROGRAM },
    { address: `/leads?id=${lead.id}`, shows: /Лид создан/ },
    { address: '/leads?view=clients', shows: CLIENT },
    { address: `/leads?view=clients&id=${client.id}`, shows: SALE },
    { address: '/payments', shows: MONEY },
    { address: '/payments?tab=payments', shows: PAYMENT },
    { address: '/payments?tab=accruals', shows: MONEY },
    { address: '/payments?tab=income', shows: /По клиентам за год/ },
    { address: '/payments?tab=statement', shows: /Остаток на конец/ },
    { address: '/payments?tab=acts', shows: /Ждет подтверждения/ },
    { address: `/payments?act=${act.id}`, shows: /Возразить/ },
    { address: `/payments?tab=accruals&id=${accrual.id}`, shows: /Начислено/ },
    { address: `/payments?payment=${paid.id}`, shows: /Итого: \d/ },
  ];
}
