import { Alert, Button, Group, List, NativeSelect, Stack, Text } from '@mantine/core';
import { actRoutes, type FormedActs } from '@referral-dashboard/api-contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { CHANGED_BY_ACTS } from '@/entities/act/act.ts';
import { useApi } from '@/shared/api/use-api.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { lastMonthsBefore, monthInWords } from '@/shared/period/month.ts';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

const MONTHS = 12;
const ACTS = ['акт', 'акта', 'актов'] as const;

/** Counts the acts that a month would get: the server creates none. */
function usePlan(month: string) {
  const { call } = useApi();
  return useQuery({
    queryKey: ['acts of a month', month],
    queryFn: () => call(actRoutes.createActs, { body: { month, dry_run: true } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** Dialog that creates the acts of a finished month. It names their count, their sum and the partners left out, before and after. */
export default function FormActsDialog({ onClose }: { onClose: () => void }) {
  const { dayAt } = useDates();
  const { mutate, isPending, error } = useApiMutation(actRoutes.createActs, CHANGED_BY_ACTS);
  const [months] = useState(() => lastMonthsBefore(dayAt(Date.now()), MONTHS));
  const [month, setMonth] = useState(months[0] ?? '');
  const [result, setResult] = useState<FormedActs | null>(null);
  const plan = usePlan(month);
  const handleSuccess = (result: FormedActs) => {
    if (result.skipped.length > 0) return setResult(result);
    onClose();
    void toast.success(describeResult(result, month));
  };
  const { fields, alert } = explainError(error ?? plan.error, 'Акты не сформированы', {
    fields: ['month'],
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (plan.isError) return void plan.refetch();
    if (!isPending && plan.data) mutate({ body: { month } }, { onSuccess: handleSuccess });
  };
  if (result) return <FormActsResult result={result} month={month} onClose={onClose} />;
  return (
    <FormDialog
      title="Сформировать акты"
      submitLabel={plan.data?.made ? `Сформировать ${formatCount(plan.data.made, ACTS)}` : 'Сформировать'}
      isSending={isPending || plan.isFetching}
      isCancelLocked={isPending}
      failure={(error ?? plan.error) && alert}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Text>
        Каждому, кому вы платили в этом месяце, сделаем один акт. Месяц считаем по дате перевода. Готовые акты
        не изменятся, партнеры получат сообщение.
      </Text>
      <NativeSelect
        label="За месяц"
        data={months.map((value) => ({ value, label: monthInWords(value) }))}
        value={month}
        error={fields.month}
        data-autofocus
        onChange={({ currentTarget }) => setMonth(currentTarget.value)}
      />
      <div role="status">
        {plan.isPending && <Text c="dimmed">Считаем акты…</Text>}
        {plan.data && <Plan plan={plan.data} />}
      </div>
    </FormDialog>
  );
}

function Plan({ plan: { made, amount_kop, kept, skipped } }: { plan: FormedActs }) {
  return (
    <Stack gap="xs">
      <Text fw={600}>
        {made > 0
          ? `Будет ${formatCount(made, ACTS)} на ${formatMoney(amount_kop)}.`
          : 'Новых актов не будет.'}
      </Text>
      {kept > 0 && <Text c="dimmed">Сделаны раньше: {kept}.</Text>}
      {skipped.length > 0 && <SkippedPartners title="Без акта останутся" skipped={skipped} />}
    </Stack>
  );
}

function SkippedPartners({ title, skipped }: { title: string; skipped: FormedActs['skipped'] }) {
  return (
    <Alert color="amber" title={title}>
      <List size="sm">
        {skipped.map(({ name, detail }, index) => (
          // Two partners can have the same name, so the key includes the index.
          <List.Item key={`${index} ${name}`}>
            {name}. {detail}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function describeResult({ made, amount_kop, kept }: FormedActs, month: string) {
  const existing = kept > 0 ? `Сделаны раньше: ${kept}` : '';
  if (made > 0)
    return {
      title: `Сформировано: ${formatCount(made, ACTS)} на ${formatMoney(amount_kop)}`,
      description: existing || `За ${monthInWords(month)}`,
    };
  return kept > 0
    ? { title: 'Новых актов нет', description: existing }
    : { title: 'Новых актов нет', description: 'В этом месяце никому не платили' };
}

type FormActsResultProps = { result: FormedActs; month: string; onClose: () => void };

function FormActsResult({ result, month, onClose }: FormActsResultProps) {
  const { title, description } = describeResult(result, month);
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack gap="md">
        <Text>{result.made + result.kept > 0 ? description : `За ${monthInWords(month)}`}</Text>
        <SkippedPartners title="Без акта остались" skipped={result.skipped} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Понятно</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
