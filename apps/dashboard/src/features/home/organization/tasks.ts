import { CRM_LABELS, type OrganizationTask } from '@referral-dashboard/api-contract';
import { generatePath } from 'react-router-dom';
import { describeReady } from '@/entities/payment/describe-ready.ts';
import { formatCount, formatNumber, nounFor } from '@/shared/format/count.ts';
import { formatAge } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { createLocation, paths } from '@/shared/paths.ts';
import {
  FAILED_EVENTS_LINK,
  getAccrualsByStatusLink,
  getActLink,
  getActsLink,
  getFilteredLeadsLink,
  getLeadLink,
  getPayablePartnersLink,
  getPaymentLink,
  getPaymentsLink,
  getPendingPartnersLink,
  getReceiptsLink,
  NEW_LEADS_LINK,
  OVERDUE_RECEIPTS_LINK,
  PAYMENTS_WITHOUT_ACT_LINK,
} from '../links.ts';
import type { Task } from '../parts/tasks.tsx';
import { renderTaskControls } from './task-controls.tsx';

type Program = { id: string; name: string };

const PAYMENT_FORMS = ['выплата', 'выплаты', 'выплат'] as const;
const PARTNER_FORMS = ['партнер', 'партнера', 'партнеров'] as const;
const REQUISITE_LABELS = { inn: 'ИНН', account: 'Счет', phone: 'Телефон для СБП' } as const;
const formatTotal = (kop: number) => `на ${formatMoney(kop)}`;
/** For example «у 2 партнеров». */
const countPartners = (count: number) => formatCount(count, ['партнера', 'партнеров', 'партнеров']);

/** Link to the terms of the program if there is only one, otherwise to the list. */
const getProgramsLink = ([firstProgram, ...otherPrograms]: readonly Program[]) =>
  firstProgram && otherPrograms.length === 0
    ? createLocation(generatePath(paths.program, { id: firstProgram.id }), { tab: 'terms' })
    : paths.programs;

const formatPrograms = (count: number, programs: readonly Program[]) =>
  `${nounFor(count, ['программа', 'программы', 'программы'])} ${programs
    .map(({ name }) => `«${name}»`)
    .join(', ')}${count > programs.length ? ` и еще ${count - programs.length}` : ''}`;

/** A public form that reached its limit: the form, the number and time of refused leads, and a link to the accepted leads. */
function describeLimitedForm(
  { count, last_at, link, program }: Extract<OrganizationTask, { kind: 'form_limited' }>,
  now: number,
): Omit<Task, 'key'> {
  const formName = program
    ? `Форма программы «${program.name}»${link ? ` по ссылке ${link.code} (${link.partner.name})` : ''}`
    : 'Формы всех программ';
  const lastText = `последняя ${formatAge(last_at, now)} назад`;
  const text = `${formName}: слишком много заявок за час, не принято: ${formatNumber(count)}, ${lastText}`;
  const query = { ...(program && { program: program.id }), ...(link && { partner: link.partner.id }) };
  return { shape: 'cross', text, action: 'Проверить лиды', to: getFilteredLeadsLink(query) };
}

