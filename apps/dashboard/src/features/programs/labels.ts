import type { Program, Reward, RewardEvent } from '@referral-dashboard/api-contract';

export type JoinPolicy = Program['join_policy'];

/** Event that a reward is given for, after «за». */
export const EVENTS: Record<RewardEvent, string> = {
  lead_qualified: 'за подтвержденный лид',
  deal_won: 'за сделку',
};

export const KINDS: Record<Reward['kind'], string> = {
  fixed: 'Сумма',
  percent: 'Процент от сделки',
  tiered: 'По ступеням',
};

export const JOIN_POLICIES: Record<JoinPolicy, { label: string; description: string }> = {
  by_request: { label: 'По заявке', description: 'Партнер просит участия, вы одобряете или отклоняете' },
  open: { label: 'Сразу', description: 'Любой активный партнер вступает сам и получает ссылку' },
  closed: { label: 'Только вы добавляете', description: 'Другие партнеры программы не видят' },
};
