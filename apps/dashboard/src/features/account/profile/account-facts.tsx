import { Paper, Stack, Text, Title } from '@mantine/core';
import { POSITIONS, type Position } from '@referral-dashboard/api-contract';
import { POSITION_LABELS } from '@referral-dashboard/api-contract/position-labels';
import { formatPhone } from '@/shared/format/phone.ts';
import classes from './account-facts.module.css';

const ROLES: Record<string, string> = { organization: 'Организация', partner: 'Партнер' };

const roleName = (role: unknown) =>
  typeof role === 'string' && role !== '' ? (ROLES[role] ?? role) : 'Без роли';

const isPosition = (value: unknown): value is Position => POSITIONS.some((position) => position === value);

type AccountFactsProps = { phone: unknown; role: unknown; position: unknown };

/** Sign-in phone of the user, and the position of an employee or the role of another user. */
export const AccountFacts = ({ phone, role, position }: AccountFactsProps) => (
  <Paper withBorder p={{ base: 'md', sm: 'lg' }} radius="lg">
    <Stack gap="md">
      <Title order={2}>Учетная запись</Title>
      <dl className={classes['facts']}>
        <dt>Телефон для входа</dt>
        <dd className={classes['phone']}>{formatPhone(phone) || 'Не указан'}</dd>
        {isPosition(position) ? (
          <>
            <dt>Должность</dt>
            <dd>{POSITION_LABELS[position]}</dd>
          </>
        ) : (
          <>
            <dt>Роль</dt>
            <dd>{roleName(role)}</dd>
          </>
        )}
      </dl>
      <Text c="dimmed" size="sm">
        Телефон меняют ниже, в разделе «Безопасность».
      </Text>
    </Stack>
  </Paper>
);
