import { type Program, programRoutes } from '@referral-dashboard/api-contract';
import { countOf } from '../../../shared/format/count.ts';

export type MoveName = 'pause' | 'archive' | 'restore' | 'remove';

type Move = {
  /** In the menu and on the button. */
  verb: string;
  question: string;
  effect: (program: Program) => string;
  done: string;
  isDangerous?: boolean;
};

const PARTNERS = ['партнера', 'партнеров', 'партнеров'] as const;

const linksOf = ({ figures: { partners } }: Program) =>
  partners === 0 ? 'Ссылки перестанут' : `Ссылки ${countOf(partners, PARTNERS)} перестанут`;

/** What is asked about before it is done, with what it leads to. */
export const MOVES: Record<MoveName, Move> = {
  pause: {
    verb: 'Приостановить',
    question: 'Приостановить программу?',
    effect: (program) => `${linksOf(program)} принимать заявки. Начисленное останется в силе.`,
    done: 'Программа приостановлена',
  },
  archive: {
    verb: 'Отправить в архив',
    question: 'Отправить программу в архив?',
    effect: (program) =>
      `${linksOf(program)} принимать заявки. Начисленное останется в силе, программу можно вернуть.`,
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

/** What may be done with a program in each state, besides turning it on. */
export const MOVES_FROM: Record<Program['status'], readonly MoveName[]> = {
  draft: ['remove'],
  active: ['pause', 'archive'],
  paused: ['archive'],
  archived: ['restore'],
};

export const MOVE_ROUTES = {
  pause: programRoutes.pauseProgram,
  archive: programRoutes.archiveProgram,
  restore: programRoutes.restoreProgram,
} as const;
