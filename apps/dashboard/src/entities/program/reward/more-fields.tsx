import { Anchor, Stack } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';

/** Rarely used fields. They are open at first if one of them is set, and while one of them is wrong. */
export function MoreFields({
  isSet,
  isWrong = false,
  children,
}: {
  isSet: boolean;
  isWrong?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(isSet);
  const id = useId();
  const isShown = isOpen || isWrong;
  return (
    <Stack gap="md" align="flex-start">
      <Anchor
        component="button"
        type="button"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpen(!isShown)}
      >
        Дополнительно
      </Anchor>
      {isShown && (
        <Stack gap="md" id={id} w="100%">
          {children}
        </Stack>
      )}
    </Stack>
  );
}
