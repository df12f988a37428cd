import type { OrganizationTask } from '@referral-dashboard/api-contract';
import { generatePath } from 'react-router-dom';
import { formatCount, formatNumber, nounFor } from '../../../shared/format/count.ts';
import { formatAge } from '../../../shared/format/date.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { paths } from '../../../shared/paths.ts';
import type { Task } from '../parts/tasks.tsx';
import {
  accrualsIn,
  actsIn,
  lateReceipts,
  leadIn,
  leadsBy,
  newLeads,
  payable,
  paymentsIn,
  paymentsWithoutAct,
  pendingPartners,
  receiptsIn,
} from '../places.ts';
import { controlsOf } from './task-controls.tsx';

type Program = { id: string; name: string };

const PAYMENTS = ['выплата', 'выплаты', 'выплат'] as const;
const PARTNERS = ['партнер', 'партнера', 'партнеров'] as const;
const SHARED = { inn: 'ИНН', account: 'Счет', phone: 'Телефон для СБП' } as const;
const on = (kop: number) => `на ${formatMoney(kop)}`;
/** For example «у 2 партнеров». */
const whose = (count: number) => formatCount(count, ['партнера', 'партнеров', 'партнеров']);

/** Link to the program if there is only one, otherwise to the list. */
const programsTo = ([first, ...others]: readonly Program[]) =>
  first && others.length === 0 ? generatePath(paths.program, { id: first.id }) : paths.programs;

const named = (count: number, programs: readonly Program[]) =>
  `${nounFor(count, ['программа', 'программы', 'программы'])} ${programs
    .map(({ name }) => `«${name}»`)
    .join(', ')}${count > programs.length ? ` и еще ${count - programs.length}` : ''}`;

/** A public form that reached its limit: the form, the number and time of refused leads, and a link to the accepted leads. */
function limitedForm(
  { count, last_at, link, program }: Extract<OrganizationTask, { kind: 'form_limited' }>,
  now: number,
): Omit<Task, 'key'> {
  const form = program
    ? `Форма программы «${program.name}»${link ? ` по ссылке ${link.code} (${link.partner.name})` : ''}`
    : 'Формы всех программ';
  const last = `последняя ${formatAge(last_at, now)} назад`;
  const text = `${form}: слишком много заявок за час, не принято: ${formatNumber(count)}, ${last}`;
  const query = { ...(program && { program: program.id }), ...(link && { partner: link.partner.id }) };
  return { shape: 'cross', text, action: 'Проверить лиды', to: leadsBy(query) };
}

