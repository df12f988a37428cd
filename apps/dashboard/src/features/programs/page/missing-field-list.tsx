import { Alert, Button, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { policyForm } from '@/shared/paths.ts';
import type { MissingField } from '../form/missing-fields.ts';

type MissingFieldListProps = {
  missing: readonly MissingField[];
  lacksPolicy: boolean;
  onField: (name: string) => void;
};

const buttonProps = { size: 'compact-sm', variant: 'default' } as const;

/** Fields required for activation, each with a link to the field. */
export const MissingFieldList = ({ missing, lacksPolicy, onField }: MissingFieldListProps) => (
  <Alert title="Чтобы включить программу, заполните">
    <Group gap="xs">
      {missing.map(({ field, label }) => (
        <Button key={field} {...buttonProps} onClick={() => onField(field)}>
          {label}
        </Button>
      ))}
      {lacksPolicy && (
        <Button component={Link} to={policyForm} {...buttonProps}>
          Политика обработки персональных данных
        </Button>
      )}
    </Group>
  </Alert>
);
