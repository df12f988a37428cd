import { type SiteForm, siteFormRoutes } from '@referral-dashboard/api-contract';
import { ConfirmCall } from '@/shared/ui/dialog/confirm-call.tsx';

type ChangeDialogProps = { form: SiteForm; action: 'off' | 'rotate'; onClose: () => void };

const STALE = [siteFormRoutes.siteForms];

/** Asks for confirmation before forms of the site are no longer accepted at an address. */
export default function ChangeDialog({ form: { id, program }, action, onClose }: ChangeDialogProps) {
  const shared = { stale: STALE, name: program.name, onClose };
  return action === 'off' ? (
    <ConfirmCall
      {...shared}
      route={siteFormRoutes.updateSiteForm}
      input={{ params: { id }, body: { is_on: false } }}
      title="Выключить адрес для форм?"
      confirmLabel="Выключить"
      successTitle="Адрес выключен"
      failureTitle="Адрес не выключен"
    >
      Заявки с сайта не будут приняты, пока адрес выключен.
    </ConfirmCall>
  ) : (
    <ConfirmCall
      {...shared}
      route={siteFormRoutes.rotateSiteForm}
      input={{ params: { id } }}
      title="Заменить адрес для форм?"
      confirmLabel="Заменить"
      isDangerous
      successTitle="Адрес заменен"
      failureTitle="Адрес не заменен"
    >
      Прежний адрес сразу перестанет принимать заявки. Новый нужно вставить на сайте.
    </ConfirmCall>
  );
}
