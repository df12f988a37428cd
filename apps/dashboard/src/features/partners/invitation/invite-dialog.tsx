import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { invitationRoutes, type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { useWrite } from '../../../shared/api/use-write.ts';
import { errorSentence } from '../../../shared/errors/sentence.ts';
import { nameOf } from '../partner.ts';
import { InvitationLink } from './invitation-link.tsx';

/** Makes a new invitation link, the former one stops, and tells it once. */
export default function InviteDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { data, mutate, isPending, error } = useWrite(invitationRoutes.invitePartner, [
    partnerRoutes.partners,
  ]);
  const failure = error && errorSentence(error, 'Ссылка не создана');
  return (
    <Modal
      opened
      onClose={onClose}
      title={data ? 'Ссылка-приглашение' : 'Создать новую ссылку?'}
      centered
      // A click beside it would lose what is told once.
      closeOnClickOutside={!data}
    >
      <Stack gap="md">
        <Text fw={600}>{nameOf(partner)}</Text>
        {data ? (
          <InvitationLink invitation={data} />
        ) : (
          <Text>
            {partner.invitation && 'Прежняя ссылка сразу перестанет действовать. '}
            Новую мы покажем один раз, отправьте ее партнеру.
          </Text>
        )}
        {failure && (
          <Alert role="alert" color="red" title={failure.title}>
            {failure.advice}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {data ? 'Готово' : 'Отмена'}
          </Button>
          {!data && (
            <Button loading={isPending} onClick={() => mutate({ params: { id: partner.id } })} data-autofocus>
              Создать ссылку
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
