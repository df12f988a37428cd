import { NativeSelect } from '@mantine/core';
import type { DueState } from '@referral-dashboard/api-contract';
import type { Address } from '../../../shared/list/use-address.ts';

const CHOICES: Record<DueState, string> = {
  ready: 'Можно заплатить',
  blocked: 'Нельзя сейчас',
  debts: 'Долги',
};

/** Choice between the words of the figures above the list. */
export const DueChoice = ({ address }: { address: Address }) => (
  <NativeSelect
    aria-label="Кого показать"
    w="10.5rem"
    data={[
      { value: '', label: 'Все партнеры' },
      ...Object.entries(CHOICES).map(([value, label]) => ({ value, label })),
    ]}
    value={address.get('reason') ? 'blocked' : address.get('due')}
    onChange={({ currentTarget: { value } }) => address.change({ due: value, reason: null })}
  />
);
