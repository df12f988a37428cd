import { TextInput, type TextInputProps } from '@mantine/core';
import { useMask, useMergedRef } from '@mantine/hooks';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, type Ref, useState } from 'react';
import { isForeignNumber, isFullNumber, nationalDigits } from '../../shared/format/phone.ts';

const MASK = '+7 999 999-99-99';
const NOT_RUSSIAN = 'Введите российский номер: +7 и 10 цифр';

/** Types a whole number over what is there; the mask dresses it. */
function fill(input: HTMLInputElement, national: string) {
  input.value = national;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** A whole number, however it is written, replaces what is there; a part of one is the mask's business. */
function takePasted(event: ClipboardEvent<HTMLInputElement>) {
  const national = nationalDigits(event.clipboardData.getData('text'));
  if (!isFullNumber(national)) return;
  event.preventDefault();
  event.stopPropagation();
  fill(event.currentTarget, national);
}

/** A password manager or a phone's keyboard writes past the mask, which would take the 7 or 8 for a digit. */
function takeFilledIn({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const national = nationalDigits(input.value);
  if (isFullNumber(national)) input.value = national;
}

/** Someone who types from the habitual 8 or 7 shows it by one digit too many: the first was the prefix. */
function takeEleventhDigit(event: KeyboardEvent<HTMLInputElement>) {
  const { currentTarget: input, key } = event;
  const typed = nationalDigits(input.value);
  const isAtEnd = input.selectionStart === input.value.length;
  if (!/^\d$/.test(key) || !isAtEnd || !isFullNumber(typed) || !/^[78]/.test(typed)) return;
  event.preventDefault();
  event.stopPropagation();
  fill(input, nationalDigits(typed + key));
}

type PhoneFieldProps = Omit<TextInputProps, 'ref'> & { ref?: Ref<HTMLInputElement> };

/**
 * A Russian phone number, «+7 916 123-45-67», typed, pasted or filled in from any way of writing it.
 * Mantine's MaskInput is this hook and this input, but takes `aria-invalid` off a field in error.
 */
export function PhoneField({ ref, ...props }: PhoneFieldProps) {
  const [isForeign, setForeign] = useState(false);
  const error = isForeign ? NOT_RUSSIAN : props.error;
  const mask = useMask({ mask: MASK, invalid: Boolean(error) });
  /** The mask would make a wrong number of one from elsewhere. */
  const refusesForeign = (
    event: ClipboardEvent<HTMLInputElement> | FormEvent<HTMLInputElement>,
    text: string,
  ) => {
    const isRefused = isForeignNumber(text);
    setForeign(isRefused);
    if (isRefused) event.preventDefault();
    return isRefused;
  };
  return (
    <TextInput
      {...props}
      error={error}
      ref={useMergedRef(ref, mask.ref)}
      type="tel"
      inputMode="tel"
      onPasteCapture={(event) => {
        if (refusesForeign(event, event.clipboardData.getData('text'))) event.stopPropagation();
        else takePasted(event);
      }}
      onInputCapture={(event) => {
        if (refusesForeign(event, event.currentTarget.value)) event.currentTarget.value = '';
        else takeFilledIn(event);
      }}
      onKeyDownCapture={(event) => {
        setForeign(false);
        takeEleventhDigit(event);
      }}
    />
  );
}
