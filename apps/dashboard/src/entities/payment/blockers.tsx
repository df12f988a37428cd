import { Anchor } from '@mantine/core';
import type { Blocker, PayoutReadiness } from '@referral-dashboard/api-contract';
import { generatePath, Link, type To } from 'react-router-dom';
import { formatMoney } from '@/shared/format/money.ts';
import { paths, REQUISITES_PARAM, TAX_SECTION_ID, termsForm } from '@/shared/paths.ts';
import { IconAlertCircle, IconClock } from '@/shared/ui/icons.ts';
import classes from './blockers.module.css';

/** `to` is the page on which the blocker is removed; without it, the partner waits. */
type Fix = { text: string; to?: To; isTemporary?: boolean };

function fixFor(
  { code, detail }: Blocker,
  partnerId: string,
  { missing_kop, minimum_kop, available_kop }: PayoutReadiness,
): Fix {
  const pathname = generatePath(paths.partner, { id: partnerId });
  const text = detail.replace(/\.$/, '');
  switch (code) {
    case 'no_method':
      return {
        text: 'Нет реквизитов — добавить',
        to: { pathname, search: `?${REQUISITES_PARAM}=${partnerId}` },
      };
    case 'method_changed':
      return { text, isTemporary: true };
    case 'below_minimum':
      return {
        text:
          available_kop < 0
            ? `Долг ${formatMoney(-available_kop)}, вычтем из следующих`
            : `До минимума ${formatMoney(minimum_kop)} не хватает ${formatMoney(missing_kop)}`,
        to: { pathname, search: '?tab=accruals' },
        isTemporary: true,
      };
    case 'partner_inactive':
      return { text: 'Партнер не активен — финальная выплата', to: pathname };
    case 'no_inn':
      return { text: 'Не указан ИНН — добавить', to: { pathname, search: '?tab=edit' } };
    case 'receipt_late':
      return {
        text,
        to: { pathname: paths.payments, search: `?tab=receipts&partner=${partnerId}&late=true` },
      };
    case 'tax_status_lost':
    case 'contract_kind':
    case 'employer':
      return { text, to: { pathname, hash: `#${TAX_SECTION_ID}` } };
    case 'no_withholding':
      return { text: 'Физлицо: включить удержание НДФЛ', to: termsForm };
  }
}

type BlockersProps = { partnerId: string; readiness: PayoutReadiness };

/** Reasons that block the payment of a partner, each with a link to the page where it can be fixed. */
export const Blockers = ({ partnerId, readiness }: BlockersProps) =>
  readiness.blockers.map((blocker) => {
    const { text, to, isTemporary = false } = fixFor(blocker, partnerId, readiness);
    const Icon = isTemporary ? IconClock : IconAlertCircle;
    const content = (
      <>
        <Icon size={14} stroke={1.75} aria-hidden /> {text}
      </>
    );
    const props = { className: classes['blocker'], 'data-passing': isTemporary || undefined };
    return to === undefined ? (
      <span key={blocker.code} {...props}>
        {content}
      </span>
    ) : (
      <Anchor key={blocker.code} component={Link} to={to} underline="never" {...props}>
        {content}
      </Anchor>
    );
  });
