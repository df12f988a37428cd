import {
  homeRoutes,
  type Organization,
  type OrganizationPatch,
  organizationRoutes,
  paymentRoutes,
} from '@referral-dashboard/api-contract';
import { useAuth } from '@referral-dashboard/react-auth';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { getChangedValues } from '@/shared/form/changes.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { toast } from '@/shared/ui/toast/toast.ts';

type Messages<Values> = Parameters<typeof useContractForm<Values & object, never>>[0]['messages'];

type SettingsFormOptions<Values extends object> = {
  /** Saved values of the fields. */
  saved: Values;
  /** Fields validated together: if one changes, all are sent. */
  jointlyValidated?: readonly (keyof Values & string)[];
  messages?: Messages<Values>;
  draft: string;
  /** Route that saves the values; `updateOrganization` by default. */
  route?: typeof organizationRoutes.updateOrganization | typeof organizationRoutes.updateOrganizationBank;
  /** Fields that are not saved in drafts. */
  secretFields?: readonly (keyof Values & string)[];
  /** For example «Реквизиты не сохранены». */
  failureTitle: string;
  /** For example «Реквизиты организации обновлены». */
  done: string;
  onDone: (organization: Organization) => void;
};

/** Queries to reload: the minimum affects which payments are possible, and the requisites are one of the first steps. */
const STALE_ROUTES = [organizationRoutes.organization, paymentRoutes.payments, homeRoutes.homeStart];

/** Form for settings of the organization. Sends only changed fields. */
export function useSettingsForm<Values extends object>({
  saved,
  jointlyValidated = [],
  messages = {},
  draft,
  route = organizationRoutes.updateOrganization,
  secretFields = [],
  failureTitle,
  done,
  onDone,
}: SettingsFormOptions<Values>) {
  const { mutateAsync } = useApiMutation(route as typeof organizationRoutes.updateOrganization, STALE_ROUTES);
  const { reloadUser } = useAuth();
  return useContractForm({
    schema: route.body as typeof organizationRoutes.updateOrganization.body,
    saved,
    toBody: (values: Values, savedValues: Values) => {
      const changes = getChangedValues(savedValues, values);
      if (!jointlyValidated.some((name) => name in changes)) return changes;
      return { ...changes, ...Object.fromEntries(jointlyValidated.map((name) => [name, values[name]])) };
    },
    messages: messages as NonNullable<Messages<Values>>,
    draft,
    secretFields,
    failureTitle,
    send: async (body: OrganizationPatch) => {
      const organization = await mutateAsync({ body });
      // Reloads the user, because `users/me` also returns the name, the time zone and the support address.
      const changesUserData = [body.time_zone, body.name, body.support_url].some(
        (value) => value !== undefined,
      );
      if (changesUserData) await reloadUser().catch(() => undefined);
      onDone(organization);
      void toast.success({ title: 'Сохранено', description: done });
    },
  });
}
