import {
  homeRoutes,
  type Organization,
  organizationRoutes,
  paymentRoutes,
} from '@referral-dashboard/api-contract';
import { useWrite } from '../../shared/api/use-write.ts';
import { changesOf } from '../../shared/form/changes.ts';
import { useContractForm } from '../../shared/form/use-contract-form.ts';
import { toast } from '../../shared/ui/toast/toast.ts';
import { ORGANIZATION_DRAFT } from './draft.ts';

const valuesOf = (organization: Organization) => ({
  name: organization.name,
  legal_name: organization.legal_name,
  inn: organization.inn,
  site: organization.site,
  privacy_policy_url: organization.privacy_policy_url,
  default_hold_days: organization.default_hold_days,
  default_min_payout_kop: organization.default_min_payout_kop,
});

/** The minimum decides who can be paid; the requisites are among the first steps. */
const STALE = [organizationRoutes.organization, paymentRoutes.payments, homeRoutes.homeStart];

/** The form of an organization; only what was changed is sent. */
export function useOrganizationForm(organization: Organization, onDone: () => void) {
  const { mutateAsync } = useWrite(organizationRoutes.updateOrganization, STALE);
  return useContractForm({
    schema: organizationRoutes.updateOrganization.body,
    saved: valuesOf(organization),
    bodyOf: (typed, saved) => changesOf(saved, typed),
    sentences: {
      name: ({ name }, told) => (name.trim() === '' ? 'Введите название' : told),
      inn: 'Проверьте ИНН: 10 или 12 цифр с верной контрольной',
      default_hold_days: 'Введите число дней от 0 до 365',
      default_min_payout_kop: 'Введите сумму',
    },
    draft: ORGANIZATION_DRAFT,
    secret: ['inn'],
    failed: 'Реквизиты не сохранены',
    send: async (body) => {
      await mutateAsync({ body });
      onDone();
      void toast.success({ title: 'Сохранено', description: 'Реквизиты организации обновлены' });
    },
  });
}
