import type { PartnerTask } from '@referral-dashboard/api-contract';
import { generatePath } from 'react-router-dom';
import { formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { createMethodUrl, paths } from '@/shared/paths.ts';
import { monthInWords } from '@/shared/period/month.ts';
import { getActLink, getPaymentLink } from '../links.ts';
import type { Task } from '../parts/tasks.tsx';

type Receipt = Extract<PartnerTask, { kind: 'receipt' }>;

/** Text of a task about a receipt the partner has to provide. */
function describeReceipt({ payment, amount_kop, status, due_on, is_late }: Receipt): string {
  const paymentText = `выплате ${payment.number} на ${formatMoney(amount_kop)}`;
  const dateText = formatDate(due_on);
  const dueText = is_late ? `срок прошел ${dateText}` : `до ${dateText}`;
  switch (status) {
    case 'mismatched':
      return `Чек по ${paymentText} не сходится, нужен другой: ${dueText}`;
    case 'to_annul':
      return `Аннулируйте чек по ${paymentText}: банк вернул деньги`;
    case 'annulled':
      return `Чек по ${paymentText} аннулирован, нужен новый: ${dueText}`;
    default:
      return `Нужен чек по ${paymentText}: ${dueText}`;
  }
}

/** Text and link of a task. */
function describeTask(task: PartnerTask): Task {
  switch (task.kind) {
    case 'invitation': {
      const { organization, program } = task;
      return {
        key: program.id,
        shape: 'ring',
        text: `${organization.name} приглашает в программу «${program.name}»`,
        action: 'Посмотреть условия',
        to: generatePath(paths.program, { id: program.id }),
      };
    }
    case 'receipt':
      return {
        key: `receipt ${task.payment.id}`,
        shape: task.is_late ? 'cross' : 'clock',
        text: describeReceipt(task),
        action: task.status === 'to_annul' ? 'Открыть выплату' : 'Отправить чек',
        to: getPaymentLink(task.payment.id),
      };
    case 'act':
      return {
        key: `act ${task.act.id}`,
        shape: 'ring',
        text: `Акт ${task.act.number} за ${monthInWords(task.month)} на ${formatMoney(task.amount_kop)} ждет вашего ответа`,
        action: 'Открыть акт',
        to: getActLink(task.act.id),
      };
    case 'blocker':
      return {
        key: `${task.partner.id} ${task.blocker.code}`,
        shape: 'clock',
        text: task.blocker.detail,
        ...getBlockerLink(task),
      };
  }
}

/** Converts API tasks of a partner to texts and links. */
export const toTasks = (results: readonly PartnerTask[]): Task[] => results.map(describeTask);

/** Link to the page where the user can remove a blocker. */
function getBlockerLink({
  blocker,
  partner,
}: Extract<PartnerTask, { kind: 'blocker' }>): Pick<Task, 'action' | 'to'> {
  if (blocker.code === 'no_method')
    return { action: 'Указать реквизиты', to: createMethodUrl(paths.profile, partner.id) };
  if (blocker.code === 'method_changed') return { action: 'Открыть реквизиты', to: paths.profile };
  return { action: 'Открыть выплаты', to: paths.payments };
}
