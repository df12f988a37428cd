import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { type Blocker, computeTransfer, registryRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { useFileConfirmation } from '@/entities/payment/bank/file-confirmation.tsx';
import { StatementUpload, useStatementUpload } from '@/entities/payment/bank/statement-upload.tsx';
import { CHANGED_BY_MONEY, PAYMENT_NOUN } from '@/entities/payment/payment.ts';
import { isApiFailure } from '@/shared/api/failure.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { Confirm } from '@/shared/ui/dialog/confirm.tsx';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { useReasonField } from '@/shared/ui/form/fields/reason-field.tsx';
import { useErrorFocus } from '@/shared/ui/form/use-error-focus.ts';
import { useGroupFocus } from '@/shared/ui/form/use-group-focus.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import type { RegistryDetails } from './registry.ts';
import { RegistryFile } from './registry-file.tsx';

const ReasonDialog = lazy(() => import('@/entities/payment/reason-dialog.tsx'));
const MarkRegistryPaid = lazy(() => import('./mark-registry-paid-dialog.tsx'));

type PlainTransition = {
  route: typeof registryRoutes.approveRegistry | typeof registryRoutes.sendRegistry;
  label: string;
  successTitle: string;
  /** Title of the confirmation. */
  question: (registry: RegistryDetails) => string;
  /** Paragraphs of the confirmation. */
  effect: (registry: RegistryDetails) => readonly string[];
  /** Payments that the step affects. */
  payments: (registry: RegistryDetails) => string;
};

const formatPayments = (count: number, amount_kop: number) =>
  `${formatCount(count, PAYMENT_NOUN)} на ${formatMoney(amount_kop)}`;
const formatOpenPayments = ({ lines: { open } }: RegistryDetails) =>
  formatPayments(open.count, computeTransfer(open));

/** Payments of a registry that a transition to the bank does not concern. */
function describeDecided({ lines: { paid, failed, returned } }: RegistryDetails): string[] {
  const groups = [
    { label: 'Уже выплачены', group: paid },
    { label: 'Не прошли', group: failed },
    { label: 'Вернул банк', group: returned },
  ].filter(({ group }) => group.count > 0);
  return groups.map(
    ({ label, group }) => `${label}: ${formatPayments(group.count, computeTransfer(group))}.`,
  );
}

const APPROVE: PlainTransition = {
  route: registryRoutes.approveRegistry,
  label: 'Утвердить',
  successTitle: 'Реестр утвержден',
  question: ({ number }) => `Утвердить реестр ${number}?`,
  effect: ({ payments, amount_kop }) => [
    `${formatPayments(payments, amount_kop)}. После утверждения состав не изменить: реестр можно передать в банк или отменить.`,
  ],
  payments: ({ payments, amount_kop }) => formatPayments(payments, amount_kop),
};
const SEND: PlainTransition = {
  route: registryRoutes.sendRegistry,
  label: 'Отметить отправленным',
  successTitle: 'Реестр в банке',
  question: (registry) => `Отметить реестр ${registry.number} отправленным: ${formatOpenPayments(registry)}?`,
  effect: (registry) => [
    'Выплаты перейдут в статус «В обработке» и будут ждать банка. Отменить реестр после этого нельзя.',
    ...describeDecided(registry),
  ],
  payments: formatOpenPayments,
};

/** Actions of a registry. The next step is a filled button. */
export function RegistryActions({ registry }: { registry: RegistryDetails }) {
  const { status } = registry;
  const [openDialog, setOpenDialog] = useState<'cancel' | 'paid' | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const renderButton = (transition: PlainTransition, isMain: boolean) => (
    <PlainButton registry={registry} transition={transition} isMain={isMain} onFailure={setFailure} />
  );
  const group = useGroupFocus();
  const upload = useStatementUpload();
  const isPayable = status === 'approved' || status === 'sent';
  return (
    <Stack gap="sm">
      <Group ref={group} tabIndex={-1} gap="xs">
        {status === 'draft' && renderButton(APPROVE, true)}
        {isPayable && <RegistryFile registry={registry} isMain={status === 'approved'} />}
        {status === 'approved' && renderButton(SEND, false)}
        {status === 'sent' && <StatementUpload upload={upload} isMain />}
        {isPayable && (
          <Button variant="default" onClick={() => setOpenDialog('paid')}>
            Отметить выплаченными
          </Button>
        )}
        {(status === 'draft' || status === 'approved') && (
          <Button variant="subtle" color="red" onClick={() => setOpenDialog('cancel')}>
            Отменить реестр
          </Button>
        )}
      </Group>
      <ActionError failure={upload.failure} />
      {failure && <RegistryError error={failure} />}
      <Suspense fallback={null}>
        {openDialog === 'cancel' && <CancelDialog registry={registry} onClose={() => setOpenDialog(null)} />}
        {openDialog === 'paid' && (
          <MarkRegistryPaid registry={registry} onClose={() => setOpenDialog(null)} />
        )}
      </Suspense>
    </Stack>
  );
}

type PlainButtonProps = {
  registry: RegistryDetails;
  transition: PlainTransition;
  isMain: boolean;
  onFailure: (error: Error | null) => void;
};

function PlainButton({ registry, transition, isMain, onFailure }: PlainButtonProps) {
  const { id, version, number } = registry;
  const { mutate, isPending } = useApiMutation(transition.route, CHANGED_BY_MONEY);
  const [isConfirming, setConfirming] = useState(false);
  const run = () => {
    onFailure(null);
    mutate(
      { params: { id }, body: { version } },
      {
        onSuccess: (updated) => {
          setConfirming(false);
          void toast.success({
            title: transition.successTitle,
            description: `Реестр ${number}: ${transition.payments(updated)}`,
          });
        },
        onError: (error) => {
          setConfirming(false);
          onFailure(error);
        },
      },
    );
  };
  return (
    <>
      <Button variant={isMain ? 'filled' : 'default'} loading={isPending} onClick={() => setConfirming(true)}>
        {transition.label}
      </Button>
      <Confirm
        isOpen={isConfirming}
        title={transition.question(registry)}
        confirmLabel={transition.label}
        isBusy={isPending}
        failure={null}
        onConfirm={run}
        onClose={() => setConfirming(false)}
      >
        {transition.effect(registry).map((paragraph) => (
          <Text key={paragraph}>{paragraph}</Text>
        ))}
      </Confirm>
    </>
  );
}

/** Shows all blockers in one alert. */
function RegistryError({ error }: { error: Error }) {
  const alert = useErrorFocus(error);
  const { title, advice } = explainError(error, 'Шаг не выполнен').alert;
  const blockers = (isApiFailure(error) && (error.body['blockers'] as Blocker[] | undefined)) || [];
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      role="alert"
      color="red"
      title={blockers.length > 0 ? 'Реестр не утвержден' : title}
    >
      {blockers.length === 0 ? (
        advice
      ) : (
        <>
          Уберите эти выплаты из реестра или устраните причину.
          <List size="sm" mt="xs">
            {blockers.map(({ detail }) => (
              <List.Item key={detail}>{detail}</List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  );
}

function CancelDialog({
  registry: { id, version, number, lines, last_download },
  onClose,
}: {
  registry: RegistryDetails;
  onClose: () => void;
}) {
  const { mutate, isPending, error } = useApiMutation(registryRoutes.cancelRegistry, CHANGED_BY_MONEY);
  const reasonField = useReasonField(`registry:${id}:cancel`, error);
  const fileConfirmation = useFileConfirmation(last_download);
  const handleConfirm = () =>
    mutate(
      { params: { id }, body: { reason: reasonField.reason, version, ...fileConfirmation.body } },
      {
        onSuccess: () => {
          reasonField.discardDraft();
          onClose();
          void toast.success({ title: 'Реестр отменен', description: `Реестр ${number}` });
        },
      },
    );
  return (
    <ReasonDialog
      title="Отменить реестр?"
      effect="Выплаты останутся: их можно включить в другой реестр или отменить по одной."
      submitLabel="Отменить реестр"
      isDangerous
      visibleTo="team"
      isBusy={isPending}
      reasonField={reasonField}
      fileConfirmation={fileConfirmation}
      payments={lines.open.count}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
