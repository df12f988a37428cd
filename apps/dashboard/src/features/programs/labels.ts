import { JOIN_POLICY_LABELS, type JoinPolicy, type Reward } from '@referral-dashboard/api-contract';

export const REWARD_KIND_LABELS: Record<Reward['kind'], string> = {
  fixed: 'Сумма',
  percent: 'Процент от сделки',
  tiered: 'По ступеням',
};

export const JOIN_POLICY_OPTIONS: Record<JoinPolicy, { label: string; description: string }> = {
  by_request: {
    label: JOIN_POLICY_LABELS.by_request,
    description: 'Партнер просит участия, вы одобряете или отклоняете',
  },
  open: {
    label: JOIN_POLICY_LABELS.open,
    description: 'Любой активный партнер вступает сам и получает ссылку',
  },
  closed: { label: 'Партнеров добавляете только вы', description: 'Другие партнеры программы не видят' },
};
