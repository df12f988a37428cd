import type { Enrollment, EnrollmentTransition } from '@referral-dashboard/api-contract';

type Action = EnrollmentTransition['action'];

/** Transitions by enrollment status, the next one first. */
export const ACTIONS_FROM: Record<Enrollment['status'], readonly Action[]> = {
  invited: [],
  pending: ['approve', 'reject'],
  active: ['pause', 'block'],
  paused: ['resume', 'block'],
  rejected: [],
  left: [],
  blocked: ['resume'],
};

type ActionTexts = { verb: string; done: string; question?: string; effect?: string };

/** Texts of the transitions. A transition with a `question` requires confirmation. */
export const ACTIONS: Record<Action, ActionTexts> = {
  approve: { verb: 'Одобрить', done: 'Партнер участвует' },
  reject: { verb: 'Отклонить', done: 'Заявка отклонена' },
  pause: {
    verb: 'Приостановить',
    done: 'Участие приостановлено',
    question: 'Приостановить участие?',
    effect: 'Ссылки партнера в этой программе перестанут принимать заявки. Начисленное останется в силе.',
  },
  resume: { verb: 'Возобновить', done: 'Партнер снова участвует' },
  block: {
    verb: 'Закрыть участие',
    done: 'Участие закрыто',
    question: 'Закрыть участие?',
    effect:
      'Ссылки партнера в этой программе перестанут принимать заявки, вступить снова он не сможет. Начисленное останется в силе.',
  },
};
