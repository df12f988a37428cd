import { NativeSelect } from '@mantine/core';
import type { DueState } from '@referral-dashboard/api-contract';
import type { Address } from '../../../shared/list/use-address.ts';
import { IconAdjustmentsHorizontal } from '../../../shared/ui/icons.ts';
import { useIsNarrow } from '../../../shared/ui/viewport/use-viewport.ts';
import classes from '../payments.module.css';

const CHOICES: Record<DueState, string> = {
  ready: 'Можно заплатить',
  blocked: 'Нельзя сейчас',
  debts: 'Долги',
};

/** Filter by payment state. The options match the figures above the list. */
export function DueChoice({ address }: { address: Address }) {
  const isNarrow = useIsNarrow();
  const chosen = address.get('reason') ? 'blocked' : address.get('due');
  return (
    <NativeSelect
      aria-label="Кого показать"
      className={classes['due'] ?? ''}
      data-in-force={chosen !== '' || undefined}
      {...(isNarrow && {
        leftSection: <IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />,
        leftSectionWidth: '2.75rem',
        rightSection: <span />,
      })}
      data={[
        { value: '', label: 'Все партнеры' },
        ...Object.entries(CHOICES).map(([value, label]) => ({ value, label })),
      ]}
      value={chosen}
      onChange={({ currentTarget: { value } }) => address.change({ due: value, reason: null })}
    />
  );
}
