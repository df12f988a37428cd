import { NativeSelect } from '@mantine/core';
import type { DueState } from '@referral-dashboard/api-contract';
import type { Address } from '@/shared/list/use-address.ts';
import { IconAdjustmentsHorizontal } from '@/shared/ui/icons.ts';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import classes from './payable-tools.module.css';

const OPTIONS: Record<DueState, string> = {
  ready: 'Можно выплатить',
  blocked: 'Пока нельзя',
  debts: 'Долги',
};

/** Filter by payment state. The options match the figures above the list. */
export function DueFilter({ address }: { address: Address }) {
  const isNarrow = useIsNarrow();
  const selected = address.get('reason') ? 'blocked' : address.get('due');
  return (
    <NativeSelect
      aria-label="Кого показать"
      className={classes['due'] ?? ''}
      data-active={selected !== '' || undefined}
      {...(isNarrow && {
        leftSection: <IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />,
        leftSectionWidth: '2.75rem',
        rightSection: <span />,
      })}
      data={[
        { value: '', label: 'Все партнеры' },
        ...Object.entries(OPTIONS).map(([value, label]) => ({ value, label })),
      ]}
      value={selected}
      onChange={({ currentTarget: { value } }) => address.change({ due: value, reason: null })}
    />
  );
}
