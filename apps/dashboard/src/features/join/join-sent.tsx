import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import type { JoinPage } from '@referral-dashboard/api-contract';
import { useEffect, useRef } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';

/** The same for everybody who has sent an application: nobody learns whose phone is known. */
export function JoinSent({ page, token }: { page: JoinPage; token: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack gap="md">
      <Title order={2} ref={heading} tabIndex={-1}>
        Заявка отправлена
      </Title>
      <Text>
        {page.organization.name} рассмотрит ее и, если одобрит, пришлет вам ссылку для входа. Решение будет
        видно на странице заявки: сохраните ее адрес, он показан один раз.
      </Text>
      <Button component={Link} to={generatePath(paths.application, { token })} h={44} fullWidth>
        Открыть страницу заявки
      </Button>
      <Text c="dimmed">
        Если вы уже входили сюда с этим телефоном, новая заявка не нужна:{' '}
        <Anchor component={Link} to={paths.login} inherit>
          войдите
        </Anchor>
        .
      </Text>
    </Stack>
  );
}
