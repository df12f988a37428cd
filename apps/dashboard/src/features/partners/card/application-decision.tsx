import { Button, Group } from '@mantine/core';
import {
  applicationRoutes,
  type Partner,
  partnerRoutes,
  programRoutes,
} from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { getPartnerName } from '../partner.ts';

const RejectDialog = lazy(() => import('@/entities/application/reject-dialog.tsx'));

type ApplicationDecisionProps = { partner: Partner; program: { id: string; name: string } };

/** Buttons that approve or reject the application of a partner to a program. */
export function ApplicationDecision({ partner, program }: ApplicationDecisionProps) {
  const decision = useApiMutation(applicationRoutes.decideApplication, [
    partnerRoutes.partners,
    programRoutes.programs,
  ]);
  const [isRejectOpen, setRejectOpen] = useState(false);
  const { isPending, error } = decision;
  const description = `${getPartnerName(partner)}, «${program.name}»`;
  const sendDecision = (
    body: { decision: 'approve' } | { decision: 'reject'; reason: string; comment: string },
    title: string,
    onDone = () => {},
  ) =>
    decision.mutate(
      { params: { id: partner.id }, body: { program: program.id, ...body } },
      {
        onSuccess: () => {
          onDone();
          void toast.success({ title, description });
        },
      },
    );
  return (
    <PermissionGate call="decideApplication">
      <Group gap="xs" mt="sm">
        <Button
          variant="default"
          loading={isPending && !isRejectOpen}
          onClick={() => sendDecision({ decision: 'approve' }, 'Заявка одобрена')}
          aria-label={`Одобрить заявку: ${program.name}`}
        >
          Одобрить
        </Button>
        <Button
          variant="default"
          disabled={isPending}
          onClick={() => {
            decision.reset();
            setRejectOpen(true);
          }}
          aria-label={`Отклонить заявку: ${program.name}`}
        >
          Отклонить
        </Button>
      </Group>
      {error && !isRejectOpen && <ActionError failure={explainError(error, 'Решение не сохранено').alert} />}
      {isRejectOpen && (
        <Suspense fallback={null}>
          <RejectDialog
            partner={description}
            effect="Партнер не получит ссылку и сможет подать заявку снова."
            draft={`application:${partner.id}:${program.id}`}
            isSending={isPending}
            error={error}
            onClose={() => setRejectOpen(false)}
            onReject={(details, onDone) =>
              sendDecision({ decision: 'reject', ...details }, 'Заявка отклонена', onDone)
            }
          />
        </Suspense>
      )}
    </PermissionGate>
  );
}
