import { type Program, programRoutes } from '@referral-dashboard/api-contract';
import { formatCount } from '@/shared/format/count.ts';

export type TransitionName = 'pause' | 'archive' | 'restore' | 'remove';

type Transition = {
  /** Label of the menu item and of the button. */
  verb: string;
  question: string;
  effect: (program: Program) => string;
  done: string;
  isDangerous?: boolean;
};

const PARTNER_FORMS = ['партнера', 'партнеров', 'партнеров'] as const;

const describeLinks = ({ figures: { partners } }: Program) =>
  partners === 0 ? 'Ссылки перестанут' : `Ссылки ${formatCount(partners, PARTNER_FORMS)} перестанут`;

/** Transitions that require confirmation, with the texts of the dialog. */
export const TRANSITIONS: Record<TransitionName, Transition> = {
  pause: {
    verb: 'Приостановить',
    question: 'Приостановить программу?',
    effect: (program) => `${describeLinks(program)} принимать заявки. Начисленное останется в силе.`,
    done: 'Программа приостановлена',
  },
  archive: {
    verb: 'Отправить в архив',
    question: 'Отправить программу в архив?',
    effect: (program) =>
      `${describeLinks(program)} принимать заявки. Начисленное останется в силе, программу можно вернуть.`,
    done: 'Программа в архиве',
    isDangerous: true,
  },
  restore: {
    verb: 'Вернуть из архива',
    question: 'Вернуть программу из архива?',
    effect: () => 'Она будет приостановлена: заявки пойдут, когда вы ее возобновите.',
    done: 'Программа возвращена',
  },
  remove: {
    verb: 'Удалить черновик',
    question: 'Удалить черновик?',
    effect: ({ name }) => `Черновик «${name}» исчезнет, вернуть его нельзя.`,
    done: 'Черновик удален',
    isDangerous: true,
  },
};

/** Transitions by program status, except activation. */
export const TRANSITIONS_FROM: Record<Program['status'], readonly TransitionName[]> = {
  draft: ['remove'],
  active: ['pause', 'archive'],
  paused: ['archive'],
  archived: ['restore'],
};

export const TRANSITION_ROUTES = {
  pause: programRoutes.pauseProgram,
  archive: programRoutes.archiveProgram,
  restore: programRoutes.restoreProgram,
} as const;
