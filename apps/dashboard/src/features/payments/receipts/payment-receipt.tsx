import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { homeRoutes, type Receipt, receiptRoutes } from '@referral-dashboard/api-contract';
import { Status } from '../../../entities/status/status.tsx';
import { StatusMeaning } from '../../../entities/status/status-meaning.tsx';
import { useIsPermitted } from '../../../shared/api/permissions.tsx';
import { useRole } from '../../../shared/api/use-api.ts';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';
import { useApiQuery } from '../../../shared/api/use-api-query.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { formatDate } from '../../../shared/format/date.ts';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { PartProblem } from '../../../shared/ui/feedback/part-problem.tsx';
import { FormError } from '../../../shared/ui/form/form-error.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import classes from '../payments.module.css';

/** Loads the receipts of a payment. Disabled for roles without access. */
export function usePaymentReceipt(id: string) {
  const isPartner = useRole() === 'partner';
  const canRead = useIsPermitted('receipts');
  const query = { payment: id } as const;
  return useApiQuery(receiptRoutes.receipts, { query }, { enabled: isPartner || canRead });
}

/** Receipt of a paid payment. Renders nothing if the partner owes no receipt. */
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
            {status !== 'received' && `${formatDate(due_on)}${is_late ? ', срок прошел' : ''}`}
          </Fact>
          <Fact label="Что не сходится">{problem}</Fact>
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
        {status !== 'received' && canSend && <ReceiptForm receipt={receipt} />}
      </Stack>
    </section>
  );
}

/** Field for the URL or number of a receipt. */
function ReceiptForm({ receipt: { id } }: { receipt: Receipt }) {
  const { mutateAsync } = useApiMutation(receiptRoutes.giveReceipt, [
    receiptRoutes.receipts,
    homeRoutes.homeTasks,
  ]);
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
