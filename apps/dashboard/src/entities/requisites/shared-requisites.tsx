import { Alert, Anchor, Checkbox, Stack, Text } from '@mantine/core';
import { type SharedRequisites, sharedRequisiteRoutes } from '@referral-dashboard/api-contract';
import { type FormEvent, Fragment, useRef, useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { InputOf } from '@/shared/api/call.ts';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useRole } from '@/shared/api/use-api.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { paths } from '@/shared/paths.ts';
import { formatMethod } from './format-method.ts';

type Query = InputOf<typeof sharedRequisiteRoutes.sharedRequisites>['query'];
type SharedRequisite = SharedRequisites['results'][number];

const REQUISITE_LABELS = { inn: 'ИНН', account: 'счет', phone: 'телефон' } as const;

/** Reads other partners with the same requisites; `null` sends no request. Partners never see each other. */
export function useSharedRequisites(query: Query | null): {
  requisites: readonly SharedRequisite[];
  isLoading: boolean;
} {
  const isOrganization = useRole() === 'organization';
  const canRead = useIsPermitted('sharedRequisites') && isOrganization;
  const { data, isLoading } = useApiQuery(
    sharedRequisiteRoutes.sharedRequisites,
    { query: query ?? {} },
    { enabled: canRead && query !== null },
  );
  return { requisites: query === null ? [] : (data?.results ?? []), isLoading };
}

/** Number of partners shown per requisite before the list is expanded. */
const COLLAPSED_COUNT = 3;

const SharedRequisiteList = ({ requisites }: { requisites: readonly SharedRequisite[] }) => (
  <Stack gap={4}>
    {[
      ...Map.groupBy(requisites, ({ what, value }) =>
        formatMethod(`Тот же ${REQUISITE_LABELS[what]} ${value}`),
      ),
    ].map(([title, group]) => (
      <SharedRequisiteRow key={title} title={title} partners={group.map(({ partner }) => partner)} />
    ))}
  </Stack>
);

type SharedRequisiteRowProps = { title: string; partners: readonly SharedRequisite['partner'][] };

/** One shared requisite: «Тот же ИНН 500100732259: Смирнов Алексей, Волкова Анна». */
function SharedRequisiteRow({ title, partners }: SharedRequisiteRowProps) {
  const [isExpanded, setExpanded] = useState(partners.length <= COLLAPSED_COUNT + 1);
  const visiblePartners = isExpanded ? partners : partners.slice(0, COLLAPSED_COUNT);
  return (
    <Text size="sm">
      {`${title}: `}
      {visiblePartners.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Anchor component={Link} to={generatePath(paths.partner, { id })}>
            {name}
          </Anchor>
        </Fragment>
      ))}
      {!isExpanded && (
        <>
          {' и '}
          <Anchor component="button" type="button" onClick={() => setExpanded(true)}>
            еще {partners.length - COLLAPSED_COUNT}
          </Anchor>
        </>
      )}
    </Text>
  );
}

const getAlertTitle = (requisites: readonly SharedRequisite[]) =>
  new Set(requisites.map(({ partner }) => partner.id)).size > 1
    ? 'Реквизиты как у других партнеров'
    : 'Реквизиты как у другого партнера';

/** Lists the other partners with the same requisites. */
export const SharedRequisitesAlert = ({ requisites }: { requisites: readonly SharedRequisite[] }) =>
  requisites.length > 0 && (
    <Alert color="amber" title={getAlertTitle(requisites)}>
      <SharedRequisiteList requisites={requisites} />
    </Alert>
  );

/** Warns in a form that another partner has the same requisites. The user must confirm before the form can be submitted. */
export function useSharedConfirmation(query: Query | null) {
  const { requisites } = useSharedRequisites(query);
  const serializedQuery = JSON.stringify(query);
  const [confirmedQuery, setConfirmedQuery] = useState<string | null>(null);
  const [rejectedQuery, setRejectedQuery] = useState<string | null>(null);
  const checkboxRef = useRef<HTMLInputElement>(null);
  const isConfirmed = requisites.length === 0 || confirmedQuery === serializedQuery;
  return {
    warning: requisites.length > 0 && (
      <Alert role="alert" color="amber" title={getAlertTitle(requisites)}>
        <SharedRequisiteList requisites={requisites} />
        <Checkbox
          ref={checkboxRef}
          mt="sm"
          label="Это не ошибка, сохранить"
          checked={confirmedQuery === serializedQuery}
          error={
            rejectedQuery === serializedQuery &&
            confirmedQuery !== serializedQuery &&
            'Проверьте реквизиты и подтвердите'
          }
          onChange={({ currentTarget }) => setConfirmedQuery(currentTarget.checked ? serializedQuery : null)}
        />
      </Alert>
    ),
    /** Wraps a submit handler; it does not run while the confirmation is missing. */
    guard: (submit: (event: FormEvent<HTMLFormElement>) => void) => (event: FormEvent<HTMLFormElement>) => {
      if (isConfirmed) return submit(event);
      event.preventDefault();
      setRejectedQuery(serializedQuery);
      checkboxRef.current?.focus();
    },
  };
}
