import type { Program, Reward } from '@referral-dashboard/api-contract';

export type JoinPolicy = Program['join_policy'];

export const REWARD_KIND_LABELS: Record<Reward['kind'], string> = {
  fixed: 'Сумма',
  percent: 'Процент от сделки',
  tiered: 'По ступеням',
};

export const JOIN_POLICIES: Record<JoinPolicy, { label: string; description: string }> = {
  by_request: { label: 'По заявке', description: 'Партнер просит участия, вы одобряете или отклоняете' },
  open: { label: 'Сразу', description: 'Любой активный партнер вступает сам и получает ссылку' },
  closed: { label: 'Партнеров добавляете только вы', description: 'Другие партнеры программы не видят' },
};
