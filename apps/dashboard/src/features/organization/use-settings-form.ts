import {
  homeRoutes,
  type Organization,
  type OrganizationPatch,
  organizationRoutes,
  paymentRoutes,
} from '@referral-dashboard/api-contract';
import { useAuth } from '@referral-dashboard/react-auth';
import { useWrite } from '../../shared/api/use-write.ts';
import { changesOf } from '../../shared/form/changes.ts';
import { useContractForm } from '../../shared/form/use-contract-form.ts';
import { toast } from '../../shared/ui/toast/toast.ts';

type Sentences<Values> = Parameters<typeof useContractForm<Values & object, never>>[0]['sentences'];

type SettingsFormOptions<Values extends object> = {
  /** Values of the fields, as they are saved. */
  saved: Values;
  /** Fields that are checked together: a change of one sends them all. */
  together?: readonly (keyof Values & string)[];
  sentences?: Sentences<Values>;
  draft: string;
  /** Call that changes them; `updateOrganization` when left out. */
  route?: typeof organizationRoutes.updateOrganization | typeof organizationRoutes.updateOrganizationBank;
  /** Fields that no draft keeps. */
  secret?: readonly (keyof Values & string)[];
  /** «Реквизиты не сохранены» */
  failed: string;
  /** «Реквизиты организации обновлены» */
  done: string;
  onDone: (organization: Organization) => void;
};

/** The minimum decides who can be paid; the requisites are among the first steps. */
const STALE = [organizationRoutes.organization, paymentRoutes.payments, homeRoutes.homeStart];

/** A form over some settings of the organization; only what was changed is sent. */
export function useSettingsForm<Values extends object>({
  saved,
  together = [],
  sentences = {},
  draft,
  route = organizationRoutes.updateOrganization,
  secret = [],
  failed,
  done,
  onDone,
}: SettingsFormOptions<Values>) {
  const { mutateAsync } = useWrite(route as typeof organizationRoutes.updateOrganization, STALE);
  const { reloadUser } = useAuth();
  return useContractForm({
    schema: route.body as typeof organizationRoutes.updateOrganization.body,
    saved,
    bodyOf: (typed: Values, before: Values) => {
      const changes = changesOf(before, typed);
      if (!together.some((name) => name in changes)) return changes;
      return { ...changes, ...Object.fromEntries(together.map((name) => [name, typed[name]])) };
    },
    sentences: sentences as NonNullable<Sentences<Values>>,
    draft,
    secret,
    failed,
    send: async (body: OrganizationPatch) => {
      const organization = await mutateAsync({ body });
      // The name, the time zone and the support address are also read from users/me.
      const isOfUser = [body.time_zone, body.name, body.support_url].some((value) => value !== undefined);
      if (isOfUser) await reloadUser().catch(() => undefined);
      onDone(organization);
      void toast.success({ title: 'Сохранено', description: done });
    },
  });
}
