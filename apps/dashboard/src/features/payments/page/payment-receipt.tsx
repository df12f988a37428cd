import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import {
  homeRoutes,
  RECEIPT_DUE,
  type Receipt,
  type ReceiptStatus,
  receiptRoutes,
} from '@referral-dashboard/api-contract';
import classes from '@/entities/payment/payment.module.css';
import { Status } from '@/entities/status/status.tsx';
import { StatusMeaning } from '@/entities/status/status-meaning.tsx';
import { PermissionGate, useIsPermitted } from '@/shared/api/permissions.tsx';
import { useRole } from '@/shared/api/use-api.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { formatDate } from '@/shared/format/date.ts';
import { Fact, Facts } from '@/shared/ui/facts.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { FormError } from '@/shared/ui/form/form-error.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

/** Loads the receipts of a payment. Disabled for roles without access. */
export function usePaymentReceipt(id: string) {
  const isPartner = useRole() === 'partner';
  const canRead = useIsPermitted('receipts');
  const query = { payment: id } as const;
  return useApiQuery(receiptRoutes.receipts, { query }, { enabled: isPartner || canRead });
}

/** Receipt of a paid or returned payment. Renders nothing if the partner owes no receipt. */
export function PaymentReceipt({ id }: { id: string }) {
  const isPartner = useRole() === 'partner';
  const { data, error, refetch } = usePaymentReceipt(id);
  const receipt = data?.results[0];
  if (error)
    return (
      <section className={classes['panel']} aria-label="Чек">
        <PartProblem error={error} title="Чек не загрузился" onRetry={() => void refetch()} />
      </section>
    );
  return receipt === undefined ? null : (
    <ReceiptSection key={receipt.status} receipt={receipt} isPartner={isPartner} />
  );
}

/** Whether the partner has still to give the receipt. */
const isOwed = (status: ReceiptStatus) => ['awaited', 'mismatched', 'annulled'].includes(status);

function ReceiptSection({ receipt, isPartner }: { receipt: Receipt; isPartner: boolean }) {
  const { status, due_on, is_late, number, url, problem } = receipt;
  const canSend = useIsPermitted('giveReceipt') || isPartner;
  return (
    <section className={classes['panel']} aria-labelledby="receipt">
      <Stack gap="md">
        <div className={classes['head']}>
          <Title order={2} id="receipt">
            Чек
          </Title>
          <Status kind="receipt" state={status} isPill />
        </div>
        <StatusMeaning kind="receipt" state={status} />
        <Facts labelWidth={128}>
          <Fact label="Срок">
            {isOwed(status) && `${formatDate(due_on)}${is_late ? ', срок прошел' : ''}`}
          </Fact>
          <Fact label="Что не сходится">{isOwed(status) && problem}</Fact>
          <Fact label="Номер">
            {url === '' ? (
              number
            ) : (
              <Anchor href={url} target="_blank" rel="noreferrer">
                {number}
              </Anchor>
            )}
          </Fact>
        </Facts>
        {isOwed(status) && (
          <Text size="sm" c="dimmed">
            {RECEIPT_DUE}
          </Text>
        )}
        {isOwed(status) && canSend && <ReceiptForm receipt={receipt} />}
        {status === 'to_annul' && !isPartner && (
          <PermissionGate call="closeReceipt">
            <CloseButton receipt={receipt} />
          </PermissionGate>
        )}
      </Stack>
    </section>
  );
}

/** States that the partner has annulled the receipt of a returned payment. */
function CloseButton({ receipt: { id, payment } }: { receipt: Receipt }) {
  const { mutate, isPending } = useApiMutation(receiptRoutes.closeReceipt, CHANGED_BY_RECEIPTS);
  const handleClick = () =>
    mutate(
      { params: { id } },
      {
        onSuccess: () =>
          void toast.success({ title: 'Чек аннулирован', description: `Выплата ${payment.number}` }),
        onError: (error) => showErrorToast(error, 'Чек не отмечен'),
      },
    );
  return (
    <Button variant="default" w="fit-content" loading={isPending} onClick={handleClick}>
      Партнер аннулировал чек
    </Button>
  );
}

const CHANGED_BY_RECEIPTS = [receiptRoutes.receipts, homeRoutes.homeTasks];

/** Field for the URL or number of a receipt. */
function ReceiptForm({ receipt: { id } }: { receipt: Receipt }) {
  const { mutateAsync } = useApiMutation(receiptRoutes.giveReceipt, CHANGED_BY_RECEIPTS);
  const { form, submit, failure, isSending } = useContractForm({
    schema: receiptRoutes.giveReceipt.body,
    saved: { receipt: '' },
    messages: { receipt: 'Вставьте ссылку на чек из приложения «Мой налог» или его номер' },
    draft: `receipt:${id}`,
    failureTitle: 'Чек не сохранен',
    send: async (body) => {
      const { status } = await mutateAsync({ params: { id }, body });
      if (status === 'received') void toast.success({ title: 'Чек получен', description: 'Спасибо' });
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Ссылка на чек или его номер"
          description="В приложении «Мой налог» откройте чек и нажмите «Поделиться»"
          placeholder="https://lknpd.nalog.ru/api/v1/receipt/…"
          autoComplete="off"
          maxLength={300}
          {...form.getInputProps('receipt')}
        />
        <FormError failure={failure} />
        <Text c="dimmed" size="xs">
          Один чек на одну выплату
        </Text>
        <Button type="submit" loading={isSending} w="fit-content">
          Отправить чек
        </Button>
      </Stack>
    </form>
  );
}