/** Text and link of a task. */
function describeTask(task: OrganizationTask, now: number): Omit<Task, 'key' | 'controls'> {
  const { count } = task;
  switch (task.kind) {
    case 'form_limited':
      return describeLimitedForm(task, now);
    case 'new_leads': {
      const leads = formatCount(count, ['новый лид', 'новых лида', 'новых лидов']);
      const ageText = formatAge(task.oldest_at, now);
      const text = `${leads}, ${count === 1 ? 'ждет' : 'самый давний ждет'} ${ageText}`;
      return { shape: 'ring', text, action: 'Разобрать', to: NEW_LEADS_LINK };
    }
    case 'restorable_lead': {
      const { lead, first, cause } = task;
      const reasonText =
        cause === 'rejected' ? `лид ${first.number} отклонен` : `срок лида ${first.number} вышел`;
      const partnerSuffix = lead.partner ? ` (${lead.partner.name})` : '';
      const text = `Дубль ${lead.number}${partnerSuffix} можно вернуть: ${reasonText}`;
      return { shape: 'ring', text, action: 'Открыть лид', to: getLeadLink(lead.id) };
    }
    case 'lead_same_email': {
      const text = `Почту лида ${task.lead.number} изменили, теперь она такая же, как у лида ${task.other.number}`;
      return { shape: 'clock', text, action: 'Сравнить', to: getLeadLink(task.lead.id) };
    }
    case 'shared_requisites': {
      const [firstPartner, secondPartner] = task.partners;
      const text = `${REQUISITE_LABELS[task.what]} ${task.value} у двух партнеров: ${firstPartner?.name} и ${secondPartner?.name}`;
      const to = generatePath(paths.partner, { id: secondPartner?.id ?? '' });
      return { shape: 'clock', text, action: 'Проверить', to };
    }
    case 'pending_partners': {
      const waitingText = `${formatCount(count, PARTNER_FORMS)} ${nounFor(count, ['ждет', 'ждут', 'ждут'])} решения по заявке`;
      const { programs } = task;
      const text =
        programs.length === 0 ? waitingText : `${waitingText}: ${formatPrograms(programs.length, programs)}`;
      return { shape: 'ring', text, action: 'Рассмотреть', to: getPendingPartnersLink(task.partner) };
    }
    case 'accruals_in_review': {
      const text = `${formatCount(count, ['начисление', 'начисления', 'начислений'])} на проверке ${formatTotal(task.sum_kop)}`;
      return { shape: 'clock', text, action: 'Проверить', to: getAccrualsByStatusLink('review') };
    }
    case 'ready_to_pay': {
      const text = describeReady(task, task.blocked);
      const action = count > 0 ? 'Сформировать выплаты' : 'Посмотреть причины';
      return {
        shape: count > 0 ? 'disc' : 'clock',
        text,
        action,
        to: getPayablePartnersLink(count > 0 ? 'ready' : 'blocked'),
      };
    }
    case 'final_payments': {
      const text = `Финальная выплата не сформирована: ${formatCount(count, PARTNER_FORMS)} в архиве или в блоке, ${formatMoney(task.sum_kop)}`;
      return {
        shape: 'clock',
        text,
        action: 'Выплатить',
        to: getPayablePartnersLink('blocked', 'partner_inactive'),
      };
    }
    case 'outside_events_failed': {
      const events = formatCount(count, ['событие', 'события', 'событий']);
      const text = count === 1 ? 'Событие не обработано' : `${events} не обработано`;
      return { shape: 'cross', text, action: 'Разобрать', to: FAILED_EVENTS_LINK };
    }
    case 'crm_broken': {
      const text = `Связь с ${CRM_LABELS[task.crm]} не работает. ${task.cause}`;
      return { shape: 'cross', text, action: 'Исправить', to: paths.developers };
    }
    case 'payments_requested': {
      const text = `${formatCount(count, ['запрос', 'запроса', 'запросов'])} выплаты ${formatTotal(task.sum_kop)}`;
      return { shape: 'ring', text, action: 'Рассмотреть', to: getPaymentsLink('requested') };
    }
    case 'payments_draft': {
      const text = `${formatCount(count, ['черновик', 'черновика', 'черновиков'])} выплат ${formatTotal(task.sum_kop)}`;
      return { shape: 'dash', text, action: 'Отправить к оплате', to: getPaymentsLink('draft') };
    }
    case 'payments_approved': {
      const text = `${formatCount(count, PAYMENT_FORMS)} к оплате или в обработке ${formatTotal(task.sum_kop)}`;
      return { shape: 'half', text, action: 'Провести', to: getPaymentsLink('approved,processing') };
    }
    case 'payments_failed': {
      const transfers = formatCount(count, [
        'перевод не прошел',
        'перевода не прошли',
        'переводов не прошли',
      ]);
      const text = `${transfers}: ${formatMoney(task.sum_kop)}`;
      return { shape: 'cross', text, action: 'Исправить', to: getPaymentsLink('failed') };
    }
    case 'transfer_note': {
      const text = `Выплата ${task.payment.number}: ${task.detail}`;
      return { shape: 'clock', text, action: 'Открыть выплату', to: getPaymentLink(task.payment.id) };
    }
    case 'receipts_late': {
      const receiptsText = formatCount(count, ['чек просрочен', 'чека просрочены', 'чеков просрочены']);
      const text = `${receiptsText} у ${countPartners(task.partners)}, по выплатам ${formatTotal(task.sum_kop)}`;
      return { shape: 'clock', text, action: 'Напомнить', to: OVERDUE_RECEIPTS_LINK };
    }
    case 'receipts_wrong': {
      const receiptsText = formatCount(count, ['неверный чек', 'неверных чека', 'неверных чеков']);
      const text = `${receiptsText} у ${countPartners(task.partners)}, по выплатам ${formatTotal(task.sum_kop)}`;
      return { shape: 'clock', text, action: 'Проверить', to: getReceiptsLink('mismatched,annulled') };
    }
    case 'receipts_awaited': {
      const receiptsText = formatCount(count, ['чек', 'чека', 'чеков']);
      const text = `Ждем ${receiptsText} от ${countPartners(task.partners)}, по выплатам ${formatTotal(task.sum_kop)}`;
      return { shape: 'clock', text, action: 'Напомнить', to: getReceiptsLink('awaited') };
    }
    case 'receipts_to_annul': {
      const receiptsText = formatCount(count, ['чек', 'чека', 'чеков']);
      const text = `Нужно аннулировать ${receiptsText} у ${countPartners(task.partners)}: банк вернул выплаты ${formatTotal(task.sum_kop)}`;
      return { shape: 'clock', text, action: 'Проверить', to: getReceiptsLink('to_annul') };
    }
    case 'acts_objected': {
      const text = `${formatCount(count, ['акт', 'акта', 'актов'])} с возражением ${formatTotal(task.sum_kop)}`;
      return { shape: 'ring', text, action: 'Рассмотреть', to: getActsLink('objected') };
    }
    case 'payments_without_act': {
      const text = `Выплачено без акта: ${formatCount(count, PAYMENT_FORMS)} ${formatTotal(task.sum_kop)}`;
      return { shape: 'clock', text, action: 'Дополнить акты', to: PAYMENTS_WITHOUT_ACT_LINK };
    }
    case 'acts_with_returns': {
      const actsText =
        count === 1 ? `Акт ${task.act.number}` : `${formatCount(count, ['акт', 'акта', 'актов'])}`;
      const text = `${actsText}: банк вернул выплаты ${formatTotal(task.sum_kop)}`;
      return { shape: 'clock', text, action: 'Исправить', to: getActLink(task.act.id) };
    }
    case 'budget_exhausted': {
      const text = `Бюджет исчерпан, лиды не принимаются: ${formatPrograms(count, task.programs)}`;
      return { shape: 'cross', text, action: 'Увеличить бюджет', to: getProgramsLink(task.programs) };
    }
    case 'budget_near': {
      const text = `Бюджет почти исчерпан: ${formatPrograms(count, task.programs)}`;
      return { shape: 'clock', text, action: 'Проверить бюджет', to: getProgramsLink(task.programs) };
    }
    case 'programs_ending': {
      const text = `Меньше недели до конца: ${formatPrograms(count, task.programs)}`;
      return { shape: 'clock', text, action: 'Проверить срок', to: getProgramsLink(task.programs) };
    }
  }
}

/** React key of a task. Most kinds occur once; limited forms and CRMs can occur several times. */
const getTaskKey = (task: OrganizationTask) =>
  'key' in task
    ? task.key
    : task.kind === 'form_limited'
      ? `${task.kind} ${task.link?.id ?? task.program?.id}`
      : task.kind === 'crm_broken'
        ? `${task.kind} ${task.crm}`
        : task.kind;

/** Converts API tasks of an organization to texts and links. */
export const toTasks = (results: readonly OrganizationTask[], now: number): Task[] =>
  results.map((task) => ({
    key: getTaskKey(task),
    controls: renderTaskControls(task),
    ...describeTask(task, now),
  }));
