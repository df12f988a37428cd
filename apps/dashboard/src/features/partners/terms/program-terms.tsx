import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import type {
  Enrollment,
  EnrollmentStatus,
  EnrollmentTerms,
  PersonalTerms,
} from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { formatReward } from '@/entities/program/format-reward.ts';
import { Status } from '@/entities/status/status.tsx';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useDraftDialog } from '@/shared/drafts/use-draft-dialog.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatDate } from '@/shared/format/date.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { paths } from '@/shared/paths.ts';
import classes from '../card/partner-card.module.css';
import { PersonalTermsList } from './personal-terms-list.tsx';

const PersonalTermsDialog = lazy(() => import('./personal-terms-dialog.tsx'));
const EndTermsDialog = lazy(() => import('./end-terms-dialog.tsx'));

/** Statuses in which a partner takes no part in the program, and is not about to. */
const ENDED_STATUSES: readonly EnrollmentStatus[] = ['rejected', 'left', 'blocked'];

type ProgramTermsProps = { enrollment: Enrollment; terms: EnrollmentTerms };

/** Terms of a partner in a program today, with the reason, and its personal terms. */
export function ProgramTerms({ enrollment, terms }: ProgramTermsProps) {
  const today = useDates().dayAt(Date.now());
  const { id, program, status } = enrollment;
  const draft = `enrollment:${id}:terms`;
  const creation = useDraftDialog(draft);
  const [endedId, setEndedId] = useState<PersonalTerms['id'] | null>(null);
  // The current version, so that saving again after a conflict is not refused again.
  const ended = terms.personal.find((one) => one.id === endedId);
  const hasEnded = ENDED_STATUSES.includes(status);
  const titleId = `terms-${id}`;
  return (
    <section aria-labelledby={titleId} className={classes['panel']}>
      <Stack gap="md">
        <Group justify="space-between" align="start" gap="xs">
          <div>
            <Title order={2} id={titleId}>
              <Anchor
                component={Link}
                to={generatePath(paths.program, { id: program.id })}
                inherit
                c="inherit"
              >
                {program.name}
              </Anchor>
            </Title>
            {status !== 'active' && <Status kind="enrollment" state={status} />}
          </div>
          <PermissionGate call="createPersonalTerms">
            {!hasEnded && (
              <Button variant="default" aria-label={`Личная ставка: ${program.name}`} onClick={creation.open}>
                Личная ставка
              </Button>
            )}
          </PermissionGate>
        </Group>
        <div>
          <Text>{describeTerms(terms, today)}</Text>
          <Text c="dimmed">
            {terms.hold_days === 0
              ? 'Можно выплатить сразу'
              : `Удержание ${formatCount(terms.hold_days, ['день', 'дня', 'дней'])}`}
          </Text>
        </div>
        <PersonalTermsList
          personal={terms.personal}
          today={today}
          onEnd={(personal) => setEndedId(personal.id)}
        />
      </Stack>
      <Suspense fallback={null}>
        {creation.isOpen && (
          <PersonalTermsDialog enrollment={enrollment} terms={terms} draft={draft} onClose={creation.close} />
        )}
        {ended && <EndTermsDialog personal={ended} terms={terms} onClose={() => setEndedId(null)} />}
      </Suspense>
    </section>
  );
}

/** Formats «Личная ставка с 1 мар 2026: 12 % от сделки», «Группа «Золото»: …» or «Как в программе: …». */
function describeTerms(terms: EnrollmentTerms, today: string): string {
  const reward = formatReward(terms);
  const current = terms.personal.find(
    ({ starts_on, ends_on }) => starts_on <= today && (ends_on === null || ends_on >= today),
  );
  if (terms.source === 'personal' && current)
    return `Личная ставка с ${formatDate(current.starts_on)}: ${reward}`;
  return terms.source === 'group' && terms.group
    ? `Группа «${terms.group.name}»: ${reward}`
    : `Как в программе: ${reward}`;
}
