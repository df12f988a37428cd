import { homeRoutes, partnerRoutes } from '@referral-dashboard/api-contract';
import { useUser } from '@referral-dashboard/react-auth';
import { useRole } from '@/shared/api/use-api.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatPhone } from '@/shared/format/phone.ts';

/** Known name and phone of the payee, from data that the page has already loaded. */
export function usePayee(partnerId: string): { name: string; phone: string } {
  const user = useUser();
  const isPartner = useRole() === 'partner';
  const balances = useApiQuery(homeRoutes.homeBalance, {}, { enabled: isPartner });
  const card = useApiQuery(partnerRoutes.partner, { params: { id: partnerId } }, { enabled: !isPartner });
  if (!isPartner) return { name: nameOnly(card.data?.name), phone: formatPhone(card.data?.phone) };
  const name = balances.data?.results.find(({ partner }) => partner.id === partnerId)?.partner.name;
  return { name: nameOnly(name), phone: formatPhone(user?.['phone']) };
}

/** A partner without a name is shown by phone, which is not a payee name. */
const nameOnly = (name = '') => (name.startsWith('+') ? '' : name);
