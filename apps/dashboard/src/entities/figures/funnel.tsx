import type { HomeFigures } from '@referral-dashboard/api-contract';
import { formatNumber } from '@/shared/format/count.ts';
import { formatShare } from '@/shared/format/money.ts';
import { Section } from '@/shared/ui/section/section.tsx';
import classes from './funnel.module.css';

/** 100 % in basis points. */
const FULL_SHARE_BPS = 10_000;

type FunnelProps = {
  figures: HomeFigures | undefined;
  isStale: boolean;
  /** False when the figures are those of a source, which has no visits. */
  hasVisits?: boolean;
};

/** Conversion funnel from visit to deal: the count of each step and its share of an earlier step. */
export function Funnel({ figures, isStale, hasVisits = true }: FunnelProps) {
  const { clicks = 0, leads = 0, qualified = 0, won = 0, conversions } = figures ?? {};
  const steps: { label: string; count: number; share?: number | null | undefined; baseLabel?: string }[] = [
    ...(hasVisits
      ? [
          { label: 'Переходы', count: clicks },
          { label: 'Лиды', count: leads, share: conversions?.click_to_lead, baseLabel: 'от переходов' },
        ]
      : [{ label: 'Лиды', count: leads }]),
    { label: 'Подтверждено', count: qualified, share: conversions?.lead_to_qualified, baseLabel: 'от лидов' },
    { label: 'Сделки', count: won, share: conversions?.lead_to_won, baseLabel: 'от лидов' },
  ];
  const maxCount = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <Section title="Воронка">
      <ol className={classes['funnel']} data-old={isStale || undefined}>
        {steps.map(({ label, count, share, baseLabel }) => (
          <li key={label}>
            <div className={classes['line']}>
              <span>{label}</span>
              <b>{figures ? formatNumber(count) : ''}</b>
            </div>
            <div className={classes['track']} aria-hidden>
              <div className={classes['bar']} style={{ width: `${(count / maxCount) * 100}%` }} />
            </div>
            {baseLabel && <div className={classes['share']}>{describeShare(share, baseLabel)}</div>}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Share in words. Leads can exist without visits, so a share above 100 % gets a different text. */
function describeShare(share: number | null | undefined, baseLabel: string): string {
  if (share === undefined || share === null) return '—';
  return share > FULL_SHARE_BPS
    ? 'Больше, чем переходов: часть лидов добавлена без перехода'
    : `${formatShare(share)} ${baseLabel}`;
}
