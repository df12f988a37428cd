import type { HomeFigures } from '@referral-dashboard/api-contract';
import { formatNumber } from '../../../shared/format/count.ts';
import { formatShare } from '../../../shared/format/money.ts';
import classes from './funnel.module.css';
import { Section } from './section.tsx';

/** 100 % in basis points. */
const WHOLE = 10_000;

/** Conversion funnel from visit to deal: the count of each step and its share of an earlier step. */
export function Funnel({ figures, isOld }: { figures: HomeFigures | undefined; isOld: boolean }) {
  const { clicks = 0, leads = 0, qualified = 0, won = 0, conversions } = figures ?? {};
  const steps = [
    { label: 'Переходы', count: clicks },
    { label: 'Лиды', count: leads, share: conversions?.click_to_lead, of: 'от переходов' },
    { label: 'Подтверждено', count: qualified, share: conversions?.lead_to_qualified, of: 'от лидов' },
    { label: 'Сделки', count: won, share: conversions?.lead_to_won, of: 'от лидов' },
  ];
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <Section title="Воронка">
      <ol className={classes['funnel']} data-old={isOld || undefined}>
        {steps.map(({ label, count, share, of }) => (
          <li key={label}>
            <div className={classes['line']}>
              <span>{label}</span>
              <b>{figures ? formatNumber(count) : ''}</b>
            </div>
            <div className={classes['track']} aria-hidden>
              <div className={classes['bar']} style={{ width: `${(count / most) * 100}%` }} />
            </div>
            {of && <div className={classes['share']}>{shareOf(share, of)}</div>}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Share in words. Leads can exist without visits, so a share above 100 % gets a different text. */
function shareOf(share: number | null | undefined, of: string): string {
  if (share === undefined || share === null) return '—';
  return share > WHOLE
    ? 'Больше, чем переходов: часть лидов добавлена без перехода'
    : `${formatShare(share)} ${of}`;
}
