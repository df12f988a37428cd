import { Modal, type ModalProps } from '@mantine/core';
import { useReturnFocus } from './return-focus.ts';

/** A window in the middle of the screen. The focus goes back to what it was opened from. */
export function Dialog(props: ModalProps) {
  useReturnFocus(props.opened);
  return <Modal centered returnFocus={false} {...props} />;
}
