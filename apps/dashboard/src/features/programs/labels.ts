import { JOIN_POLICY_LABELS, type JoinPolicy } from '@referral-dashboard/api-contract';

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
