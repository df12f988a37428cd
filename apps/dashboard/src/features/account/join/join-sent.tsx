import { Anchor, Button, CopyButton, Stack, Text, Title } from '@mantine/core';
import type { JoinPage } from '@referral-dashboard/api-contract';
import { useEffect, useRef } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';

/** Identical for every applicant, so that it does not reveal whether the phone is registered. */
export function JoinSent({ page, token }: { page: JoinPage; token: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const address = generatePath(paths.application, { token });
  return (
    <Stack gap="md">
      <Title order={2} ref={heading} tabIndex={-1}>
        Заявка отправлена
      </Title>
      <Text>
        {page.organization.name} рассмотрит ее. Решение будет видно на странице заявки, там же вы войдете,
        если заявку одобрят: сохраните адрес страницы, он показан один раз.
      </Text>
      <Button component={Link} to={address} h={44} fullWidth>
        Открыть страницу заявки
      </Button>
      <CopyButton value={new URL(address, window.location.origin).href} timeout={1500}>
        {({ copied, copy }) => (
          <Button variant="default" h={44} fullWidth onClick={copy}>
            {copied ? 'Скопировано' : 'Скопировать адрес страницы'}
          </Button>
        )}
      </CopyButton>
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
