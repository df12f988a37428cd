import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { writtenSupport } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useRole } from '@/shared/api/use-api.ts';
import { requisitesForm } from '@/shared/paths.ts';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import type { SupportContact } from './support.ts';

const ADVICE = {
  owner: 'Адрес техподдержки пока не указан. Укажите его: партнеры и сотрудники будут писать туда.',
  organization:
    'Адрес техподдержки пока не указан. С вопросом обратитесь к владельцу кабинета: он указывает адрес в реквизитах организации.',
  partner: 'Адрес техподдержки пока не указан. С вопросом обратитесь к организации, с которой вы работаете.',
} as const;

type SupportDialogProps = { contacts: readonly SupportContact[]; onClose: () => void };

/** Lists the support addresses of several organizations, or gives advice when none is set. */
export default function SupportDialog({ contacts, onClose }: SupportDialogProps) {
  const role = useRole() ?? 'partner';
  const canChange = useIsPermitted('updateOrganization') && role === 'organization';
  return (
    <Dialog opened onClose={onClose} title="Техподдержка">
      <Stack gap="md">
        {contacts.length > 0 ? (
          <List size="sm" spacing="xs" style={{ overflowWrap: 'anywhere' }}>
            {contacts.map(({ organization, url }) => (
              <List.Item key={organization}>
                {organization}:{' '}
                <Anchor href={url} display="block" w="fit-content">
                  {writtenSupport(url)}
                </Anchor>
              </List.Item>
            ))}
          </List>
        ) : (
          <Text>{ADVICE[canChange ? 'owner' : role]}</Text>
        )}
        <Group justify="flex-end">
          {contacts.length === 0 && canChange ? (
            <Button component={Link} to={requisitesForm} onClick={onClose}>
              Указать адрес
            </Button>
          ) : (
            <Button onClick={onClose}>Понятно</Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
