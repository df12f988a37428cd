import { Alert, Button, CopyButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { generatePath, Link } from 'react-router-dom';
import { formatPhone } from '../../shared/format/phone.ts';
import { paths } from '../../shared/paths.ts';
import { IconCheck, IconCopy } from '../../shared/ui/icons.ts';
import { nameOf } from './partner.ts';
import classes from './partners.module.css';
import type { CreatedPartner } from './use-new-partner.ts';

type PartnerCreatedProps = { partner: CreatedPartner; onAnother: () => void };

/** What to hand over to a partner who was just added. The password is kept nowhere but on this screen. */
export function PartnerCreated({ partner, onAnother }: PartnerCreatedProps) {
  const { one_time_password: password } = partner;
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} radius="lg">
      <Stack gap="lg" align="start">
        <Stack gap="xs">
          <Title order={2}>{nameOf(partner)}: карточка создана</Title>
          <Text>
            {password
              ? 'Передайте партнеру телефон и пароль, с ними он войдет в кабинет.'
              : 'У этого человека уже есть вход в кабинет: он войдет со своим телефоном и паролем.'}
          </Text>
        </Stack>
        {password && <Access phone={partner.phone} password={password} />}
        <Group gap="sm">
          <Button
            component={Link}
            to={generatePath(paths.partner, { id: partner.id })}
            variant={password ? 'default' : 'filled'}
          >
            Открыть карточку
          </Button>
          <Button variant="default" onClick={onAnother}>
            Добавить еще одного
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function Access({ phone, password }: { phone: string; password: string }) {
  const address = new URL(paths.login, window.location.origin).href;
  const text = `Вход: ${address}\nТелефон: ${formatPhone(phone)}\nПароль: ${password}`;
  return (
    <>
      <dl className={classes['facts']}>
        <dt>Телефон</dt>
        <dd>{formatPhone(phone)}</dd>
        <dt>Пароль</dt>
        <dd className={classes['password']}>{password}</dd>
      </dl>
      <Alert color="amber" title="Пароль показан один раз">
        Мы его не храним. Скопируйте до того, как уйдете с этой страницы.
      </Alert>
      <CopyButton value={text} timeout={1500}>
        {({ copied, copy }) => (
          <Button
            onClick={copy}
            miw={220}
            leftSection={
              copied ? (
                <IconCheck size={16} stroke={1.75} aria-hidden />
              ) : (
                <IconCopy size={16} stroke={1.75} aria-hidden />
              )
            }
          >
            <span aria-live="polite">{copied ? 'Скопировано' : 'Скопировать доступ'}</span>
          </Button>
        )}
      </CopyButton>
    </>
  );
}
