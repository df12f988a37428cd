import { Alert, Anchor, Checkbox, Stack, Text } from '@mantine/core';
import { type SharedRequisites, sharedRequisiteRoutes } from '@referral-dashboard/api-contract';
import { type FormEvent, Fragment, useRef, useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { InputOf } from '../../shared/api/call.ts';
import { useIsPermitted } from '../../shared/api/permissions.tsx';
import { useRole } from '../../shared/api/use-api.ts';
import { useApiQuery } from '../../shared/api/use-api-query.ts';
import { paths } from '../../shared/paths.ts';

type Query = InputOf<typeof sharedRequisiteRoutes.sharedRequisites>['query'];
type Found = SharedRequisites['results'][number];

const WHAT = { inn: 'ИНН', account: 'счет', phone: 'телефон' } as const;

/** Reads other partners with the same requisites; `null` sends no request. Partners never see each other. */
export function useSharedRequisites(query: Query | null): { found: readonly Found[]; isLoading: boolean } {
  const isStaff = useRole() === 'organization';
  const mayRead = useIsPermitted('sharedRequisites') && isStaff;
  const { data, isLoading } = useApiQuery(
    sharedRequisiteRoutes.sharedRequisites,
    { query: query ?? {} },
    { enabled: mayRead && query !== null },
  );
  return { found: query === null ? [] : (data?.results ?? []), isLoading };
}

/** Number of partners shown per requisite before the list is expanded. */
const FIRST = 3;

const SharedList = ({ found }: { found: readonly Found[] }) => (
  <Stack gap={4}>
    {[...Map.groupBy(found, ({ what, value }) => `Тот же ${WHAT[what]} ${value}`)].map(([same, others]) => (
      <SharedRow key={same} same={same} partners={others.map(({ partner }) => partner)} />
    ))}
  </Stack>
);

type SharedRowProps = { same: string; partners: readonly Found['partner'][] };

/** One shared requisite: «Тот же ИНН 500100732259: Смирнов Алексей, Волкова Анна». */
function SharedRow({ same, partners }: SharedRowProps) {
  const [isWhole, setWhole] = useState(partners.length <= FIRST + 1);
  const shown = isWhole ? partners : partners.slice(0, FIRST);
  return (
    <Text size="sm">
      {`${same}: `}
      {shown.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Anchor component={Link} to={generatePath(paths.partner, { id })}>
            {name}
          </Anchor>
        </Fragment>
      ))}
      {!isWhole && (
        <>
          {' и '}
          <Anchor component="button" type="button" onClick={() => setWhole(true)}>
            еще {partners.length - FIRST}
          </Anchor>
        </>
      )}
    </Text>
  );
}

const titleOf = (found: readonly Found[]) =>
  new Set(found.map(({ partner }) => partner.id)).size > 1
    ? 'Реквизиты как у других партнеров'
    : 'Реквизиты как у другого партнера';

/** Lists the other partners with the same requisites. */
export const SharedWithOthers = ({ found }: { found: readonly Found[] }) =>
  found.length > 0 && (
    <Alert color="amber" title={titleOf(found)}>
      <SharedList found={found} />
    </Alert>
  );

/** Warns in a form that another partner has the same requisites. The user must confirm before the form can be submitted. */
export function useSharedConfirmation(query: Query | null) {
  const { found } = useSharedRequisites(query);
  const asked = JSON.stringify(query);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const checkbox = useRef<HTMLInputElement>(null);
  const isConfirmed = found.length === 0 || confirmed === asked;
  return {
    warning: found.length > 0 && (
      <Alert role="alert" color="amber" title={titleOf(found)}>
        <SharedList found={found} />
        <Checkbox
          ref={checkbox}
          mt="sm"
          label="Это не ошибка, сохранить"
          checked={confirmed === asked}
          error={missing === asked && confirmed !== asked && 'Проверьте реквизиты и подтвердите'}
          onChange={({ currentTarget }) => setConfirmed(currentTarget.checked ? asked : null)}
        />
      </Alert>
    ),
    /** Wraps a submit handler; it does not run while the confirmation is missing. */
    guard: (submit: (event: FormEvent<HTMLFormElement>) => void) => (event: FormEvent<HTMLFormElement>) => {
      if (isConfirmed) return submit(event);
      event.preventDefault();
      setMissing(asked);
      checkbox.current?.focus();
    },
  };
}
