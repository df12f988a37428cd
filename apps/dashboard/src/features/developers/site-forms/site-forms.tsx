import { Button, Select, Stack, Text, Title } from '@mantine/core';
import { siteFormRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { getOnlyValue, useProgramOptions } from '@/entities/reference/options.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import rows from '@/shared/ui/row-list.module.css';
import { SiteFormRow } from './site-form-row.tsx';

/** Addresses to which site builders send their forms, one per program. */
export function SiteForms() {
  const { data, error, refetch } = useApiQuery(siteFormRoutes.siteForms, {}, { isLive: true });
  return (
    <Stack gap="xs" component="section" aria-labelledby="site-forms-title">
      <div>
        <Title order={3} id="site-forms-title">
          Адрес для форм
        </Title>
        <Text c="dimmed">
          Тильда и другие конструкторы сайтов передают заявки на этот адрес сами: ключ и свой сервер не нужны.
        </Text>
      </div>
      {data !== undefined ? (
        <>
          <ul className={rows['list']}>
            {data.results.map((form) => (
              <SiteFormRow key={form.id} form={form} />
            ))}
          </ul>
          <NewSiteForm taken={data.results.map(({ program }) => program.id)} />
        </>
      ) : error ? (
        <PartProblem error={error} title="Адреса не загрузились" onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton lines={3} label="Адреса загружаются" />
      )}
    </Stack>
  );
}

/** Creates the address of a program that has none. */
function NewSiteForm({ taken }: { taken: readonly string[] }) {
  const [selected, setSelected] = useState<string | null>(null);
  const create = useApiMutation(siteFormRoutes.createSiteForm, [siteFormRoutes.siteForms]);
  const options = useProgramOptions('').filter(({ value }) => !taken.includes(value));
  const program = selected ?? getOnlyValue(options) ?? null;
  if (options.length === 0) return null;
  return (
    <Stack gap="xs" align="flex-start">
      <Select
        label="Программа заявок"
        placeholder="Выберите программу"
        searchable
        nothingFoundMessage="Ничего не найдено"
        w="100%"
        maw={400}
        data={options}
        value={program}
        onChange={setSelected}
      />
      <Button
        variant="default"
        loading={create.isPending}
        disabled={program === null}
        onClick={() =>
          program !== null &&
          create.mutate(
            { body: { program } },
            {
              onSuccess: () => setSelected(null),
              onError: (error) => showErrorToast(error, 'Адрес не создан'),
            },
          )
        }
      >
        Создать адрес
      </Button>
    </Stack>
  );
}
