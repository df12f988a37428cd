import { TextInput, type TextInputProps } from '@mantine/core';
import { useMask, useMergedRef } from '@mantine/hooks';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, type Ref, useState } from 'react';
import { isForeignNumber, isFullNumber, nationalDigits } from '@/shared/format/phone.ts';

const MASK = '+7 999 999-99-99';
const FOREIGN_MESSAGE = 'Введите российский номер: +7 и 10 цифр';

/** Replaces the field's content with a full number and lets the mask format it. */
function setNumber(input: HTMLInputElement, national: string) {
  input.value = national;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** A pasted full number in any format replaces the field's content. The mask handles partial numbers. */
function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
  const national = nationalDigits(event.clipboardData.getData('text'));
  if (!isFullNumber(national)) return;
  event.preventDefault();
  event.stopPropagation();
  setNumber(event.currentTarget, national);
}

/** Autofill bypasses the mask, which would treat the leading 7 or 8 as a digit of the number. */
function handleAutofill({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const national = nationalDigits(input.value);
  if (isFullNumber(national)) input.value = national;
}

/** An eleventh digit means that the user started with the prefix 7 or 8, so the first digit is removed. */
function handleEleventhDigit(event: KeyboardEvent<HTMLInputElement>) {
  const { currentTarget: input, key } = event;
  const typed = nationalDigits(input.value);
  const isAtEnd = input.selectionStart === input.value.length;
  if (!/^\d$/.test(key) || !isAtEnd || !isFullNumber(typed) || !/^[78]/.test(typed)) return;
  event.preventDefault();
  event.stopPropagation();
  setNumber(input, nationalDigits(typed + key));
}

type PhoneFieldProps = Omit<TextInputProps, 'ref'> & { ref?: Ref<HTMLInputElement> };

/**
 * Russian phone number field, «+7 916 123-45-67». Accepts typing, pasting and autofill in any format. Uses the hook and input of
 * Mantine's MaskInput, which removes `aria-invalid` from invalid fields.
 */
export function PhoneField({ ref, ...props }: PhoneFieldProps) {
  const [isForeign, setForeign] = useState(false);
  const error = isForeign ? FOREIGN_MESSAGE : props.error;
  const mask = useMask({ mask: MASK, invalid: Boolean(error) });
  /** Rejects foreign numbers, which the mask would turn into invalid Russian numbers. */
  const rejectForeign = (
    event: ClipboardEvent<HTMLInputElement> | FormEvent<HTMLInputElement>,
    text: string,
  ) => {
    const isRejected = isForeignNumber(text);
    setForeign(isRejected);
    if (isRejected) event.preventDefault();
    return isRejected;
  };
  return (
    <TextInput
      {...props}
      error={error}
      ref={useMergedRef(ref, mask.ref)}
      type="tel"
      inputMode="tel"
      onPasteCapture={(event) => {
        if (rejectForeign(event, event.clipboardData.getData('text'))) event.stopPropagation();
        else handlePaste(event);
      }}
      onInputCapture={(event) => {
        if (rejectForeign(event, event.currentTarget.value)) event.currentTarget.value = '';
        else handleAutofill(event);
      }}
      onKeyDownCapture={(event) => {
        setForeign(false);
        handleEleventhDigit(event);
      }}
    />
  );
}
