import { Button, Text } from '@mantine/core';
import type { PersonalTerms } from '@referral-dashboard/api-contract';
import { formatReward } from '@/entities/program/format-reward.ts';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { formatDate } from '@/shared/format/date.ts';
import classes from './personal-terms-list.module.css';

type PersonalTermsListProps = {
  personal: readonly PersonalTerms[];
  today: string;
  onEnd: (terms: PersonalTerms) => void;
};

/** Personal terms of all times, the latest first. Those that are not over can be ended. */
export function PersonalTermsList({ personal, today, onEnd }: PersonalTermsListProps) {
  const canUpdate = useIsPermitted('updatePersonalTerms');
  if (personal.length === 0) return null;
  return (
    <ul className={classes['list']} aria-label="Личные ставки">
      {personal.map((terms) => (
        <li key={terms.id} className={classes['item']}>
          <div className={classes['text']}>
            <Text>
              {formatPeriod(terms)}: {formatReward(terms)}
            </Text>
            <Text c="dimmed">
              {[`Причина: ${terms.reason}`, terms.created_by?.name].filter(Boolean).join(' · ')}
            </Text>
          </div>
          {canUpdate && (terms.ends_on === null || terms.ends_on >= today) && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Завершить личную ставку ${formatPeriod(terms)}`}
              onClick={() => onEnd(terms)}
            >
              Завершить
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Formats «с 1 мар 2026» or «с 1 мар 2026 по 31 мая 2026». */
const formatPeriod = ({ starts_on, ends_on }: PersonalTerms) =>
  `с ${formatDate(starts_on)}${ends_on === null ? '' : ` по ${formatDate(ends_on)}`}`;
