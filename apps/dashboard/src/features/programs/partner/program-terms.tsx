import { Paper, Stack, Text, Title } from '@mantine/core';
import {
  describePartnerCap,
  type ProgramForPartner,
  type RewardRule,
  type Tier,
} from '@referral-dashboard/api-contract';
import { formatReward } from '@/entities/program/format-reward.ts';
import { RewardProgress } from '@/entities/program/reward-progress.tsx';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney, formatRate } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { formatPeriod } from '../period.ts';
import classes from './program-terms.module.css';

/** Whose client is one who opened the links of several partners. */
const SEVERAL_PARTNERS = {
  last: 'Если клиент переходил по ссылкам нескольких партнеров, он закреплен за последним',
  first: 'Если клиент переходил по ссылкам нескольких партнеров, он закреплен за первым',
} as const;

const DAY_FORMS = ['день', 'дня', 'дней'] as const;

const PERIODS: Record<RewardRule['period'], string> = {
  month: ' за месяц',
  quarter: ' за квартал',
  year: ' за год',
  life: '',
};

function describeStart(from: number, { measure, period, applies_to }: RewardRule): string {
  const counted = applies_to === 'first_sale' ? 'сделок' : 'оплат';
  if (measure === 'turnover')
    return from === 0 ? 'С первого рубля' : `После ${counted} на ${formatMoney(from)}${PERIODS[period]}`;
  return from === 0
    ? 'С первого лида'
    : `После ${formatCount(from, ['вознаграждения', 'вознаграждений', 'вознаграждений'])}${PERIODS[period]}`;
}

const formatPay = ({ fixed_kop = 0, percent_bps }: Tier, isForSales = false) =>
  percent_bps === undefined
    ? formatMoney(fixed_kop)
    : `${formatRate(percent_bps)} ${isForSales ? 'с оплаты' : 'от сделки'}`;

/** Pay for the next deal by the present step. */
const CurrentStep = ({ program: { progress, reward } }: { program: ProgramForPartner }) =>
  progress?.step && <div>{formatPay(progress.step.current, reward?.applies_to !== 'first_sale')}</div>;

function Reward({ program }: { program: ProgramForPartner }) {
  const { reward } = program;
  if (reward?.kind !== 'tiered' || reward.applies_to !== 'first_sale') return formatReward(program);
  const cap = describePartnerCap(reward);
  return (
    <>
      {reward.tiers?.map((tier) => (
        <div key={tier.from}>
          {describeStart(tier.from, reward)}: {formatPay(tier)}
        </div>
      ))}
      {cap && <div>{`${cap.charAt(0).toUpperCase()}${cap.slice(1)}`}</div>}
    </>
  );
}

export function ProgramTerms({ program }: { program: ProgramForPartner }) {
  const dates = useDates();
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} radius="lg">
      <Stack gap="md">
        <Title order={2}>Условия</Title>
        {program.description && <Text className={classes['description']}>{program.description}</Text>}
        <dl className={classes['terms']}>
          <dt>Вознаграждение</dt>
          <dd>
            <Reward program={program} />
            {program.terms && <Text c="dimmed">{program.terms}</Text>}
          </dd>
          {program.progress && (
            <>
              <dt>Сейчас</dt>
              <dd>
                <CurrentStep program={program} />
                <RewardProgress program={program} />
              </dd>
            </>
          )}
          <dt>Доступно</dt>
          <dd>
            {program.hold_days === 0
              ? 'Сразу'
              : `Через ${formatCount(program.hold_days, DAY_FORMS)} после начисления`}
          </dd>
          <dt>Закрепление</dt>
          <dd>
            {`Клиент ваш ${formatCount(program.attribution_window_days, DAY_FORMS)} после перехода`}
            {program.landing_mode === 'redirect' && (
              <Text c="dimmed">{SEVERAL_PARTNERS[program.attribution]}</Text>
            )}
          </dd>
          <dt>Действует</dt>
          <dd>{formatPeriod(program, dates)}</dd>
          <dt>Организация</dt>
          <dd>{program.organization.name}</dd>
        </dl>
      </Stack>
    </Paper>
  );
}
