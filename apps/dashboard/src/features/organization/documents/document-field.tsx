import { Button, Group, Text, Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';

type DocumentFieldProps = TextareaProps & {
  sample: string;
  value: string;
  onFill: (text: string) => void;
};

/** Text of a document. An empty field can be filled with a sample, which is labelled as a sample. */
export function DocumentField({ sample, value, onFill, ...field }: DocumentFieldProps) {
  const [isSampleInserted, setSampleInserted] = useState(false);
  return (
    <div>
      <Textarea autosize minRows={6} maxRows={14} value={value} {...field} />
      {value.trim() === '' && (
        <Button
          variant="default"
          size="compact-sm"
          mt="xs"
          aria-label={`Вставить образец: ${field.label}`}
          onClick={() => {
            setSampleInserted(true);
            onFill(sample);
          }}
        >
          Вставить образец
        </Button>
      )}
      {isSampleInserted && value === sample && (
        <Group mt="xs" role="status">
          <Text c="dimmed">Это образец: проверьте с юристом</Text>
        </Group>
      )}
    </div>
  );
}
