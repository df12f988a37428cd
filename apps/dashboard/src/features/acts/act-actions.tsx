import { Button, Group } from '@mantine/core';
import { actRoutes, sumAmounts } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type ActDetails, actUrl, CHANGED_BY_ACTS } from '@/entities/act/act.ts';
import { PermissionGate, useIsPermitted } from '@/shared/api/permissions.tsx';
import { useRole } from '@/shared/api/use-api.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { useReasonField } from '@/shared/ui/form/fields/reason-field.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { ActFile } from './act-file.tsx';

const ReasonDialog = lazy(() => import('@/entities/payment/reason-dialog.tsx'));

/** Actions of an act: the partner confirms or objects, the organization reissues it, both download the file. */
export function ActActions({ act }: { act: ActDetails }) {
  const { status } = act;
  const isPartner = useRole() === 'partner';
  const canDownload = useIsPermitted('actFile');
  const [isObjecting, setObjecting] = useState(false);
  const canRespond = isPartner && status === 'issued';
  return (
    <>
      <Group gap="xs">
        {canRespond && <ConfirmButton act={act} />}
        {canRespond && (
          <Button variant="default" onClick={() => setObjecting(true)}>
            Возразить
          </Button>
        )}
        {!isPartner && (status === 'objected' || act.changes.length > 0) && (
          <PermissionGate call="reissueAct">
            <ReissueButton act={act} />
          </PermissionGate>
        )}
        {(isPartner || canDownload) && <ActFile act={act} />}
      </Group>
      <Suspense fallback={null}>
        {isObjecting && <ObjectionDialog act={act} onClose={() => setObjecting(false)} />}
      </Suspense>
    </>
  );
}

function ConfirmButton({ act: { id, version, number } }: { act: ActDetails }) {
  const { mutate, isPending } = useApiMutation(actRoutes.confirmAct, CHANGED_BY_ACTS);
  const confirm = () =>
    mutate(
      { params: { id }, body: { version } },
      {
        onSuccess: () => void toast.success({ title: 'Акт подтвержден', description: `Акт ${number}` }),
        onError: (error) => showErrorToast(error, 'Акт не подтвержден'),
      },
    );
  return (
    <Button loading={isPending} onClick={confirm}>
      Подтвердить
    </Button>
  );
}

function ObjectionDialog({
  act: { id, version, number },
  onClose,
}: {
  act: ActDetails;
  onClose: () => void;
}) {
  const { mutate, isPending, error } = useApiMutation(actRoutes.objectToAct, CHANGED_BY_ACTS);
  const reasonField = useReasonField(`act:${id}:objection`, error);
  const handleConfirm = () =>
    mutate(
      { params: { id }, body: { objection: reasonField.reason, version } },
      {
        onSuccess: () => {
          reasonField.discardDraft();
          onClose();
          void toast.success({ title: 'Возражение отправлено', description: `Акт ${number}` });
        },
      },
    );
  return (
    <ReasonDialog
      title="Возразить по акту?"
      effect="Организация прочитает, что не так, и сделает новый акт. Этот останется с вашим возражением."
      submitLabel="Возразить"
      isDangerous={false}
      visibleTo="organization"
      isBusy={isPending}
      reasonField={reasonField}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}

function ReissueButton({ act: { id, version, number, amount_kop, changes } }: { act: ActDetails }) {
  const { mutate, isPending } = useApiMutation(actRoutes.reissueAct, CHANGED_BY_ACTS);
  const navigate = useNavigate();
  const { params } = useAddress();
  const isEmptied =
    changes.some(({ kind }) => kind === 'payment_returned') && amount_kop + sumAmounts(changes) === 0;
  const reissue = () =>
    mutate(
      { params: { id }, body: { version } },
      {
        onSuccess: (another) => {
          void navigate({ search: actUrl(params, another.id) });
          void toast.success(
            another.status === 'annulled'
              ? { title: 'Акт аннулирован', description: `Акт ${number}` }
              : { title: 'Сделан новый акт', description: `${another.number} вместо ${number}` },
          );
        },
        onError: (error) => showErrorToast(error, 'Новый акт не сделан'),
      },
    );
  return (
    <Button loading={isPending} onClick={reissue}>
      {isEmptied ? 'Аннулировать акт' : 'Сделать новый акт'}
    </Button>
  );
}
