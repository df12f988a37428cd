import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { actRoutes } from '@referral-dashboard/api-contract';
import { Link, useNavigate } from 'react-router-dom';
import { actUrl, CHANGED_BY_ACTS } from '@/entities/act/act.ts';
import type { PaymentDetails } from '@/entities/payment/payment.ts';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { monthInWords } from '@/shared/period/month.ts';
import { toast } from '@/shared/ui/toast/toast.ts';

type MissingActNoticeProps = {
  payment: PaymentDetails;
  missingAct: NonNullable<PaymentDetails['without_act']>;
};

/** Warning that a paid payment is missing from the acts of its month, with a link to the act or a button to create one. */
export function MissingActNotice({ payment, missingAct: { month, act } }: MissingActNoticeProps) {
  const { params } = useAddress();
  return (
    <Alert color="amber" title="Выплачено без акта">
      <Stack gap="xs" align="flex-start">
        <Text>Акты за {monthInWords(month)} сделаны без этой выплаты.</Text>
        {act ? (
          <Anchor component={Link} to={{ search: actUrl(params, act.id) }}>
            Открыть акт {act.number} и сделать новый
          </Anchor>
        ) : (
          <PermissionGate call="createActs">
            <FormActButton month={month} partner={payment.partner.id} />
          </PermissionGate>
        )}
      </Stack>
    </Alert>
  );
}

function FormActButton({ month, partner }: { month: string; partner: string }) {
  const { mutate, isPending } = useApiMutation(actRoutes.createActs, CHANGED_BY_ACTS);
  const navigate = useNavigate();
  const { params } = useAddress();
  const title = 'Акт не сформирован';
  const formAct = () =>
    mutate(
      { body: { month, partner } },
      {
        onSuccess: ({ results: [act], skipped: [skippedPartner] }) => {
          if (act === undefined)
            return void toast.error({ title, description: skippedPartner?.detail ?? '' });
          void navigate({ search: actUrl(params, act.id) });
          void toast.success({
            title: 'Акт сформирован',
            description: `${act.number} за ${monthInWords(month)}`,
          });
        },
        onError: (error) => showErrorToast(error, title),
      },
    );
  return (
    <Button variant="default" loading={isPending} onClick={formAct}>
      Сформировать акт
    </Button>
  );
}
