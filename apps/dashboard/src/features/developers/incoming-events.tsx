import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';

/** Leads to the events of other systems. */
export const IncomingEvents = () => (
  <Paper
    withBorder
    p={{ base: 'md', sm: 'lg' }}
    radius="lg"
    component="section"
    aria-labelledby="incoming-events-title"
  >
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="incoming-events-title">
          Входящие события
        </Title>
        <Button variant="default" component={Link} to={paths.outsideEvents}>
          Посмотреть события
        </Button>
      </Group>
      <Text c="dimmed">
        Что прислали ваш сайт, касса, CRM и загруженные файлы: что применено, что опоздало и что не удалось
        обработать.
      </Text>
    </Stack>
  </Paper>
);
