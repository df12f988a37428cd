import { Textarea, type TextareaProps } from '@mantine/core';

// A single line stands where it does in other fields.
const oneLine = { input: { paddingBlock: 'calc((var(--input-height) - 1lh) / 2 - 1px)' } };

/** A line of text that is seen whole: it grows on a narrow screen, and takes no break. */
export const LineField = ({ onChange, ...props }: TextareaProps) => (
  <Textarea
    autosize
    minRows={1}
    styles={oneLine}
    {...props}
    onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    onChange={(event) => {
      const { currentTarget: field } = event;
      if (field.value.includes('\n')) field.value = field.value.replace(/\s*\n\s*/g, ' ');
      onChange?.(event);
    }}
  />
);
