import { Button, Group } from '@mantine/core';
import { actRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PermissionGate, useIsPermitted } from '../../../shared/api/permissions.tsx';
import { useRole } from '../../../shared/api/use-api.ts';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';
import { describeError } from '../../../shared/errors/describe-error.ts';
import { useAddress } from '../../../shared/list/use-address.ts';
import { useReasonField } from '../../../shared/ui/form/fields/reason-field.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { addressOfAct, CHANGED_BY_ACTS, type OpenAct } from './act.ts';
import { ActFile } from './act-file.tsx';

const ReasonDialog = lazy(() => import('../reason-dialog.tsx'));

const refused = (title: string) => (error: Error) => {
  const { title: what, advice } = describeError(error, title);
  void toast.error({ title: what, description: advice || 'Повторите попытку' });
};

/** Actions of an act: the partner confirms or objects, the organization reissues it, both download the file. */
export function AnswerAct({ act }: { act: OpenAct }) {
  const { status } = act;
  const isPartner = useRole() === 'partner';
  const isReader = useIsPermitted('actFile');
  const [isObjecting, setObjecting] = useState(false);
  const isAsked = isPartner && status === 'issued';
  return (
    <>
      <Group gap="xs">
        {isAsked && <ConfirmAct act={act} />}
        {isAsked && (
          <Button variant="default" onClick={() => setObjecting(true)}>
            Возразить
          </Button>
        )}
        {!isPartner && (status === 'objected' || act.changes.length > 0) && (
          <PermissionGate call="reissueAct">
            <Reissue act={act} />
          </PermissionGate>
        )}
        {(isPartner || isReader) && <ActFile act={act} />}
      </Group>
      <Suspense fallback={null}>
        {isObjecting && <Objection act={act} onClose={() => setObjecting(false)} />}
      </Suspense>
    </>
  );
}

function ConfirmAct({ act: { id, version, number } }: { act: OpenAct }) {
  const { mutate, isPending } = useApiMutation(actRoutes.confirmAct, CHANGED_BY_ACTS);
  const confirm = () =>
    mutate(
      { params: { id }, body: { version } },
      {
        onSuccess: () => void toast.success({ title: 'Акт подтвержден', description: `Акт ${number}` }),
        onError: refused('Акт не подтвержден'),
      },
    );
  return (
    <Button loading={isPending} onClick={confirm}>
      Подтвердить
    </Button>
  );
}

function Objection({ act: { id, version, number }, onClose }: { act: OpenAct; onClose: () => void }) {
  const { mutate, isPending, error } = useApiMutation(actRoutes.objectToAct, CHANGED_BY_ACTS);
  const given = useReasonField(`act:${id}:objection`, error);
  const send = () =>
    mutate(
      { params: { id }, body: { objection: given.reason, version } },
      {
        onSuccess: () => {
          given.discardDraft();
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
      reasonField={given}
      onConfirm={send}
      onClose={onClose}
    />
  );
}

function Reissue({ act: { id, version, number } }: { act: OpenAct }) {
  const { mutate, isPending } = useApiMutation(actRoutes.reissueAct, CHANGED_BY_ACTS);
  const navigate = useNavigate();
  const { params } = useAddress();
  const reissue = () =>
    mutate(
      { params: { id }, body: { version } },
      {
        onSuccess: (another) => {
          void navigate({ search: addressOfAct(params, another.id) });
          void toast.success({
            title: 'Сделан новый акт',
            description: `${another.number} вместо ${number}`,
          });
        },
        onError: refused('Новый акт не сделан'),
      },
    );
  return (
    <Button loading={isPending} onClick={reissue}>
      Сделать новый акт
    </Button>
  );
}
