import { CRM_LABELS, type CrmConnection, crmRoutes } from '@referral-dashboard/api-contract';
import { ConfirmCall } from '@/shared/ui/dialog/confirm-call.tsx';

type StopDialogProps = { connection: CrmConnection; action: 'off' | 'delete'; onClose: () => void };

const STALE = [crmRoutes.crmConnections];

/** Asks for confirmation before leads are no longer passed to a CRM. */
export default function StopDialog({ connection: { id, kind, version }, action, onClose }: StopDialogProps) {
  const shared = { stale: STALE, name: CRM_LABELS[kind], onClose };
  return action === 'off' ? (
    <ConfirmCall
      {...shared}
      route={crmRoutes.updateCrmConnection}
      input={{ params: { id }, body: { version, is_on: false } }}
      title="Выключить передачу лидов?"
      confirmLabel="Выключить"
      successTitle="Передача лидов выключена"
      failureTitle="Передача лидов не выключена"
    >
      Лиды, которые придут, пока она выключена, сделками не станут. Очередь останется и уйдет после включения.
    </ConfirmCall>
  ) : (
    <ConfirmCall
      {...shared}
      route={crmRoutes.deleteCrmConnection}
      input={{ params: { id } }}
      title="Отключить CRM?"
      confirmLabel="Отключить"
      isDangerous
      successTitle="CRM отключена"
      failureTitle="CRM не отключена"
    >
      Сделки в CRM останутся, но мы забудем, какие лиды им соответствуют. Лиды из очереди не передадим.
    </ConfirmCall>
  );
}
