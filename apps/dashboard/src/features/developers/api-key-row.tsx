import { Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { API_KEY_STATUS_LABELS, type ApiKey } from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import type { Dates } from '@/shared/format/date.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import rows from '@/shared/ui/row-list.module.css';
import classes from './developers.module.css';
import { describeScopes } from './scope-words.ts';

const CallsDialog = lazy(() => import('./dialogs/calls-dialog.tsx'));
const RevokeKeyDialog = lazy(() => import('./dialogs/revoke-key-dialog.tsx'));

function describeStatus({ status, expires_at, revoked_at }: ApiKey, { formatDay }: Dates): string {
  if (status === 'revoked' && revoked_at !== null) return `Отозван ${formatDay(revoked_at)}`;
  if (expires_at === null) return 'Действует без срока';
  return status === 'active' ? `Действует до ${formatDay(expires_at)}` : API_KEY_STATUS_LABELS.expired;
}

/** A key with its rights and its state. */
export function ApiKeyRow({ apiKey }: { apiKey: ApiKey }) {
  const dates = useDates();
  const [isRevoking, revocation] = useDisclosure(false);
  const [areCallsOpen, calls] = useDisclosure(false);
  const { name, prefix, scopes, status, last_used_at } = apiKey;
  return (
    <li className={rows['row']}>
      <div>
        <div className={rows['name']}>{name}</div>
        <Text c="dimmed" className={classes['code']}>
          {prefix}…
        </Text>
      </div>
      <div className={rows['cell']}>
        {describeScopes(scopes).map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </div>
      <div className={rows['cell']}>
        <Text c="dimmed">{describeStatus(apiKey, dates)}</Text>
        <Text c="dimmed">
          {last_used_at === null ? 'Вызовов не было' : `Последний вызов ${dates.formatMoment(last_used_at)}`}
        </Text>
      </div>
      <div className={rows['menu']}>
        <MoreMenu label={`Действия: ${name}`} isQuiet>
          <Menu.Item onClick={calls.open}>Последние вызовы</Menu.Item>
          {status === 'active' && (
            <Menu.Item color="red" onClick={revocation.open}>
              Отозвать
            </Menu.Item>
          )}
        </MoreMenu>
      </div>
      <Suspense fallback={null}>
        {areCallsOpen && <CallsDialog apiKey={apiKey} onClose={calls.close} />}
        {isRevoking && <RevokeKeyDialog apiKey={apiKey} onClose={revocation.close} />}
      </Suspense>
    </li>
  );
}
