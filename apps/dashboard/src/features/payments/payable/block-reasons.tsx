import type { Blocker, PayoutTotals } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import type { Address } from '@/shared/list/use-address.ts';
import classes from './payable.module.css';

/** Labels of blockers, worded for any number of partners. */
const REASONS: Record<Blocker['code'], string> = {
  no_method: 'Нет реквизитов',
  method_changed: 'Реквизиты изменены меньше суток назад',
  below_minimum: 'Меньше минимальной выплаты',
  partner_inactive: 'Партнер не активен',
  no_inn: 'У самозанятого нет ИНН',
  tax_status_lost: 'Больше не самозанятый',
  contract_kind: 'Договор не для самозанятого',
  employer: 'Работает или работал у вас',
  receipt_late: 'Нет чеков по прошлым выплатам',
  no_withholding: 'Физлица: не включено удержание НДФЛ',
};

type ReasonsProps = { blocked: PayoutTotals['blocked']; address: Address };

/** Reasons that block payment, each with its amount and a link that filters the list. */
export function BlockReasons({ blocked: { reasons }, address }: ReasonsProps) {
  const selected = address.get('reason');
  const sorted = reasons.toSorted((one, other) => other.sum_kop - one.sum_kop);
  return (
    <nav aria-label="Почему нельзя заплатить" className={classes['reasons']}>
      {sorted.map(({ code, count, sum_kop }) => (
        <Link
          key={code}
          to={address.linkTo({ reason: code === selected ? null : code })}
          className={classes['reason']}
          aria-current={code === selected || undefined}
        >
          <span>{REASONS[code]}</span>
          <span className={classes['note']}>
            {formatCount(count, ['партнер', 'партнера', 'партнеров'])}, {formatMoney(sum_kop)}
          </span>
        </Link>
      ))}
    </nav>
  );
}
