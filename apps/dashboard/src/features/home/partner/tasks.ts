import type { PartnerTask } from '@referral-dashboard/api-contract';
import { generatePath } from 'react-router-dom';
import { paths } from '../../../shared/paths.ts';
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
    const isMethod = blocker.code === 'no_method' || blocker.code === 'method_changed';
    return {
      key: `${partner.id} ${blocker.code}`,
      shape: 'clock',
      text: blocker.detail,
      action: isMethod ? 'Указать реквизиты' : 'Открыть выплаты',
      to: isMethod ? paths.profile : paths.payments,
    };
  });
