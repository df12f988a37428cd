import { Alert, Button, Group, List, Stack } from '@mantine/core';
import { type Blocker, registryRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { isApiFailure } from '../../../shared/api/failure.ts';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';
import { describeError } from '../../../shared/errors/describe-error.ts';
import { formatCount } from '../../../shared/format/count.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { Confirm } from '../../../shared/ui/dialog/confirm.tsx';
import { useReasonField } from '../../../shared/ui/form/fields/reason-field.tsx';
import { useErrorFocus } from '../../../shared/ui/form/use-error-focus.ts';
import { useGroupFocus } from '../../../shared/ui/form/use-group-focus.ts';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { StatementUpload } from '../bank/statement-upload.tsx';
import { CHANGED_BY_MONEY } from '../payment.ts';
import { type OpenRegistry, PAYMENTS } from './registry.ts';
import { RegistryFile } from './registry-file.tsx';

const ReasonDialog = lazy(() => import('../reason-dialog.tsx'));
const MarkRegistryPaid = lazy(() => import('./mark-registry-paid.tsx'));

type Plain = {
  route: typeof registryRoutes.approveRegistry | typeof registryRoutes.sendRegistry;
  label: string;
  done: string;
  /** Text of the confirmation. Without it the step runs immediately. */
  effect?: (registry: OpenRegistry) => string;
};

const APPROVE: Plain = {
  route: registryRoutes.approveRegistry,
  label: 'Утвердить',
  done: 'Реестр утвержден',
  effect: ({ payments, amount_kop }) =>
    `${formatCount(payments, PAYMENTS)} на ${formatMoney(amount_kop)}. После утверждения состав не изменить: реестр можно передать в банк или отменить.`,
};
const SEND: Plain = { route: registryRoutes.sendRegistry, label: 'Отправлен в банк', done: 'Реестр в банке' };

/** Actions of a registry. The next step is a filled button. */
export function RegistryActions({ registry }: { registry: OpenRegistry }) {
  const { status } = registry;
  const [asked, setAsked] = useState<'cancel' | 'paid' | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const plain = (step: Plain, isFirst: boolean) => (
    <PlainButton registry={registry} step={step} isFirst={isFirst} onFailure={setFailure} />
  );
  const group = useGroupFocus();
  const isUnderWay = status === 'approved' || status === 'sent';
  return (
    <Stack gap="sm">
      <Group ref={group} tabIndex={-1} gap="xs">
        {status === 'draft' && plain(APPROVE, true)}
        {isUnderWay && <RegistryFile registry={registry} isFirst={status === 'approved'} />}
        {status === 'approved' && plain(SEND, false)}
        {status === 'sent' && <StatementUpload isFirst />}
        {isUnderWay && (
          <Button variant="default" onClick={() => setAsked('paid')}>
            Отметить выплаченными
          </Button>
        )}
        {(status === 'draft' || status === 'approved') && (
          <Button variant="subtle" color="red" onClick={() => setAsked('cancel')}>
            Отменить реестр
          </Button>
        )}
      </Group>
      {failure && <Refusal error={failure} />}
      <Suspense fallback={null}>
        {asked === 'cancel' && <Cancel registry={registry} onClose={() => setAsked(null)} />}
        {asked === 'paid' && <MarkRegistryPaid registry={registry} onClose={() => setAsked(null)} />}
      </Suspense>
    </Stack>
  );
}

type PlainButtonProps = {
  registry: OpenRegistry;
  step: Plain;
  isFirst: boolean;
  onFailure: (error: Error | null) => void;
};

function PlainButton({ registry, step, isFirst, onFailure }: PlainButtonProps) {
  const { id, version, number } = registry;
  const { mutate, isPending } = useApiMutation(step.route, CHANGED_BY_MONEY);
  const [isAsking, setIsAsking] = useState(false);
  const run = () => {
    onFailure(null);
    mutate(
      { params: { id }, body: { version } },
      {
        onSuccess: () => {
          setIsAsking(false);
          void toast.success({ title: step.done, description: `Реестр ${number}` });
        },
        onError: (error) => {
          setIsAsking(false);
          onFailure(error);
        },
      },
    );
  };
  return (
    <>
      <Button
        variant={isFirst ? 'filled' : 'default'}
        loading={isPending}
        onClick={() => (step.effect ? setIsAsking(true) : run())}
      >
        {step.label}
      </Button>
      {step.effect && (
        <Confirm
          isOpen={isAsking}
          title={`${step.label} реестр ${number}?`}
          confirmLabel={step.label}
          isBusy={isPending}
          failure={null}
          onConfirm={run}
          onClose={() => setIsAsking(false)}
        >
          {step.effect(registry)}
        </Confirm>
      )}
    </>
  );
}

/** Shows all blockers in one alert. */
function Refusal({ error }: { error: Error }) {
  const alert = useErrorFocus(error);
  const { title, advice } = describeError(error, 'Шаг не выполнен');
  const blockers = (isApiFailure(error) && (error.answer['blockers'] as Blocker[] | undefined)) || [];
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

function Cancel({
  registry: { id, version, number },
  onClose,
}: {
  registry: OpenRegistry;
  onClose: () => void;
}) {
  const { mutate, isPending, error } = useApiMutation(registryRoutes.cancelRegistry, CHANGED_BY_MONEY);
  const given = useReasonField(`registry:${id}:cancel`, error);
  const send = () =>
    mutate(
      { params: { id }, body: { reason: given.reason, version } },
      {
        onSuccess: () => {
          given.discardDraft();
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
      reasonField={given}
      onConfirm={send}
      onClose={onClose}
    />
  );
}
