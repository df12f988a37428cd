import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type FormSectionProps = { title: string; description: string; children: ReactNode };

export const FormSection = ({ title, description, children }: FormSectionProps) => (
  <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} radius="lg">
    <Stack gap="md">
      <div>
        <Title order={2}>{title}</Title>
        <Text c="dimmed">{description}</Text>
      </div>
      {children}
    </Stack>
  </Paper>
);
