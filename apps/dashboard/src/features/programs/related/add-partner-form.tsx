import { Button, Group, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { partnerRoutes, programRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { toast } from '@/shared/ui/toast/toast.ts';

const DEBOUNCE_MS = 300;

/** Adds a partner to the program without a request. The partner gets a link. */
export function AddPartnerForm({ program }: { program: string }) {
  const [searchInput, setSearchInput] = useState('');
  const [search] = useDebouncedValue(searchInput, DEBOUNCE_MS);
  const [partner, setPartner] = useState<string | null>(null);
  const partnersQuery = useApiQuery(
    partnerRoutes.partners,
    { query: { search, status: ['active', 'invited'], page_size: '50' } },
    { keepPrevious: true },
  );
  const enrollment = useApiMutation(programRoutes.enroll, [programRoutes.programs]);
  const handleAdd = () =>
    partner !== null &&
    enrollment.mutate(
      { params: { id: program }, body: { partner } },
      {
        onSuccess: (newEnrollment) => {
          setPartner(null);
          void toast.success({
            title: 'Партнер добавлен',
            description: `${newEnrollment.partner.name} получит ссылку`,
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
        data={partnersQuery.data?.results.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        filter={({ options }) => options}
        value={partner}
        onChange={(value) => {
          enrollment.reset();
          setPartner(value);
        }}
        searchValue={searchInput}
        onSearchChange={setSearchInput}
        nothingFoundMessage="Ничего не найдено"
        error={enrollment.isError && explainError(enrollment.error, 'Партнер не добавлен').sentence}
        w={320}
        maw="100%"
      />
      <Button
        variant="default"
        onClick={handleAdd}
        loading={enrollment.isPending}
        disabled={partner === null}
      >
        Добавить
      </Button>
    </Group>
  );
}
