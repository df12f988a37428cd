import { Anchor } from '@mantine/core';
import type { Blocker } from '@referral-dashboard/api-contract';
import { generatePath, Link } from 'react-router-dom';
import { formatMoney } from '@/shared/format/money.ts';
import { paths, REQUISITES_PARAM, termsForm } from '@/shared/paths.ts';
import { IconAlertCircle, IconClock } from '@/shared/ui/icons.ts';
import classes from './payable.module.css';
import type { Payable } from './payable.ts';

type Fix = { text: string; pathname?: string; search?: string; isTemporary?: boolean };

function fixFor({ code, detail }: Blocker, { id, missing_kop, minimum_kop, available_kop }: Payable): Fix {
  switch (code) {
    case 'no_method':
      return { text: 'Нет реквизитов — добавить', search: `?${REQUISITES_PARAM}=${id}` };
    case 'method_changed':
      return { text: detail.replace(/\.$/, ''), isTemporary: true };
    case 'below_minimum':
      return {
        text:
          available_kop < 0
            ? `Долг ${formatMoney(-available_kop)}, вычтем из следующих`
            : `До минимума ${formatMoney(minimum_kop)} не хватает ${formatMoney(missing_kop)}`,
        search: '?tab=accruals',
        isTemporary: true,
      };
    case 'partner_inactive':
      return { text: 'Партнер не активен — финальная выплата' };
    case 'no_inn':
      return { text: 'Не указан ИНН — добавить', search: '?tab=edit' };
    case 'no_withholding':
      return { text: 'Физлицо: включить удержание НДФЛ', ...termsForm };
    default:
      return { text: detail };
  }
}

/** Reasons that block payment, each with a link to the page where it can be fixed. */
export const Blockers = ({ payable }: { payable: Payable }) =>
  payable.blockers.map((blocker) => {
    const { text, pathname, search = '', isTemporary = false } = fixFor(blocker, payable);
    const Icon = isTemporary ? IconClock : IconAlertCircle;
    return (
      <Anchor
        key={blocker.code}
        component={Link}
        to={{
          pathname: pathname ?? generatePath(paths.partner, { id: payable.id }),
          search,
        }}
        className={classes['blocker']}
        data-passing={isTemporary || undefined}
        underline="never"
      >
        <Icon size={14} stroke={1.75} aria-hidden /> {text}
      </Anchor>
    );
  });
