import { type PartnerStatus, partnerRoutes } from '@referral-dashboard/api-contract';

export type PartnerTransitionName = keyof typeof TRANSITION_ROUTES;

export const TRANSITION_ROUTES = {
  approve: partnerRoutes.approvePartner,
  reject: partnerRoutes.rejectPartner,
  reopen: partnerRoutes.reopenPartner,
  block: partnerRoutes.blockPartner,
  unblock: partnerRoutes.unblockPartner,
  archive: partnerRoutes.archivePartner,
  restore: partnerRoutes.restorePartner,
};

export type PartnerTransition = {
  name: PartnerTransitionName;
  label: string;
  /** Texts of the confirmation. */
  question: string;
  effect: string;
  /** Toast title after success. */
  done: string;
  needsReason?: true;
  isRefusal?: true;
  /** The transition disables the partner's links. Unpaid money is kept. */
  disablesLinks?: true;
};

const TRANSITIONS: Record<PartnerTransitionName, PartnerTransition> = {
  approve: {
    name: 'approve',
    label: 'Одобрить',
    question: 'Одобрить партнера?',
    effect:
      'Все его заявки будут одобрены, ссылки начнут принимать клиентов. Решение он увидит на странице своей заявки.',
    done: 'Партнер одобрен',
  },
  reject: {
    name: 'reject',
    label: 'Отклонить',
    question: 'Отклонить заявку партнера?',
    effect: 'Все его заявки будут отклонены. Решение можно пересмотреть.',
    done: 'Заявка отклонена',
    needsReason: true,
    isRefusal: true,
  },
  reopen: {
    name: 'reopen',
    label: 'Вернуть на рассмотрение',
    question: 'Вернуть заявку на рассмотрение?',
    effect: 'После этого партнера можно будет одобрить.',
    done: 'Заявка снова на рассмотрении',
  },
  block: {
    name: 'block',
    label: 'Заблокировать',
    question: 'Заблокировать партнера?',
    effect: 'Выплаты, кроме финальной, остановятся, пока партнер не разблокирован.',
    done: 'Партнер заблокирован',
    needsReason: true,
    isRefusal: true,
    disablesLinks: true,
  },
  unblock: {
    name: 'unblock',
    label: 'Разблокировать',
    question: 'Разблокировать партнера?',
    effect: 'Его ссылки снова начнут принимать заявки, выплаты станут доступны.',
    done: 'Партнер разблокирован',
  },
  archive: {
    name: 'archive',
    label: 'В архив',
    question: 'Убрать партнера в архив?',
    effect: 'Карточку, лиды и историю выплат можно будет открыть, а партнера вернуть.',
    done: 'Партнер в архиве',
    isRefusal: true,
    disablesLinks: true,
  },
  restore: {
    name: 'restore',
    label: 'Вернуть из архива',
    question: 'Вернуть партнера из архива?',
    effect: 'Он снова станет активным, его ссылки начнут принимать заявки.',
    done: 'Партнер возвращен из архива',
  },
};

const transitionNames: Record<PartnerStatus, readonly PartnerTransitionName[]> = {
  invited: ['archive'],
  pending: ['approve', 'reject'],
  active: ['block', 'archive'],
  rejected: ['reopen', 'archive'],
  blocked: ['unblock', 'archive'],
  archived: ['restore'],
};

/** Transitions from a status: the most likely first, refusals last. */
export const getTransitions = (status: PartnerStatus) =>
  transitionNames[status].map((name) => TRANSITIONS[name]);
