import { Textarea, type TextareaProps } from '@mantine/core';

// Aligns a single line with the text of other fields.
const oneLine = { input: { paddingBlock: 'calc((var(--input-height) - 1lh) / 2 - 1px)' } };

/** Single-line text that wraps on a narrow screen, so that all of it is visible. Line breaks become spaces. */
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
