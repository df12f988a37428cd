import { Modal, type ModalProps } from '@mantine/core';
import { useReturnFocus } from './use-return-focus.ts';

/** Centered modal. Returns the focus to its opener on close. */
export function Dialog(props: ModalProps) {
  useReturnFocus(props.opened);
  return <Modal centered returnFocus={false} {...props} />;
}
