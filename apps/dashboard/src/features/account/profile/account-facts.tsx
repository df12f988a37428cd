import { Paper, Stack, Text, Title } from '@mantine/core';
import { formatPhone } from '@/shared/format/phone.ts';
import classes from './account-facts.module.css';

const ROLES: Record<string, string> = { organization: 'Организация', partner: 'Партнер' };

const roleName = (role: unknown) =>
  typeof role === 'string' && role !== '' ? (ROLES[role] ?? role) : 'Без роли';

/** Sign-in phone and role of the user. */
export const AccountFacts = ({ phone, role }: { phone: unknown; role: unknown }) => (
  <Paper withBorder p={{ base: 'md', sm: 'lg' }} radius="lg">
    <Stack gap="md">
      <Title order={2}>Учетная запись</Title>
      <dl className={classes['facts']}>
        <dt>Телефон для входа</dt>
        <dd className={classes['phone']}>{formatPhone(phone) || 'Не указан'}</dd>
        <dt>Роль</dt>
        <dd>{roleName(role)}</dd>
      </dl>
      <Text c="dimmed" size="sm">
        Телефон меняют ниже, в разделе «Безопасность».
      </Text>
    </Stack>
  </Paper>
);
