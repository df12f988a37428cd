import type { PartnerTask } from '@referral-dashboard/api-contract';
import { generatePath } from 'react-router-dom';
import { newMethodForm, paths } from '../../../shared/paths.ts';
import type { Task } from '../parts/tasks.tsx';

/** Tasks of a partner, in words. */
export const tasksOf = (results: readonly PartnerTask[]): Task[] =>
  results.map((task) => {
    if (task.kind === 'invitation') {
      const { organization, program } = task;
      return {
        key: program.id,
        shape: 'ring',
        text: `${organization.name} приглашает в программу «${program.name}»`,
        action: 'Посмотреть условия',
        to: generatePath(paths.program, { id: program.id }),
      };
    }
    const { blocker, partner } = task;
    return {
      key: `${partner.id} ${blocker.code}`,
      shape: 'clock',
      text: blocker.detail,
      ...cureOf(task),
    };
  });

/** Place where a blocker is mended. */
function cureOf({
  blocker,
  partner,
}: Extract<PartnerTask, { kind: 'blocker' }>): Pick<Task, 'action' | 'to'> {
  if (blocker.code === 'no_method')
    return { action: 'Указать реквизиты', to: newMethodForm(paths.profile, partner.id) };
  if (blocker.code === 'method_changed') return { action: 'Открыть реквизиты', to: paths.profile };
  return { action: 'Открыть выплаты', to: paths.payments };
}
