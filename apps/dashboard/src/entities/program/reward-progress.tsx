import { Text } from '@mantine/core';
import type {
  ProgramForPartner,
  RewardProgress as Progress,
  StepPeriod,
} from '@referral-dashboard/api-contract';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney, formatRate } from '@/shared/format/money.ts';

type Program = Pick<ProgramForPartner, 'progress' | 'reward' | 'reward_event'>;

const PERIODS: Record<StepPeriod, string> = {
  month: ' в этом месяце',
  quarter: ' в этом квартале',
  year: ' в этом году',
  life: '',
};
const DEALS = ['сделка', 'сделки', 'сделок'] as const;
const LEADS = ['лид', 'лида', 'лидов'] as const;

/** The amount until the next step of a partner's reward, and the rest of its cap. Renders nothing for a program without both. */
export function RewardProgress({ program }: { program: Program }) {
  const { progress, reward } = program;
  if (progress === null || reward === null) return null;
  const lines = [describeNext(program, progress.step), describeLeft(program, progress.cap_left_kop)];
  return lines.map(
    (line) =>
      line && (
        <Text key={line} c="dimmed">
          {line}
        </Text>
      ),
  );
}

/** Returns «До 12 %: еще 120 000,00 ₽ в этом квартале»; null on the last step. */
function describeNext({ reward, reward_event }: Program, step: Progress['step']): string | null {
  if (reward === null || !step?.next) return null;
  const isDeal = reward_event === 'deal_won';
  const { fixed_kop = 0, percent_bps } = step.next;
  const pay =
    percent_bps === undefined
      ? `${formatMoney(fixed_kop)} ${isDeal ? 'за сделку' : 'за лид'}`
      : formatRate(percent_bps);
  const left =
    reward.measure === 'turnover' ? formatMoney(step.left) : formatCount(step.left, isDeal ? DEALS : LEADS);
  return `До ${pay}: еще ${left}${PERIODS[reward.period]}`;
}

/** Returns «Осталось до предела: 30 000,00 ₽ в этом месяце»; null without a cap. */
function describeLeft({ reward }: Program, leftKop: number | null): string | null {
  if (leftKop === null) return null;
  const period = PERIODS[reward?.cap_period ?? 'life'];
  return leftKop === 0
    ? `Предел${period} достигнут`
    : `Осталось до предела: ${formatMoney(leftKop)}${period}`;
}
