import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type FormSectionProps = { title: string; help: string; children: ReactNode };

export const FormSection = ({ title, help, children }: FormSectionProps) => (
  <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} radius="lg">
    <Stack gap="md">
      <div>
        <Title order={2}>{title}</Title>
        <Text c="dimmed">{help}</Text>
      </div>
      {children}
    </Stack>
  </Paper>
);
