import { type ApiKey, apiKeyRoutes } from '@referral-dashboard/api-contract';
import { ConfirmCall } from '@/shared/ui/dialog/confirm-call.tsx';

/** Asks for confirmation before a key is revoked. */
export default function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  return (
    <ConfirmCall
      route={apiKeyRoutes.revokeApiKey}
      input={{ params: { id: apiKey.id } }}
      stale={[apiKeyRoutes.apiKeys]}
      title="Отозвать ключ?"
      confirmLabel="Отозвать"
      isDangerous
      name={apiKey.name}
      successTitle="Ключ отозван"
      failureTitle="Ключ не отозван"
      onClose={onClose}
    >
      Программа с этим ключом сразу потеряет доступ. Вернуть отозванный ключ нельзя.
    </ConfirmCall>
  );
}
