import { Anchor, Stack } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';

type MoreFieldsProps = {
  label?: string;
  /** Whether the fields are open at first. */
  isSet?: boolean;
  /** Fields with an error or a list with rows cannot be closed. */
  isKept?: boolean;
  children: ReactNode;
};

/** Rarely used fields, behind a button that opens them. */
export function MoreFields({
  label = 'Дополнительно',
  isSet = false,
  isKept = false,
  children,
}: MoreFieldsProps) {
  const [isOpen, setOpen] = useState(isSet);
  const id = useId();
  const isShown = isOpen || isKept;
  return (
    <Stack gap="md" align="flex-start">
      <Anchor
        component="button"
        type="button"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpen(!isShown)}
      >
        {label}
      </Anchor>
      {isShown && (
        <Stack gap="md" id={id} w="100%">
          {children}
        </Stack>
      )}
    </Stack>
  );
}
