import { Button, Group, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { partnerRoutes, programRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';
import { useApiQuery } from '../../../shared/api/use-api-query.ts';
import { describeError } from '../../../shared/errors/describe-error.ts';
import { fieldErrorsOf } from '../../../shared/errors/field-errors.ts';
import { toast } from '../../../shared/ui/toast/toast.ts';

const PAUSE_MS = 300;

const whyNot = (error: unknown) =>
  fieldErrorsOf(error, ['partner']).fields.partner ?? describeError(error, 'Партнер не добавлен').title;

/** Adds a partner to the program without a request. The partner gets a link. */
export function AddPartner({ program }: { program: string }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  const [partner, setPartner] = useState<string | null>(null);
  const found = useApiQuery(
    partnerRoutes.partners,
    { query: { search, status: ['active', 'invited'], page_size: '50' } },
    { keepPrevious: true },
  );
  const enroll = useApiMutation(programRoutes.enroll, [programRoutes.programs]);
  const add = () =>
    partner !== null &&
    enroll.mutate(
      { params: { id: program }, body: { partner } },
      {
        onSuccess: (made) => {
          setPartner(null);
          void toast.success({
            title: 'Партнер добавлен',
            description: `${made.partner.name} получит ссылку`,
          });
        },
      },
    );
  return (
    <Group align="end" gap="sm">
      <Select
        label="Добавить партнера"
        placeholder="Имя или телефон"
        searchable
        data={found.data?.results.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        filter={({ options }) => options}
        value={partner}
        onChange={(value) => {
          enroll.reset();
          setPartner(value);
        }}
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage="Ничего не найдено"
        error={enroll.isError && whyNot(enroll.error)}
        w={320}
        maw="100%"
      />
      <Button variant="default" onClick={add} loading={enroll.isPending} disabled={partner === null}>
        Добавить
      </Button>
    </Group>
  );
}
