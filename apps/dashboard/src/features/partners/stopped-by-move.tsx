import { formatNumber, nounFor } from '../../shared/format/count.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { usePartnerLinks } from './use-partner-links.ts';
import { usePartnerMoney } from './use-partner-money.ts';

/** «2 ссылки перестанут принимать заявки. На удержании останется 4 200,00 ₽.» */
export function StoppedByMove({ id }: { id: string }) {
  const links = usePartnerLinks(id).data?.results.filter(({ active }) => active).length ?? 0;
  const money = usePartnerMoney(id);
  const verb = nounFor(links, ['перестанет', 'перестанут', 'перестанут']);
  const sums = [
    money?.hold ? `на удержании ${formatMoney(money.hold)}` : '',
    money?.available ? `доступно к выплате ${formatMoney(money.available)}` : '',
  ].filter(Boolean);
  return [
    links > 0 &&
      `${formatNumber(links)}\u00a0${nounFor(links, ['ссылка', 'ссылки', 'ссылок'])} ${verb} принимать заявки. `,
    sums.length > 0 && `У партнера останется ${sums.join(' и ')}. `,
  ];
}
