import type { Partner } from '@referral-dashboard/api-contract';
import { usePartnerLinks } from '@/entities/link/use-partner-links.ts';
import { formatNumber, nounFor } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';

/** Example: «2 ссылки перестанут принимать заявки. На удержании останется 4 200,00 ₽.» */
export function TransitionEffect({ partner: { id, balance } }: { partner: Partner }) {
  const activeLinks = usePartnerLinks(id).data?.results.filter(({ active }) => active).length ?? 0;
  const verb = nounFor(activeLinks, ['перестанет', 'перестанут', 'перестанут']);
  const amounts = [
    balance.hold_kop > 0 && `на удержании ${formatMoney(balance.hold_kop)}`,
    balance.available_kop > 0 && `доступно к выплате ${formatMoney(balance.available_kop)}`,
  ].filter(Boolean);
  return [
    activeLinks > 0 &&
      `${formatNumber(activeLinks)}\u00a0${nounFor(activeLinks, ['ссылка', 'ссылки', 'ссылок'])} ${verb} принимать заявки. `,
    amounts.length > 0 && `У партнера останется ${amounts.join(' и ')}. `,
  ];
}