/** Text and link of a task. */
function said(task: OrganizationTask, now: number): Omit<Task, 'key' | 'controls'> {
  const { count } = task;
  switch (task.kind) {
    case 'form_limited':
      return limitedForm(task, now);
    case 'new_leads': {
      const leads = formatCount(count, ['новый лид', 'новых лида', 'новых лидов']);
      const age = formatAge(task.oldest_at, now);
      const text = `${leads}, ${count === 1 ? 'ждет' : 'самый давний ждет'} ${age}`;
      return { shape: 'ring', text, action: 'Разобрать', to: newLeads };
    }
    case 'restorable_lead': {
      const { lead, first, cause } = task;
      const why = cause === 'rejected' ? `лид ${first.number} отклонен` : `срок лида ${first.number} вышел`;
      const whose = lead.partner ? ` (${lead.partner.name})` : '';
      const text = `Дубль ${lead.number}${whose} можно вернуть: ${why}`;
      return { shape: 'ring', text, action: 'Открыть лид', to: leadIn(lead.id) };
    }
    case 'lead_same_email': {
      const text = `Почту лида ${task.lead.number} изменили, теперь она такая же, как у лида ${task.other.number}`;
      return { shape: 'clock', text, action: 'Сравнить', to: leadIn(task.lead.id) };
    }
    case 'shared_requisites': {
      const [one, other] = task.partners;
      const text = `${SHARED[task.what]} ${task.value} у двух партнеров: ${one?.name} и ${other?.name}`;
      const to = generatePath(paths.partner, { id: other?.id ?? '' });
      return { shape: 'clock', text, action: 'Проверить', to };
    }
    case 'pending_partners': {
      const waiting = `${formatCount(count, PARTNERS)} ${nounFor(count, ['ждет', 'ждут', 'ждут'])} решения по заявке`;
      const { programs } = task;
      const text = programs.length === 0 ? waiting : `${waiting}: ${named(programs.length, programs)}`;
      return { shape: 'ring', text, action: 'Рассмотреть', to: pendingPartners(task.partner) };
    }
    case 'accruals_in_review': {
      const text = `${formatCount(count, ['начисление', 'начисления', 'начислений'])} на проверке ${on(task.sum_kop)}`;
      return { shape: 'clock', text, action: 'Проверить', to: accrualsIn('review') };
    }
    case 'ready_to_pay': {
      const blocked = `${formatCount(task.blocked, ['партнеру', 'партнерам', 'партнерам'])} пока нельзя заплатить`;
      const ready = `Можно заплатить: ${formatCount(count, PARTNERS)} ${on(task.sum_kop)}`;
      const text = [count > 0 && ready, task.blocked > 0 && blocked].filter(Boolean).join(', ');
      const action = count > 0 ? 'Сформировать выплаты' : 'Посмотреть причины';
      return {
        shape: count > 0 ? 'disc' : 'clock',
        text,
        action,
        to: payable(count > 0 ? 'ready' : 'blocked'),
      };
    }
    case 'final_payments': {
      const text = `Финальная выплата не сформирована: ${formatCount(count, PARTNERS)} в архиве или в блоке, ${formatMoney(task.sum_kop)}`;
      return { shape: 'clock', text, action: 'Выплатить', to: payable('blocked', 'partner_inactive') };
    }
    case 'payments_requested': {
      const text = `${formatCount(count, ['запрос', 'запроса', 'запросов'])} выплаты ${on(task.sum_kop)}`;
      return { shape: 'ring', text, action: 'Рассмотреть', to: paymentsIn('requested') };
    }
    case 'payments_draft': {
      const text = `${formatCount(count, ['черновик', 'черновика', 'черновиков'])} выплат ${on(task.sum_kop)}`;
      return { shape: 'dash', text, action: 'Отправить к оплате', to: paymentsIn('draft') };
    }
    case 'payments_approved': {
      const text = `${formatCount(count, PAYMENTS)} к оплате или в обработке ${on(task.sum_kop)}`;
      return { shape: 'half', text, action: 'Провести', to: paymentsIn('approved,processing') };
    }
    case 'payments_failed': {
      const text = `${formatCount(count, PAYMENTS)} с ошибкой ${on(task.sum_kop)}`;
      return { shape: 'cross', text, action: 'Исправить', to: paymentsIn('failed') };
    }
    case 'receipts_late': {
      const late = formatCount(count, ['чек просрочен', 'чека просрочены', 'чеков просрочены']);
      const text = `${late} у ${whose(task.partners)}, по выплатам ${on(task.sum_kop)}`;
      return { shape: 'clock', text, action: 'Напомнить', to: lateReceipts };
    }
    case 'receipts_wrong': {
      const wrong = formatCount(count, ['неверный чек', 'неверных чека', 'неверных чеков']);
      const text = `${wrong} у ${whose(task.partners)}, по выплатам ${on(task.sum_kop)}`;
      return { shape: 'clock', text, action: 'Проверить', to: receiptsIn('mismatched,annulled') };
    }
    case 'receipts_awaited': {
      const awaited = formatCount(count, ['чек', 'чека', 'чеков']);
      const text = `Ждем ${awaited} от ${whose(task.partners)}, по выплатам ${on(task.sum_kop)}`;
      return { shape: 'clock', text, action: 'Напомнить', to: receiptsIn('awaited') };
    }
    case 'acts_objected': {
      const text = `${formatCount(count, ['акт', 'акта', 'актов'])} с возражением ${on(task.sum_kop)}`;
      return { shape: 'ring', text, action: 'Рассмотреть', to: actsIn('objected') };
    }
    case 'payments_without_act': {
      const text = `Выплачено без акта: ${formatCount(count, PAYMENTS)} ${on(task.sum_kop)}`;
      return { shape: 'clock', text, action: 'Дополнить акты', to: paymentsWithoutAct };
    }
    case 'budget_exhausted': {
      const text = `Бюджет исчерпан, лиды не принимаются: ${named(count, task.programs)}`;
      return { shape: 'cross', text, action: 'Увеличить бюджет', to: programsTo(task.programs) };
    }
    case 'budget_near': {
      const text = `Бюджет почти исчерпан: ${named(count, task.programs)}`;
      return { shape: 'clock', text, action: 'Проверить бюджет', to: programsTo(task.programs) };
    }
    case 'programs_ending': {
      const text = `Меньше недели до конца: ${named(count, task.programs)}`;
      return { shape: 'clock', text, action: 'Проверить срок', to: programsTo(task.programs) };
    }
  }
}

/** React key of a task. Most kinds occur once; limited forms can occur several times. */
const keyOf = (task: OrganizationTask) =>
  'key' in task
    ? task.key
    : task.kind === 'form_limited'
      ? `${task.kind} ${task.link?.id ?? task.program?.id}`
      : task.kind;

/** Converts API tasks of an organization to texts and links. */
export const tasksOf = (results: readonly OrganizationTask[], now: number): Task[] =>
  results.map((task) => ({ key: keyOf(task), controls: controlsOf(task), ...said(task, now) }));
