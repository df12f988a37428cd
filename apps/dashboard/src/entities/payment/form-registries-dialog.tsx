import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import {
  type FormedRegistries,
  RAIL_LABELS,
  type Registry,
  registryRoutes,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { createIdempotencyKey } from '@/shared/api/use-idempotency-key.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { CHANGED_BY_MONEY, PAYMENT_NOUN } from './payment.ts';

type FormRegistriesDialogProps = {
  /** Partners or payments to collect, as sent in the request body. */
  target: { all: true } | { partners: string[] } | { payments: string[] };
  /** Example: «12 партнеров на 340 000,00 ₽». */
  summary: string;
  onDone: () => void;
  onClose: () => void;
};

const buildUrl = ({ id }: Registry) => `?tab=registries&registry=${id}`;

/** Creates one registry per payment rail. A single registry opens at once; several are listed with the skipped partners. */
export default function FormRegistriesDialog({
  target,
  summary,
  onDone,
  onClose,
}: FormRegistriesDialogProps) {
  const { mutate, isPending, error } = useApiMutation(registryRoutes.createRegistry, CHANGED_BY_MONEY);
  const navigate = useNavigate();
  const [idempotencyKey] = useState(createIdempotencyKey);
  const [result, setResult] = useState<FormedRegistries | null>(null);
  const handleSuccess = (response: FormedRegistries) => {
    const [only, ...others] = response.results;
    onDone();
    if (only === undefined || others.length > 0 || response.skipped.length > 0) return setResult(response);
    onClose();
    void navigate({ search: buildUrl(only) });
    void toast.success({ title: 'Реестр сформирован', description: `Реестр ${only.number}` });
  };
  const failure = error && explainError(error, 'Реестр не сформирован').alert;
  return (
    <Dialog opened onClose={onClose} title={result ? 'Реестры сформированы' : 'Сформировать реестр'}>
      {result ? (
        <FormRegistriesResult {...result} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <Text fw={600}>{summary}</Text>
          <Text c="dimmed">
            Создадим каждому выплату на всю доступную сумму и соберем их в реестры: отдельно СБП, отдельно
            счета. До утверждения состав можно менять.
          </Text>
          <ActionError failure={failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Отмена
            </Button>
            <Button
              loading={isPending}
              data-autofocus
              onClick={() => mutate({ body: target, idempotencyKey }, { onSuccess: handleSuccess })}
            >
              Сформировать реестр
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

const FormRegistriesResult = ({ results, skipped, onClose }: FormedRegistries & { onClose: () => void }) => (
  <Stack gap="md">
    <List aria-label="Сформированные реестры" listStyleType="none">
      {results.map((registry) => (
        <List.Item key={registry.id}>
          <Anchor component={Link} to={{ search: buildUrl(registry) }} onClick={onClose}>
            {registry.number}
          </Anchor>{' '}
          {RAIL_LABELS[registry.kind]}: {formatCount(registry.payments, PAYMENT_NOUN)} на{' '}
          {formatMoney(registry.amount_kop)}
        </List.Item>
      ))}
    </List>
    {skipped.length > 0 && (
      <Alert color="amber" title="Не вошли">
        <List size="sm">
          {skipped.map(({ name, detail }) => (
            <List.Item key={name}>
              {name}. {detail}
            </List.Item>
          ))}
        </List>
      </Alert>
    )}
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        Закрыть
      </Button>
    </Group>
  </Stack>
);
