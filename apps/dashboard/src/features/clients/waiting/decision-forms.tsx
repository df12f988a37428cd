import { Button, Group, NativeSelect, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { saleRoutes, type WaitingSale, waitingSaleRoutes } from '@referral-dashboard/api-contract';
import { type ReactNode, useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { ReasonField } from '@/shared/ui/form/fields/reason-field.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { CLIENT_DEPENDENT_ROUTES } from '../client.ts';
import classes from './waiting.module.css';

type DecisionProps = { sale: WaitingSale; onClose: () => void };

const DEBOUNCE_MS = 200;

type DecisionFormProps = Pick<ReturnType<typeof useContractForm>, 'submit' | 'failure' | 'isSending'> & {
  label: string;
  submitLabel: string;
  isDangerous?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Form below a waiting sale. */
function DecisionForm({
  label,
  submitLabel,
  isDangerous = false,
  submit,
  failure,
  isSending,
  onClose,
  children,
}: DecisionFormProps) {
  return (
    <form onSubmit={submit} noValidate aria-label={label} className={classes['decision']}>
      <Stack gap="sm">
        {children}
        <ActionError failure={failure} />
        <Group gap="xs">
          <Button type="submit" loading={isSending} {...(isDangerous && { color: 'red' })}>
            {submitLabel}
          </Button>
          <Button variant="default" disabled={isSending} onClick={onClose}>
            Отмена
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Enters a waiting sale for a client. It asks for the program only if several partners can earn from the sale. */
export function MatchForm({ sale, onClose }: DecisionProps) {
  const { mutateAsync } = useApiMutation(waitingSaleRoutes.matchWaitingSale, CLIENT_DEPENDENT_ROUTES);
  const [candidate] = sale.candidates;
  const [search, setSearch] = useState(candidate ? `${candidate.number} ${candidate.name}` : '');
  const [label, setLabel] = useState(search);
  const [debounced] = useDebouncedValue(search.trim(), DEBOUNCE_MS);
  // The number of the selected client finds its programs.
  const text = debounced === label && label !== '' ? (label.split(' ')[0] ?? '') : debounced;
  const { data, error } = useApiQuery(
    saleRoutes.findSaleClients,
    { body: { texts: [text] } },
    { enabled: text !== '', keepPrevious: true },
  );
  const found = data?.results[0]?.clients ?? [];
  const [saved] = useState(() => ({
    client: candidate?.id ?? null,
    program: sale.program?.id ?? null,
  }));
  const contractForm = useContractForm({
    schema: waitingSaleRoutes.matchWaitingSale.body,
    saved,
    toBody: ({ client, program }) => ({ client: client ?? '', ...(program !== null && { program }) }),
    messages: { client: ({ client }, message) => (client === null ? 'Выберите клиента' : message) },
    failureTitle: 'Продажа не связана',
    send: async (body) => {
      await mutateAsync({ params: { id: sale.id }, body });
      void toast.success({
        title: 'Продажа связана с клиентом',
        description: `${label}, ${formatMoney(sale.amount_kop)}`,
      });
    },
  });
  const { form } = contractForm;
  const options = new Map(
    [...sale.candidates, ...found].map(({ id, number, name }) => [id, `${number} ${name}`]),
  );
  const programs = found.find(({ id }) => id === form.values.client)?.programs ?? [];
  return (
    <DecisionForm {...contractForm} label="Связать с клиентом" submitLabel="Связать" onClose={onClose}>
      <Select
        label="Клиент"
        description="Найдем по номеру, имени, телефону, почте или ИНН"
        placeholder="Имя или телефон"
        searchable
        data-autofocus
        data={[...options].map(([value, name]) => ({ value, label: name }))}
        filter={({ options: all }) => all}
        searchValue={search}
        onSearchChange={setSearch}
        nothingFoundMessage={error ? 'Клиенты не загрузились' : data ? 'Клиент не найден' : 'Начните вводить'}
        {...form.getInputProps('client')}
        onChange={(client) => {
          form.setValues({ client, program: sale.program?.id ?? null });
          setLabel((client && options.get(client)) ?? '');
        }}
      />
      {(programs.length > 1 || form.errors['program']) && (
        <NativeSelect
          label="Программа"
          data={[
            { value: '', label: 'Какая программа?' },
            ...programs.map(({ id, name, partner }) => ({ value: id, label: `${name}, ${partner}` })),
          ]}
          value={form.values.program ?? ''}
          error={form.errors['program']}
          onChange={({ currentTarget: { value } }) => form.setFieldValue('program', value || null)}
        />
      )}
    </DecisionForm>
  );
}

/** Creates a client with the contacts of a waiting sale. */
export function CreateForm({ sale, onClose }: DecisionProps) {
  const { mutateAsync } = useApiMutation(waitingSaleRoutes.createWaitingClient, CLIENT_DEPENDENT_ROUTES);
  const [saved] = useState({ name: sale.name });
  const contractForm = useContractForm({
    schema: waitingSaleRoutes.createWaitingClient.body,
    saved,
    messages: {
      name: ({ name }, message) => (name.trim().length < 2 ? 'Введите имя, хотя бы две буквы' : message),
    },
    failureTitle: 'Клиент не создан',
    send: async (body) => {
      await mutateAsync({ params: { id: sale.id }, body });
      void toast.success({
        title: 'Клиент создан',
        description: `${body.name}, продажа на ${formatMoney(sale.amount_kop)}`,
      });
    },
  });
  return (
    <DecisionForm {...contractForm} label="Создать клиента" submitLabel="Создать" onClose={onClose}>
      <TextInput
        label="Имя или компания"
        description="Телефон, почта и ИНН продажи станут контактами клиента"
        data-autofocus
        {...contractForm.form.getInputProps('name')}
      />
    </DecisionForm>
  );
}

/** Rejects a waiting sale with a reason. */
export function RejectForm({ sale, onClose }: DecisionProps) {
  const { mutateAsync } = useApiMutation(waitingSaleRoutes.rejectWaitingSale, CLIENT_DEPENDENT_ROUTES);
  const [saved] = useState({ reason: '' });
  const contractForm = useContractForm({
    schema: waitingSaleRoutes.rejectWaitingSale.body,
    saved,
    draft: `waiting-sale:${sale.id}`,
    failureTitle: 'Продажа не отклонена',
    send: async (body) => {
      await mutateAsync({ params: { id: sale.id }, body });
      contractForm.discardDraft();
      void toast.success({ title: 'Продажа отклонена', description: formatMoney(sale.amount_kop) });
    },
  });
  const { onChange, ...reasonProps } = contractForm.form.getInputProps('reason');
  return (
    <DecisionForm
      {...contractForm}
      label="Отклонить продажу"
      submitLabel="Отклонить"
      isDangerous
      onClose={onClose}
    >
      <ReasonField visibleTo="team" onTextChange={onChange} {...reasonProps} />
    </DecisionForm>
  );
}
