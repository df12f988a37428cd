import type { Partner } from '@referral-dashboard/api-contract';
import { usePartnerLinks } from '../../../entities/link/use-partner-links.ts';
import { formatNumber, nounFor } from '../../../shared/format/count.ts';
import { formatMoney } from '../../../shared/format/money.ts';

/** Example: «2 ссылки перестанут принимать заявки. На удержании останется 4 200,00 ₽.» */
export function StoppedByTransition({ partner: { id, balance } }: { partner: Partner }) {
  const links = usePartnerLinks(id).data?.results.filter(({ active }) => active).length ?? 0;
  const verb = nounFor(links, ['перестанет', 'перестанут', 'перестанут']);
  const sums = [
    balance.hold_kop > 0 && `на удержании ${formatMoney(balance.hold_kop)}`,
    balance.available_kop > 0 && `доступно к выплате ${formatMoney(balance.available_kop)}`,
  ].filter(Boolean);
  return [
    links > 0 &&
      `${formatNumber(links)}\u00a0${nounFor(links, ['ссылка', 'ссылки', 'ссылок'])} ${verb} принимать заявки. `,
    sums.length > 0 && `У партнера останется ${sums.join(' и ')}. `,
  ];
}
